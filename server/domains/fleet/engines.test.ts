import { afterEach, beforeEach, expect, test } from 'vitest';
import { fleet as api } from '#contract/api/fleet.ts';
import { portal as portalApi } from '#contract/api/portal.ts';
import { metricsText } from '#shared/metrics/metric.ts';
import type { TestClient } from '#server/testing/client.ts';
import { fakeFleet } from './testing/fake-fleet.ts';

let fleet: Awaited<ReturnType<typeof fakeFleet>>;
let admin: TestClient;

beforeEach(async () => {
  fleet = await fakeFleet();
  admin = await fleet.portal.as(await fleet.portal.make.person({ admin: true }));
});
afterEach(() => fleet.close());

const shown = async (id: string) => (await admin.ok(api.engines, {})).find((engine) => engine.id === id)!;
const stateOf = async (id: string): Promise<string> => (await shown(id)).state;
/** The process that places stations has begun, and each engine has said what it is. */
const begun = async (): Promise<void> => {
  fleet.control();
  const versions = async () => (await admin.ok(api.engines, {})).map(({ version }) => version);
  await expect.poll(versions).toEqual(['1.0.0', '1.0.0', '1.0.0']);
};

test('moves nothing while another engine reaches the silent one, and its stations once none does', async () => {
  const keys = await fleet.makeStations(6);
  await fleet.share(keys);
  await begun();
  const before = await fleet.placements();
  const [one, two] = [fleet.engines[0]!, fleet.engines[1]!];
  two.reached.add(one.url);
  await fleet.leave(0);
  await expect.poll(() => stateOf('one')).toBe('cut_off');
  const { parts } = await admin.ok(portalApi.health, {});
  expect(parts.find(({ part }) => part === 'engine')).toMatchObject({
    state: 'degraded',
    detail: expect.stringContaining('one is cut off from the portal') as string,
  });
  expect(metricsText(await fleet.portal.kernel.fleet.metrics())).toContain(
    'skywave_fleet_engine_cut_off{engine="one"} 1\n',
  );
  // It is asked again and again, and nothing has moved meanwhile.
  const asked = two.asked.filter((line) => line === 'POST /peers').length;
  await two.until(() => two.asked.filter((line) => line === 'POST /peers').length >= asked + 5);
  expect(await fleet.placements()).toEqual(before);
  // A new station goes where it can be sent.
  const [fresh] = await fleet.makeStations(1);
  expect((await fleet.placements()).get(fresh!)!.node).not.toBe('one');

  two.reached.clear();
  await expect.poll(() => stateOf('one')).toBe('down');
  await expect
    .poll(async () => [...(await fleet.placements()).values()].every(({ node }) => node !== 'one'))
    .toBe(true);
});

test('an engine that is cut off is up again when it answers, without a move', async () => {
  const keys = await fleet.makeStations(6);
  await fleet.share(keys);
  await begun();
  const before = await fleet.placements();
  fleet.engines[2]!.reached.add(fleet.engines[0]!.url);
  await fleet.leave(0);
  await expect.poll(() => stateOf('one')).toBe('cut_off');
  await fleet.comeBack(0);
  await expect.poll(() => stateOf('one')).toBe('up');
  expect(await fleet.placements()).toEqual(before);
});

test('drains an engine: its stations leave with where they were, new ones go elsewhere; resumed, it gets some', async () => {
  const keys = await fleet.makeStations(6);
  await fleet.share(keys);
  await begun();
  const before = await fleet.placements();
  await admin.ok(api.drain, { params: { engineId: 'one' } });
  expect(await shown('one')).toMatchObject({ draining: true, state: 'up', load: null, capacity: 1000 });
  await expect.poll(async () => (await shown('one')).stations).toBe(0);
  const moved = await fleet.placements();
  expect(keys.filter((key) => moved.get(key)!.epoch !== before.get(key)!.epoch)).toEqual(
    keys.filter((key) => before.get(key)!.node === 'one'),
  );
  await expect.poll(() => fleet.engines[0]!.stations.size).toBe(0);
  const fresh = await fleet.makeStations(3);
  const placed = await fleet.placements();
  expect(fresh.map((key) => placed.get(key)!.node)).not.toContain('one');

  await admin.ok(api.resume, { params: { engineId: 'one' } });
  expect((await shown('one')).draining).toBe(false);
  const later = await fleet.makeStations(6);
  const after = await fleet.placements();
  expect(later.map((key) => after.get(key)!.node)).toContain('one');
  const { entries } = await admin.ok(portalApi.audit, { query: {} });
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['fleet.drain', 'fleet.resume']));
});

test('refuses to drain an engine that is unknown, or the last one that is up', async () => {
  expect((await admin.call(api.drain, { params: { engineId: 'four' } })).status).toBe(404);
  // Nobody has placed stations yet.
  expect((await admin.call(api.drain, { params: { engineId: 'one' } })).status).toBe(404);
  await begun();
  expect((await admin.call(api.resume, { params: { engineId: 'four' } })).status).toBe(404);
  await admin.ok(api.drain, { params: { engineId: 'one' } });
  await admin.ok(api.drain, { params: { engineId: 'two' } });
  expect((await admin.call(api.drain, { params: { engineId: 'three' } })).status).toBe(409);
  await admin.ok(api.drain, { params: { engineId: 'one' } });
  expect((await shown('three')).draining).toBe(false);
});

test('only administrators of the portal see engines', async () => {
  const person = await fleet.portal.as(await fleet.portal.make.person());
  expect((await person.call(api.engines, {})).status).toBe(403);
  expect((await person.call(api.drain, { params: { engineId: 'one' } })).status).toBe(403);
});
