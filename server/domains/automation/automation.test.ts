import { afterAll, beforeAll, expect, test } from 'vitest';
import { automation } from '#contract/api/automation.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { StationLive } from '#contract/api/session.ts';
import { desiredStations } from '#server/domains/playout/desired.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  const { make } = portal;
  const person = await make.person();
  admin = await portal.as(await make.person({ admin: true }));
  owner = await portal.as(person);
  account = await make.account({ company: 'Wave' });
  await make.accountMember(account, person, 'owner');
  await admin.ok(billing.assign, { params: { key: account }, body: { plan: 'prime' } });
  key = await make.station(account, { name: 'Wave Radio' });
});
afterAll(() => portal.close());

const request = async (action: 'enable' | 'disable', station = key, as = owner) =>
  await as.ok(automation.request, { params: { key: station }, body: { action } });
const desired = async (station = key) =>
  (await desiredStations({ db: portal.kernel.db }, [station])).find((one) => one.key === station)?.document;

test('is off by default', async () => {
  expect(await owner.ok(automation.get, { params: { key } })).toMatchObject({
    hasLibretime: true,
    status: null,
    requested: null,
    engine: { state: 'off' },
  });
  expect((await desired())?.automation).toBeUndefined();
});

test('reports whether the Auto DJ has a track to play', async () => {
  const has = async (station: StationKey) => (await owner.ok(automation.get, { params: { key: station } })).hasAutoDj;
  const station = await portal.make.station(account, { name: 'Empty Radio' });
  const track = await portal.make.track(station);
  expect(await has(station)).toBe(false);
  await portal.kernel.db
    .insertInto('playlist_tracks')
    .values({ station_key: station, track_key: track, position: 1 })
    .execute();
  expect(await has(station)).toBe(true);
  await portal.kernel.db.updateTable('tracks').set({ state: 'failed' }).where('key', '=', track).execute();
  expect(await has(station)).toBe(false);
});

test('is pending once requested, enabled while the engine runs it, and off once disabled', async () => {
  const pending = await request('enable');
  expect(pending.status).toBe('request_pending');
  expect((await desired())?.automation).toEqual({ mix_ms: 3000, level: true });
  expect((await request('enable')).requested).toBe(pending.requested);

  const since = new Date().toISOString();
  const liveWith = (state: 'missing' | 'running', reason = ''): StationLive => ({
    key,
    status: 'active',
    source: 'automation',
    automation: { state, reason, since },
    encoder: null,
    title: '',
    track: null,
    track_started: null,
    listeners: 0,
  });
  portal.live.publish(liveWith('missing', 'Liquidsoap is not installed.'));
  expect(await owner.ok(automation.get, { params: { key } })).toMatchObject({
    status: 'request_pending',
    engine: { state: 'missing', reason: 'Liquidsoap is not installed.' },
  });
  portal.live.publish(liveWith('running'));
  expect(await owner.ok(automation.get, { params: { key } })).toMatchObject({
    status: 'enabled',
    engine: { state: 'running', since },
  });

  expect(await request('disable')).toMatchObject({ status: null, requested: null, engine: { state: 'off' } });
  expect((await desired())?.automation).toBeUndefined();
});

test('accepts crossfade settings while it is on', async () => {
  const refused = await owner.call(automation.setMix, { params: { key }, body: { mix_ms: 0, level: false } });
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'automation.notRequested' } } });
  await request('enable');
  await owner.ok(automation.setMix, { params: { key }, body: { mix_ms: 8000, level: false } });
  expect((await desired())?.automation).toEqual({ mix_ms: 8000, level: false });
  await request('disable');
});

test('is refused under a plan without it, except to portal admins; a station that has it keeps it', async () => {
  const other = await portal.make.account({ company: 'Small' });
  const person = await portal.make.person();
  await portal.make.accountMember(other, person, 'owner');
  const small = await portal.as(person);
  const station = await portal.make.station(other, { name: 'Small Radio' });
  await admin.ok(billing.assign, { params: { key: other }, body: { plan: 'starter' } });
  expect((await small.ok(automation.get, { params: { key: station } })).hasLibretime).toBe(false);
  const call = { params: { key: station }, body: { action: 'enable' as const } };
  expect(await small.call(automation.request, call)).toMatchObject({
    json: { error: { code: 'plan.featureMissing' } },
  });
  await request('enable', station, admin);
  expect((await small.ok(automation.get, { params: { key: station } })).hasLibretime).toBe(true);
});

test('is refused for a relay and for a suspended station', async () => {
  const relay = await portal.make.station(account, { name: 'Wave Relay' });
  await portal.kernel.db.updateTable('stations').set({ type: 2 }).where('key', '=', relay).execute();
  const enable = { action: 'enable' as const };
  expect(await owner.call(automation.request, { params: { key: relay }, body: enable })).toMatchObject({
    json: { error: { code: 'automation.relay' } },
  });
  const silent = await portal.make.station(account, { name: 'Silent Wave', suspended: true });
  expect(await owner.call(automation.request, { params: { key: silent }, body: enable })).toMatchObject({
    json: { error: { code: 'station.suspended' } },
  });
});
