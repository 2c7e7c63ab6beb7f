import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import { newKey } from '#server/kernel/keys.ts';
import { stateOf, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { movedAway } from './fleet.service.ts';
import { movePlacements } from './placements.repo.ts';
import { fakeFleet, names } from './testing/fake-fleet.ts';

let fleet: Awaited<ReturnType<typeof fakeFleet>>;
let engines: TestEngine[];
let portal: TestPortal;

beforeEach(async () => {
  fleet = await fakeFleet();
  ({ engines, portal } = fleet);
});
afterEach(() => fleet.close());

test('sends each station to exactly one of several engines, and asks that one about it', async () => {
  const keys = await fleet.makeStations(12);
  const placed = await fleet.placements();
  expect(fleet.places(keys)).toEqual(keys.map((key) => placed.get(key)!.node));
  for (const { stations: own } of engines) expect(own.size).toBeGreaterThan(0);

  const [key = '' as StationKey] = keys;
  const owner = engines[names.indexOf(placed.get(key)!.node)]!;
  expect(owner.stations.get(key)?.epoch).toBe(placed.get(key)!.epoch);
  await portal.engine.push(key, 10_000, 'restart');
  expect(owner.asked).toContain(`POST /stations/${key}/restart`);
  expect((await portal.kernel.fleet.ownerOf(key)).id).toBe(placed.get(key)!.node);

  const since = async (at: number) => (await portal.kernel.fleet.enginesSince(key, at)).map(({ id }) => id);
  expect(await since(Date.now() + 1000)).toEqual([placed.get(key)!.node]);
  expect(await since(0)).toEqual(names);
});

test('places a relay beside its master, and moves it to a new one', async () => {
  const [master = '' as StationKey, other = '' as StationKey] = await fleet.makeStations(12);
  const { db } = portal.kernel;
  const node = async (key: StationKey) => (await portal.kernel.fleet.ownerOf(key)).id;
  const [relay = '' as StationKey] = await fleet.makeStations(1);
  await db.deleteFrom('placements').where('station_key', '=', relay).execute();
  await db.updateTable('stations').set({ type: 2, master_key: master }).where('key', '=', relay).execute();
  expect(await node(relay)).toBe(await node(master));

  const masters = await node(master);
  const elsewhere = names.find((name) => name !== masters)!;
  await db.updateTable('placements').set({ node_id: elsewhere }).where('station_key', '=', other).execute();
  await db.updateTable('stations').set({ master_key: other }).where('key', '=', relay).execute();
  expect(await node(relay)).not.toBe(await node(other));
  fleet.control();
  // The load may be levelled too, which moves both.
  await expect.poll(async () => (await node(relay)) === (await node(other))).toBe(true);
});

test('moves the stations of an engine that is gone, with a higher epoch; back again, it lets them go', async () => {
  const keys = await fleet.makeStations(12);
  await fleet.share(keys);
  const before = await fleet.placements();
  const lost = keys.filter((key) => before.get(key)!.node === 'one');
  fleet.control();
  await fleet.leave(0);
  await expect
    .poll(async () => [...(await fleet.placements()).values()].every(({ node }) => node !== 'one'))
    .toBe(true);
  const after = await fleet.placements();
  for (const key of keys) {
    const [was, is] = [before.get(key)!, after.get(key)!];
    if (lost.includes(key)) expect(is.epoch).toBeGreaterThan(was.epoch);
    else expect(is).toEqual(was);
  }
  const elsewhere = (key: StationKey) => engines[names.indexOf(after.get(key)!.node)]!;
  await expect
    .poll(() => lost.every((key) => elsewhere(key).stations.get(key)?.epoch === after.get(key)!.epoch))
    .toBe(true);

  expect(lost.every((key) => engines[0]!.stations.has(key))).toBe(true);
  await fleet.comeBack(0);
  await expect.poll(() => fleet.places(keys)).toEqual(keys.map((key) => after.get(key)!.node));
});

test('tells the next engine where the Auto DJ was', async () => {
  const keys = await fleet.makeStations(6);
  await fleet.share(keys);
  const key = keys[0]!;
  const track = `t-${'1'.repeat(22)}` as AutoDjPosition['track'];
  const position = { generation: 1, track, index: 3, round: 0, offset_ms: 61_000, at: Date.now(), playing: true };
  // Once the portal knows the station as this engine's.
  await expect
    .poll(() => {
      engines[0]!.tell({ ...stateOf(engines[0]!.stations.get(key)!), epoch: engines[0]!.stations.get(key)!.epoch });
      engines[0]!.tellPosition(key, position);
      return portal.engine.positionOf(key);
    })
    .toEqual(position);
  fleet.control();
  await fleet.leave(0);
  const found = () =>
    engines.flatMap(({ stations: own }, at) => (at > 0 && own.has(key) ? [own.get(key)!.resume] : []));
  await expect.poll(found).toEqual([position]);
});

test('a station that moves again, before its engine said where it is, continues from where it was', async () => {
  const key = (await fleet.makeStations(1))[0]!;
  const { db } = portal.kernel;
  const position = {
    ...{ generation: 1, track: `t-${'1'.repeat(22)}` as AutoDjPosition['track'], index: 3, round: 0 },
    ...{ offset_ms: 61_000, at: Date.now(), playing: true },
  };
  const move = async (known?: AutoDjPosition): Promise<AutoDjPosition | null> => {
    const { node, epoch } = (await fleet.placements()).get(key)!;
    await movePlacements(db, [{ key, epoch, from: node, to: names.find((name) => name !== node)! }], () => known);
    const placed = db.selectFrom('placements').select('position').where('station_key', '=', key);
    return (await placed.executeTakeFirstOrThrow()).position;
  };
  expect(await move(position)).toEqual(position);
  expect(await move()).toEqual(position);
  const earlier = sql<Date>`now() - interval '2 minutes'`;
  await db.updateTable('placements').set({ since: earlier }).where('station_key', '=', key).execute();
  expect(await move()).toBeNull();
});

test('moves nothing while it reaches no engine', async () => {
  const keys = await fleet.makeStations(6);
  await fleet.share(keys);
  const before = await fleet.placements();
  for (const at of [0, 1, 2]) await fleet.leave(at);
  fleet.control();
  const isWarned = async (): Promise<boolean> =>
    (await portal.kernel.db.selectFrom('nodes').select('id').execute()).length === names.length;
  await expect.poll(isWarned).toBe(true);
  for (const at of [0, 1, 2]) await fleet.comeBack(at);
  await expect.poll(() => engines.every(({ asked }) => asked.includes('GET /healthz'))).toBe(true);
  expect(await fleet.placements()).toEqual(before);
});

test('gives all stations to the first engine, which had them, when there are several for the first time', async () => {
  const keys = await fleet.makeStations(6);
  await portal.kernel.db.deleteFrom('placements').execute();
  const second = await testPortal({ config: portal.kernel.config, beside: portal });
  await second.engine.sync();
  expect([...(await fleet.placements()).values()].map(({ node }) => node)).toEqual(keys.map(() => 'one'));
  await expect.poll(() => fleet.places(keys)).toEqual(keys.map(() => 'one'));
  await second.close();
});

test('shows the state of the engine that has the station now', async () => {
  const [key = '' as StationKey] = await fleet.makeStations(1);
  const { node, epoch } = (await fleet.placements()).get(key)!;
  const owner = engines[names.indexOf(node)]!;
  const former = engines.find((engine) => engine !== owner)!;
  const state = (of: number, title: string) => ({ ...stateOf(owner.stations.get(key)!), epoch: of, title });
  const title = () => portal.live.latest(key)?.title;
  owner.tell(state(epoch, 'right'));
  await expect.poll(title).toBe('right');
  former.tell(state(epoch - 1, 'former'));
  // Heard after what the former engine said before it.
  const another = newKey('station');
  former.tell({ ...state(1, 'another'), key: another });
  await expect.poll(() => portal.live.latest(another)?.title).toBe('another');
  expect(title()).toBe('right');
  owner.tell({ ...state(epoch, 'right'), listeners: 7 });
  await expect.poll(() => portal.live.latest(key)?.listeners).toBe(7);
});

test('removes a deleted station from its engine', async () => {
  const [key = '' as StationKey] = await fleet.makeStations(1);
  const owner = await portal.make.person();
  await portal.make.accountMember(fleet.account, owner, 'owner');
  await (await portal.as(owner)).ok(stations.remove, { params: { key } });
  await expect.poll(() => fleet.places([key])).toEqual(['']);
});

test('says since when an engine no longer has a station', async () => {
  const [key = '' as StationKey] = await fleet.makeStations(1);
  const { id } = await portal.kernel.fleet.ownerOf(key);
  const { db } = portal.kernel;
  expect((await movedAway(db, id, [key])).size).toBe(0);
  const since = (await movedAway(db, 'another', [key])).get(key)!;
  expect(Math.abs(since - Date.now())).toBeLessThan(60_000);
});
