import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { relays } from '#contract/api/relays.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let engine: TestEngine;
let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  engine = await testEngine('control');
  portal = await testPortal({ config: { engineUrl: engine.url, engineToken: 'control' } });
  portal.engine.start();
});
afterAll(async () => {
  await portal.close();
  await engine.leave();
});
beforeEach(async () => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account({ plan: 'starter' });
  await portal.make.accountMember(account, person, 'owner');
  key = (await owner.ok(stations.create, { params: { id: account }, body: { name: 'Master Station' } })).key;
});

type Refused = { error?: { code: string; fields?: Record<string, string> } };
const refused = ({ text }: { text: string }): Refused['error'] => (JSON.parse(text) as Refused).error;
const codeOf = (reply: { text: string }) => refused(reply)?.code;
let number = 0;
const add = (body: object = {}, client = owner, of = key) =>
  client.call(relays.add, { params: { key: of }, body: { name: `Relay Number ${number++}`, ...body } });
const newRelay = async (body: object = {}) => (await add(body)).json;
const list = (client = owner, query = {}) => client.ok(relays.list, { params: { key }, query });
const update = (relayId: StationKey, body: object, client = owner, of = key) =>
  client.call(relays.update, { params: { key: of, relayId }, body });
const remove = (relayId: StationKey, client = owner, of = key) =>
  client.call(relays.remove, { params: { key: of, relayId } });
const sent = (of: StationKey) => engine.stations.get(of);
const source = 'https://radio.example:8443/live.mp3';
const secret = 'https://fuser:fsecret@radio.example/live';

