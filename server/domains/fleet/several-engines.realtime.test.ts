import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import type { FleetListener } from './testing/fleet-listener.ts';
import { engineToken, fleetStage } from './testing/fleet-stage.ts';
import { sweepParts, sweepStep } from './testing/sweep.ts';

/* Three engines and an edge in processes of their own, under one portal. */

const ids = ['one', 'two', 'three'];
const patience = { timeout: 60_000, interval: 100 };
/** ClickHouse gives way to the engines where processors are scarce. */
const countingPatience = { timeout: 180_000, interval: 500 };
vi.setConfig({ testTimeout: 420_000 });

let stage: Awaited<ReturnType<typeof fleetStage>>;
let clickhouse: Awaited<ReturnType<typeof testClickHouse>>;
let portal: TestPortal;
let keys: StationKey[];
const listeners: FleetListener[] = [];

beforeAll(async () => {
  [stage, clickhouse] = await Promise.all([fleetStage(ids), testClickHouse()]);
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url, engines: stage.settings, engineToken } });
  const account = await portal.make.account();
  keys = [];
  for (let at = 0; at < 9; at += 1) keys.push(await portal.make.station(account));
  await stage.addTracks(portal, keys);
  await portal.drain();
  await stage.startAll(portal);
  portal.engine.start();
  await portal.startJobs();
}, 240_000);
afterAll(async () => {
  for (const { leave } of listeners) leave();
  await portal.close();
  await stage.close();
  await clickhouse.drop();
});

const placements = async (): Promise<Map<StationKey, string>> => {
  const rows = await portal.kernel.db.selectFrom('placements').select(['station_key', 'node_id']).execute();
  return new Map(rows.map(({ station_key, node_id }) => [station_key, node_id]));
};
/** The stations that play on these engines. */
const playing = async (on: readonly string[]): Promise<StationKey[]> => {
  const states = (await Promise.all(on.map(stage.states))).flat();
  return states.flatMap(({ key, source }) => (source === 'autodj' ? [key] : [])).toSorted();
};
/**
 * What differs from "each station plays at the engine where it is placed, and no other engine has it". Once a minute the
 * controller levels the load: an engine that has come back gets stations then, and one that moves is at both for three seconds.
 */
const misplaced = async (): Promise<string[]> => {
  const wanted = [...(await placements())].map(([key, id]) => `${key} autodj ${id}`);
  const each = ids.map(async (id) => (await stage.states(id)).map(({ key, source }) => `${key} ${source} ${id}`));
  const found = (await Promise.all(each)).flat();
  return [...wanted.filter((one) => !found.includes(one)), ...found.filter((one) => !wanted.includes(one))];
};
const listen = async (key: StationKey): Promise<FleetListener> => {
  const { streamname } = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  let found: FleetListener | undefined;
  await expect.poll(async () => (found = await stage.listen(streamname)) !== undefined, patience).toBe(true);
  listeners.push(found!);
  return found!;
};
/**
 * In what a listener heard, the sweep continues where it was when the engine was killed, plus the silence: within the ten seconds of
 * ADR 94, as engines send positions every ten seconds.
 */
const expectSameTrack = async ({ sound, silenceMs }: FleetListener): Promise<void> => {
  const { parts, strays } = await sweepParts(Buffer.concat(sound));
  const [before, after] = parts;
  const jump = before && after ? sweepStep(before.to, after.from) : 0;
  // oxlint-disable-next-line no-console -- A figure that ADR 94 names.
  console.log(`the sweep jumped by ${jump.toFixed(1)} s in ${silenceMs.toFixed(0)} ms of silence`);
  expect(parts.length).toBeLessThanOrEqual(2);
  expect(strays).toBeLessThanOrEqual(1);
  expect(before!.to - before!.from).toBeGreaterThan(5);
  if (after) expect(Math.abs(jump - silenceMs / 1000)).toBeLessThanOrEqual(10);
};
type Counted = { session: string; slices: number; distinct: number; first: number; last: number };
const counted = async (): Promise<Counted[]> => {
  const result = await clickhouse.client.query({
    query: `select session, toFloat64(count()) as slices, toFloat64(uniqExact(n)) as distinct,
      toFloat64(sum(first)) as first, toFloat64(sum(last)) as last from slices group by session`,
    format: 'JSONEachRow',
  });
  return await result.json<Counted>();
};

