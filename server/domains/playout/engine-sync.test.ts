import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { playout } from '#contract/api/playout.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { newKey } from '#server/kernel/keys.ts';
import { stateOf, testEngine, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { EngineClient } from './engine-client.ts';
import { createEngineSync } from './engine-sync.ts';
import { engineMedia } from './media-paths.ts';

let engine: TestEngine;
let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;

beforeAll(async () => {
  engine = await testEngine('control');
  portal = await testPortal({ config: { engineUrl: engine.url, engineToken: 'control' } });
  portal.engine.start();
  await engine.followed();
  // A request fails after three seconds without the engine; a busy machine may need longer.
  const { push } = portal.engine;
  portal.engine.push = (one, _withinMs, also) => push(one, 60_000, also);
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account();
  await portal.make.accountMember(account, person, 'owner');
});
afterAll(async () => {
  await portal.close();
  await engine.leave();
});
let isAway = false;
afterEach(async () => {
  if (isAway) await engine.comeBack();
  isAway = false;
});
const leave = async () => {
  isAway = true;
  await engine.leave();
};

let key: StationKey;
beforeEach(async () => {
  key = await portal.make.station(account);
  await engine.until(() => engine.stations.has(key));
});

const addReadyTrack = async (title: string, rendition: { bitrate?: number; sample_rate?: number } = {}) => {
  const track = await portal.make.track(key, { title });
  await portal.kernel.db
    .insertInto('renditions')
    .values({
      track_key: track,
      codec: 'mp3',
      bitrate: rendition.bitrate ?? 128_000,
      sample_rate: rendition.sample_rate ?? 44_100,
      channels: 2,
      path: `renditions/${track}-${String(rendition.bitrate ?? 128_000)}.mp3`,
      size: 1,
      duration_ms: 1500,
    })
    .execute();
  return track;
};
const itemsOf = () => engine.stations.get(key)?.autodj.items.map((item) => item.title) ?? [];

test('sends a new station with its settings from the database', async () => {
  const row = await portal.kernel.db
    .selectFrom('stations')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  expect(engine.stations.get(key)).toMatchObject({
    key,
    account,
    revision: row.revision,
    mount: row.streamname,
    password: row.source_password,
    running: true,
    reason: '',
    genre: 'General',
    format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
    burst_ms: 5000,
    autodj: { items: [], shuffle: false, generation: 1 },
    limits: { listeners: null },
  });
});

test('sends each change of the playlist, without a restart', async () => {
  const [one, two] = [await addReadyTrack('One'), await addReadyTrack('Two')];
  for (const trackId of [one, two]) await owner.ok(playout.addTrack, { params: { key, trackId } });
  await engine.until(() => itemsOf().length === 2);
  await owner.ok(playout.reorder, { params: { key }, body: { tracks: [two, one] } });
  await engine.until(() => itemsOf()[0] === 'Two');
  await owner.ok(playout.shuffle, { params: { key, playlist: 'on' } });
  await engine.until(() => engine.stations.get(key)?.autodj.shuffle === true);
  await owner.ok(playout.removeTracks, { params: { key }, body: { tracks: [two] } });
  await engine.until(() => itemsOf().length === 1);
  expect(engine.stations.get(key)?.autodj).toMatchObject({ generation: 1, items: [{ key: one, duration_ms: 1500 }] });
  expect(engine.asked).not.toContain(`POST /stations/${key}/restart`);
});

test('plays only tracks with a rendition in the station’s sample rate and channels', async () => {
  const otherBitRate = await addReadyTrack('Other bit rate', { bitrate: 192_000 });
  const otherSampleRate = await addReadyTrack('Other sample rate', { sample_rate: 48_000 });
  for (const trackId of [otherBitRate, otherSampleRate]) await owner.ok(playout.addTrack, { params: { key, trackId } });
  await engine.until(() => itemsOf().length === 1);
  const playlist = (await owner.ok(playout.autoDj, { params: { key } })).playlist;
  expect(playlist.map((track) => track.state)).toEqual(['ready', 'preparing']);
  expect(itemsOf()).toEqual(['Other bit rate']);
});

test('names each file by its key, bytes and hash, and where an engine elsewhere fetches it', async () => {
  const [hashed, older] = [await addReadyTrack('Hashed'), await addReadyTrack('Older')];
  const { db } = portal.kernel;
  const sha256 = 'ab'.repeat(32);
  await db.updateTable('renditions').set({ size: 4711, sha256 }).where('track_key', '=', hashed).execute();
  for (const trackId of [hashed, older]) await owner.ok(playout.addTrack, { params: { key, trackId } });
  await engine.until(() => itemsOf().length === 2);
  const sent = engine.stations.get(key)!.autodj;
  expect(sent.items).toMatchObject([
    { path: `renditions/${hashed}-128000.mp3`, bytes: 4711, sha256 },
    { path: `renditions/${older}-128000.mp3`, bytes: 1 },
  ]);
  expect(sent.items[1]).not.toHaveProperty('sha256');
  expect(sent.media_url).toBe('http://127.0.0.1:0');
});

test('shows browsers which tracks the engine cannot read', async () => {
  const track = { key: await addReadyTrack('Gone'), title: 'Gone', artist: '', reason: 'its file is missing' };
  const unreadable = { count: 1, since: 1_800_000_000_000, tracks: [track] };
  engine.tell({ ...stateOf(engine.stations.get(key)!), unreadable });
  await expect.poll(() => portal.live.latest(key)?.unreadable).toEqual(unreadable);
});

test('sends the HLS setting', async () => {
  expect(engine.stations.get(key)?.hls).toBe(false);
  await owner.ok(stations.update, { params: { key }, body: { radio_server_settings: { hls: true } } });
  await engine.until(() => engine.stations.get(key)?.hls === true);
});

test('"save and restart" starts over from the first track', async () => {
  await owner.ok(playout.reset, { params: { key } });
  expect(engine.stations.get(key)?.autodj.generation).toBe(2);
});

test('stops and starts, with a reason for listeners', async () => {
  expect(await owner.ok(playout.stop, { params: { key } })).toEqual({ status: 'inactive' });
  expect(engine.stations.get(key)).toMatchObject({ running: false, reason: 'The station is off the air.' });
  expect(await owner.ok(playout.start, { params: { key } })).toEqual({ status: 'active' });
  expect(engine.stations.get(key)).toMatchObject({ running: true, reason: '' });
});

test('restarts the stream only on the restart call', async () => {
  await owner.ok(playout.restart, { params: { key } });
  await owner.ok(playout.start, { params: { key } });
  expect(engine.asked.filter((line) => line === `POST /stations/${key}/restart`)).toHaveLength(1);
});

test('keeps a station of a suspended account off the air', async () => {
  const { db } = portal.kernel;
  const other = await portal.make.account({ suspended: true });
  const suspended = await portal.make.station(other);
  await engine.until(() => engine.stations.has(suspended));
  expect(engine.stations.get(suspended)).toMatchObject({
    running: false,
    reason: "The station's account is suspended.",
  });
  await db.updateTable('stations').set({ suspended_at: new Date() }).where('key', '=', key).execute();
  await engine.until(() => engine.stations.get(key)?.running === false);
  expect(engine.stations.get(key)?.reason).toBe('The station is not active.');
  expect((await owner.call(playout.start, { params: { key } })).json.error.code).toBe('station.suspended');
});

test('removes a deleted station', async () => {
  await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  await engine.until(() => !engine.stations.has(key));
});

test('does not overwrite a newer document from another portal, and sends the next change', async () => {
  const sent = engine.stations.get(key);
  if (!sent) throw new Error('The station was not sent.');
  const newer = { ...sent, revision: sent.revision + 2, name: 'Newer' };
  engine.stations.set(key, newer);
  const puts = () => engine.asked.filter((line) => line === `PUT /stations/${key}`).length;
  const before = puts();
  const rename = (name: string) =>
    portal.kernel.db.updateTable('stations').set({ name }).where('key', '=', key).execute();
  await rename('Older');
  await engine.until(() => puts() > before);
  expect(engine.stations.get(key)).toEqual(newer);
  await rename('Equal');
  await rename('Newest');
  await engine.until(() => engine.stations.get(key)?.name === 'Newest');
});

test('disconnects the encoder when the password is replaced', async () => {
  const { password } = await owner.ok(stations.resetPassword, { params: { key } });
  await engine.until(() => engine.asked.includes(`POST /stations/${key}/kick`));
  expect(engine.stations.get(key)?.password).toBe(password);
});

test('refuses while the engine is offline, but saves the desired state and sends it later', async () => {
  await leave();
  const reply = await owner.call(playout.stop, { params: { key } });
  expect([reply.status, reply.json.error.code]).toEqual([503, 'server.stopFailed']);
  expect((await owner.call(playout.start, { params: { key } })).json.error.code).toBe('server.startFailed');
  expect((await owner.call(playout.restart, { params: { key } })).json.error.code).toBe('server.restartFailed');
  expect((await owner.call(playout.reset, { params: { key } })).json.error.code).toBe('autodj.restartFailed');
  await owner.call(playout.stop, { params: { key } });
  await engine.comeBack();
  isAway = false;
  await engine.until(() => engine.stations.get(key)?.running === false);
});

test('resends all stations to an engine that lost them, and removes unknown ones', async () => {
  await leave();
  const known = [...engine.stations.keys()];
  const sent = engine.stations.get(key);
  if (!sent) throw new Error('The station was not sent.');
  engine.stations.clear();
  const unknown = newKey('station');
  engine.stations.set(unknown, { ...sent, key: unknown });
  await engine.comeBack();
  isAway = false;
  await engine.until(() => known.every((one) => engine.stations.has(one)));
  expect(engine.stations.has(unknown)).toBe(false);
});

test("publishes the engine's states without the encoder's IP address", async () => {
  const desired = engine.stations.get(key);
  if (!desired) throw new Error('The station was not sent.');
  const encoder = {
    codec: 'aac',
    sample_rate: 48_000,
    channels: 2,
    bitrate: 64_000,
    adapted: true,
    advice: 'Set the encoder to MP3.',
    user_agent: 'butt',
    ip: '192.0.2.7',
    since: 0,
  };
  // Repeated until received: the connection may still be recovering from the previous test.
  const listenersAfterState = async (): Promise<number> => {
    engine.tell({ ...stateOf(desired), source: 'live', encoder, title: 'A - B', listeners: 3 });
    return (await owner.ok(stations.live, { params: { key } })).listeners;
  };
  await expect.poll(listenersAfterState).toBe(3);
  const live = await owner.call(stations.live, { params: { key } });
  expect(live.json).toMatchObject({ status: 'active', source: 'live', encoder: { since: '1970-01-01T00:00:00.000Z' } });
  expect(live.text).not.toContain('192.0.2.7');
  const station = await owner.ok(stations.get, { params: { key } });
  expect(station.server_status).toEqual({ status: 1, live: true, radio_server_status: 'active' });
});

test('reports a station as starting once the engine has been offline for three seconds', async () => {
  await owner.ok(playout.start, { params: { key } });
  const status = async () => (await owner.ok(stations.live, { params: { key } })).status;
  expect(await status()).toBe('active');
  const startedAt = performance.now();
  await leave();
  const first = await status();
  // Unless the request itself took three seconds.
  if (performance.now() - startedAt < 3000) expect(first).toBe('active');
  await expect.poll(status, { timeout: 30_000 }).toBe('starting');
});

test('disconnects the encoder after the engine has the new password, even if an older document is on its way', async () => {
  const said: string[] = [];
  const onItsWay = Promise.withResolvers<void>();
  const client: Pick<EngineClient, 'put' | 'kick'> = {
    put: async ({ password }) => {
      said.push(password);
      if (said.length === 1) await onItsWay.promise;
      return true;
    },
    kick: async () => void said.push('kick'),
  };
  const { db, config, log } = portal.kernel;
  const media = engineMedia(portal.kernel, mediaFolder(config));
  const sync = createEngineSync({ db, media, log, product: 'Radio', engine: client as EngineClient, node: undefined });
  const params = { params: { key } };
  const { password: before } = await owner.ok(stations.revealPassword, params);
  sync.changed(key);
  await expect.poll(() => said).toEqual([before]);
  const { password: after } = await owner.ok(stations.resetPassword, params);
  sync.kick(key);
  onItsWay.resolve();
  await expect.poll(() => said).toEqual([before, after, 'kick']);
  await sync.stop();
});