describe('a relay', () => {
  test('gets its master’s account and format and its own mount, and does not count as a station', async () => {
    const full = await owner.call(stations.create, { params: { id: account }, body: { name: 'One Too Many' } });
    expect(codeOf(full)).toBe('plan.stationLimit');
    const reply = await add({ name: 'Harbour Relay' });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      account_key: account,
      type: 2,
      streamname: 'harbour-relay',
      master: { key, name: 'Master Station', state: 'active' },
      rights: { owner: true },
      radio_server_settings: { bitrate: 128_000, sample_rate: 44_100, relay_url: '', interrupt_master: false },
    });
    expect(reply.json.default_type).toBeGreaterThanOrEqual(64);
    const relay = reply.json.key;
    await engine.until(() => sent(relay)?.relay !== undefined);
    expect(sent(relay)).toMatchObject({ relay: { kind: 'station', key }, interrupt_master: false, failover: [] });
    expect(sent(key)?.relay).toBeUndefined();
    expect((await list()).entities.map((one) => one.key)).toEqual([relay]);
    const { entities } = await owner.ok(accounts.stations, { params: { id: account } });
    expect(entities).toHaveLength(2);
  });

  test('can have its own mount, format and source, within the plan’s bit rate', async () => {
    const own = { streamname: 'low-one', bitrate: 64_000, channels: 1, relay_url: source, interrupt_master: true };
    const relay = (await add(own)).json;
    expect(relay).toMatchObject({
      streamname: 'low-one',
      radio_server_settings: { bitrate: 64_000, channels: 1, relay_url: source, interrupt_master: true },
    });
    await engine.until(() => sent(relay.key) !== undefined);
    expect(sent(relay.key)).toMatchObject({ relay: { kind: 'url', url: source }, interrupt_master: true });
    const tooHigh = await add({ bitrate: 192_000 });
    expect([codeOf(tooHigh), Object.keys(refused(tooHigh)?.fields ?? {})]).toEqual(['request.invalid', ['bitrate']]);
    const change = await update(relay.key, { bitrate: 320_000 });
    expect(Object.keys(refused(change)?.fields ?? {})).toEqual(['bitrate']);
  });

  test('is refused a mount in use, a reserved mount, and itself as source', async () => {
    const inUse = await add({ streamname: (await newRelay()).streamname });
    expect([codeOf(inUse), Object.keys(refused(inUse)?.fields ?? {})]).toEqual(['station.mountInUse', ['streamname']]);
    expect((await add({ streamname: 'icecast' })).status).toBe(400);
    const relay = await newRelay({ streamname: `self-${String(number)}` });
    for (const url of [relay.streamname, `${relay.streamname}.mp3`, `hls/${relay.streamname}/index.m3u8`]) {
      for (const relay_url of [`http://stream.test:8000/${url}`, `stream.test:8000/${url}`])
        expect(Object.keys(refused(await update(relay.key, { relay_url }))?.fields ?? {})).toEqual(['relay_url']);
    }
    const failover = { failover_settings: [{ url: `http://stream.test:8000/${relay.streamname}` }] };
    const looping = await owner.call(stations.update, {
      params: { key: relay.key },
      body: { radio_server_settings: failover },
    });
    expect(Object.keys(refused(looping)?.fields ?? {})).toEqual(['radio_server_settings.failover_settings.0.url']);
    const { json } = await update(relay.key, { relay_url: 'stream.test:8000/another-one' });
    expect(json.radio_server_settings.relay_url).toBe('http://stream.test:8000/another-one');
  });

  test('is changed atomically, and reports whether listeners are disconnected', async () => {
    const relay = await newRelay();
    const changed = await update(relay.key, { name: 'Quay Relay', streamname: 'quay-relay-1', relay_url: source });
    expect(changed.json).toMatchObject({
      name: 'Quay Relay',
      streamname: 'quay-relay-1',
      type: 2,
      listeners_dropped: false,
    });
    expect((await update(relay.key, { sample_rate: 48_000 })).json.listeners_dropped).toBe(true);
    const failed = await update(relay.key, { name: 'Never Saved', streamname: 'master-station' });
    expect(failed.status).toBe(409);
    expect((await owner.ok(stations.get, { params: { key: relay.key } })).name).toBe('Quay Relay');
    const back = await update(relay.key, { relay_url: '' });
    expect(back.json).toMatchObject({ type: 2, master: { key } });
    await engine.until(() => sent(relay.key)?.relay?.kind === 'station');
  });

  test('cannot have relays itself, and a station can have at most a hundred', async () => {
    const relay = await newRelay();
    expect(codeOf(await add({}, owner, relay.key))).toBe('relay.ofRelay');
    const { db } = portal.kernel;
    const row = await db.selectFrom('stations').selectAll().where('key', '=', relay.key).executeTakeFirstOrThrow();
    const many = Array.from({ length: 99 }, () => portal.make.station(account));
    const keys = await Promise.all(many);
    await db.updateTable('stations').set({ type: 2, master_key: row.master_key }).where('key', 'in', keys).execute();
    expect(codeOf(await add())).toBe('relay.tooMany');
    const page = await list(owner, { limit: '40', offset: '80' });
    expect([page.entities.length, page.total]).toEqual([20, 100]);
    expect((await list()).entities).toHaveLength(50);
  });

  test('can also be created as a station with a master or a relay URL', async () => {
    const create = (body: object) =>
      owner.call(stations.create, { params: { id: account }, body: { name: 'Made Otherwise', ...body } });
    expect((await create({ relay_url: source })).json).toMatchObject({
      type: 2,
      master: null,
      radio_server_settings: { relay_url: source },
    });
    const relay = (await create({ master: key })).json;
    expect(relay).toMatchObject({ type: 2, master: { key } });
    expect(codeOf(await create({ master: relay.key }))).toBe('relay.ofRelay');
    expect(codeOf(await create({ relay_url: '' }))).toBe('plan.stationLimit');
  });

  test('is found by its own master only', async () => {
    const relay = await newRelay();
    const other = await portal.make.station(account);
    expect(codeOf(await update(relay.key, { name: 'Not This One' }, owner, other))).toBe('relay.notFound');
    expect(codeOf(await remove(relay.key, owner, other))).toBe('relay.notFound');
    expect(codeOf(await remove(other))).toBe('relay.notFound');
  });

  test('is deleted and restored like any station, and prevents the deletion of its master', async () => {
    const relay = await newRelay();
    const params = { key };
    expect(codeOf(await owner.call(stations.remove, { params }))).toBe('station.hasRelays');
    expect((await remove(relay.key)).status).toBe(204);
    await engine.until(() => sent(relay.key) === undefined);
    expect((await list()).total).toBe(0);
    expect((await remove(relay.key)).status).toBe(404);
    const at = { params: { id: account, stationKey: relay.key } };
    expect((await owner.ok(stations.restore, at)).master).toMatchObject({ key, state: 'active' });
    await remove(relay.key);
    await owner.ok(stations.remove, { params });
    expect(codeOf(await owner.call(stations.restore, at))).toBe('restore.masterNotFound');
  });

  test('shows the state of its master', async () => {
    const relay = await newRelay();
    const master = async () => (await owner.ok(stations.get, { params: { key: relay.key } })).master;
    await owner.ok(stations.suspend, { params: { key } });
    expect(await master()).toEqual({ key, name: 'Master Station', state: 'suspended' });
    const { db } = portal.kernel;
    await db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
    expect(await master()).toEqual({ key, name: 'Master Station', state: 'deleted' });
    await db.deleteFrom('stations').where('key', '=', key).execute();
    expect(await master()).toEqual({ key, name: '', state: 'deleted' });
  });

  test('can be added and deleted by the account’s members; the master’s team can only see it', async () => {
    const relay = await newRelay();
    const [admin, staff] = [await portal.make.person(), await portal.make.person()];
    await portal.make.stationMember(key, admin, 'admin');
    await portal.make.stationMember(key, staff, 'staff');
    const [asAdmin, asStaff] = [await portal.as(admin), await portal.as(staff)];
    const { entities } = await list(asAdmin);
    expect(entities.map((one) => [one.key, one.rights.staff])).toEqual([[relay.key, false]]);
    expect((await add({}, asAdmin)).status).toBe(403);
    expect([(await update(relay.key, {}, asAdmin)).status, (await remove(relay.key, asAdmin)).status]).toEqual([
      404, 404,
    ]);
    expect((await asStaff.call(relays.list, { params: { key } })).status).toBe(403);
    await portal.make.stationMember(relay.key, admin, 'admin');
    expect((await update(relay.key, { interrupt_master: true }, asAdmin)).status).toBe(200);
  });
});