test('the stations of a killed engine go on elsewhere; nobody is disconnected, and each session counts once', async () => {
  await expect.poll(() => playing(ids), patience).toEqual(keys.toSorted());
  const loadsOf = (placed: ReadonlyMap<StationKey, string>): number[] =>
    ids.map((id) => keys.filter((key) => placed.get(key) === id).length);
  // At first all are the first engine's; then the load is levelled.
  await expect.poll(async () => Math.max(...loadsOf(await placements())), patience).toBeLessThanOrEqual(4);
  await expect.poll(() => playing(ids), patience).toEqual(keys.toSorted());
  const before = await placements();
  const loads = loadsOf(before);
  const heard = await Promise.all(keys.map(listen));
  // All are in their second track, far enough for a station that began again to be told apart.
  const place = (key: StationKey) => portal.engine.positionOf(key);
  await expect
    .poll(() => keys.every((key) => place(key)?.index === 1 && place(key)!.offset_ms > 20_000), patience)
    .toBe(true);
  for (const listener of heard) [listener.bytes, listener.sound] = [0, []];
  await expect.poll(() => Math.min(...heard.map(({ bytes }) => bytes)), patience).toBeGreaterThan(150_000);

  const killed = ids[loads.indexOf(Math.max(...loads))]!;
  const others = ids.filter((id) => id !== killed);
  for (const listener of heard) listener.silenceMs = 0;
  const killedAt = performance.now();
  await stage.kill(killed);
  await expect.poll(() => playing(others), patience).toEqual(keys.toSorted());
  const movedMs = performance.now() - killedAt;
  const atMove = heard.map(({ bytes }) => bytes);
  await expect
    .poll(() => Math.min(...heard.map(({ bytes }, at) => bytes - atMove[at]!)), patience)
    .toBeGreaterThan(50_000);
  const lost = heard.filter((_, at) => before.get(keys[at]!) === killed);
  // oxlint-disable-next-line no-console -- A figure that ADR 90 names.
  console.log(
    `${String(lost.length)} stations played elsewhere after ${String(Math.round(movedMs))} ms; the longest silence of a listener: ${String(Math.round(Math.max(...lost.map(({ silenceMs }) => silenceMs))))} ms`,
  );
  expect(heard.some(({ isOver }) => isOver)).toBe(false);
  for (const listener of lost) await expectSameTrack(listener);

  // It comes back with the stations that it had, and lets them go.
  await stage.start(killed);
  await expect.poll(misplaced, patience).toEqual([]);
  for (const { leave } of heard) leave();
  await expect
    .poll(async () => (await counted()).filter(({ last }) => last === 1).length, countingPatience)
    .toBe(keys.length);
  await expect
    .poll(async () => (await counted()).filter(({ first }) => first === 1).length, countingPatience)
    .toBe(keys.length);
  const sessions = await counted();
  expect(sessions).toHaveLength(keys.length);
  for (const { slices, distinct } of sessions) expect(slices).toBe(distinct);
});

test('an engine that hangs and goes on later lets its stations go; listeners hear the other engine', async () => {
  await expect.poll(() => playing(ids), patience).toEqual(keys.toSorted());
  const before = await placements();
  const loads = ids.map((id) => keys.filter((key) => before.get(key) === id).length);
  const frozen = ids[loads.indexOf(Math.max(...loads))]!;
  const others = ids.filter((id) => id !== frozen);
  const heard = await Promise.all(keys.filter((key) => before.get(key) === frozen).map(listen));
  stage.freeze(frozen);
  await expect.poll(() => playing(others), patience).toEqual(keys.toSorted());
  stage.wake(frozen);
  await expect.poll(misplaced, patience).toEqual([]);
  const atWake = heard.map(({ bytes }) => bytes);
  await expect
    .poll(() => Math.min(...heard.map(({ bytes }, at) => bytes - atWake[at]!)), patience)
    .toBeGreaterThan(50_000);
  expect(heard.some(({ isOver }) => isOver)).toBe(false);
  await expect.poll(misplaced, patience).toEqual([]);
});