describe('the master link', () => {
  const link = (client = owner) => client.ok(relays.masterLink, { params: { key } });
  const set = (body: object) => owner.call(relays.setMasterLink, { params: { key }, body });

  test('returns where and how an encoder sends to the station', async () => {
    expect(await link()).toMatchObject({
      encoding: 'MP3',
      failover_settings: [],
      linkURI: 'stream.test:8000',
      masterLinkMountPoint: expect.stringMatching(/^\/master-station/) as string,
      streamId: 1,
      relaySourceURI: '',
    });
  });

  test('turns the station into a relay and back into a master if the plan allows', async () => {
    expect((await set({ relaySourceURI: source })).json.relaySourceURI).toBe(source);
    expect(await owner.ok(stations.get, { params: { key } })).toMatchObject({ type: 2, master: null });
    await engine.until(() => sent(key)?.relay?.kind === 'url');
    const other = await owner.ok(stations.create, { params: { id: account }, body: { name: 'In Its Place' } });
    expect(codeOf(await set({ relaySourceURI: '' }))).toBe('plan.stationLimit');
    await owner.ok(stations.remove, { params: { key: other.key } });
    expect((await set({ relaySourceURI: '' })).status).toBe(200);
    expect((await owner.ok(stations.get, { params: { key } })).type).toBe(1);
    await engine.until(() => sent(key) !== undefined && sent(key)?.relay === undefined);
  });

  test('stores up to ten fail-over URLs in order, and refuses errors on their field', async () => {
    const urls = ['https://a.example/1', 'https://b.example/2'].map((url) => ({ url }));
    expect((await set({ failover_settings: urls })).json.failover_settings).toEqual(urls);
    await engine.until(() => sent(key)?.failover?.length === 2);
    expect(sent(key)?.failover).toEqual(urls.map(({ url }) => url));
    expect((await set({ failover_settings: Array.from({ length: 11 }, () => urls[0]) })).status).toBe(400);
    const { streamname } = await owner.ok(stations.get, { params: { key } });
    const ownStream = await set({ relaySourceURI: `http://stream.test:8000/${streamname}` });
    expect(Object.keys(refused(ownStream)?.fields ?? {})).toEqual(['relaySourceURI']);
  });

  test('accepts its own output unchanged', async () => {
    const before = await link();
    expect((await set(before)).json).toEqual(before);
  });

  test('shows the user and password of a source URL only to callers who may change it', async () => {
    const hidden = 'https://***@radio.example/live';
    await set({ failover_settings: [{ url: secret }], relaySourceURI: `${secret}?of=relay` });
    const person = await portal.make.person();
    await portal.make.stationMember(key, person, 'staff');
    const staff = await portal.as(person);
    const seen = await staff.ok(stations.get, { params: { key } });
    expect(seen.radio_server_settings).toMatchObject({
      relay_url: `${hidden}?of=relay`,
      failover_settings: [{ url: hidden }],
    });
    const everything = [seen, await link(staff), await staff.ok(stations.list, { query: {} })];
    expect(JSON.stringify(everything)).not.toContain('fsecret');
    expect(await link()).toMatchObject({ failover_settings: [{ url: secret }] });
  });

  test('restores the stored credentials of a masked URL, and refuses an unknown masked URL', async () => {
    await set({ failover_settings: [{ url: secret }], relaySourceURI: secret });
    const masked = { url: 'https://***@radio.example/live' };
    const second = { url: 'https://b.example/2' };
    const saved = await set({ failover_settings: [second, masked], relaySourceURI: masked.url });
    expect(saved.json).toMatchObject({ failover_settings: [second, { url: secret }], relaySourceURI: secret });
    const foreign = await set({ failover_settings: [{ url: 'https://***@attacker.example/live' }] });
    expect([foreign.status, Object.keys(refused(foreign)?.fields ?? {})]).toEqual([400, ['failover_settings.0.url']]);
  });

  test('gets a new password, and the current encoder is disconnected', async () => {
    const { masterLinkPassword: old } = await link();
    const { masterLinkPassword: fresh } = await owner.ok(relays.resetMasterLink, { params: { key } });
    expect(fresh).not.toBe(old);
    await engine.until(() => sent(key)?.password === fresh);
    await engine.until(() => engine.asked.includes(`POST /stations/${key}/kick`));
  });
});

test('reveals the Icecast reporting secret only to callers who may replace it', async () => {
  const [admin, staff] = [await portal.make.person(), await portal.make.person()];
  await portal.make.stationMember(key, admin, 'admin');
  await portal.make.stationMember(key, staff, 'staff');
  const status = async (person: typeof admin) =>
    (await (await portal.as(person)).call(relays.icecast, { params: { key } })).status;
  expect([await status(staff), await status(admin)]).toEqual([403, 200]);
});

test('returns the URL where an Icecast reports its listeners, and replaces it on request', async () => {
  const before = await owner.ok(relays.icecast, { params: { key } });
  expect(before.auth_url).toMatch(/^http:\/\/stream\.test:8000\/icecast\/\w{22,}$/);
  expect(before.config).toContain(`<option name="listener_add" value="${before.auth_url}"/>`);
  const after = await owner.ok(relays.resetIcecast, { params: { key } });
  expect(after.auth_url).not.toBe(before.auth_url);
  await engine.until(() => sent(key)?.relay_secret !== undefined && after.auth_url.endsWith(sent(key)!.relay_secret!));
});
