import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openRules } from '#contract/listener-rules.ts';
import { live as endpoints, type NowPlaying } from '#contract/live.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { StationLive } from '#contract/session.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let anybody: TestClient;
let account: AccountKey;
let key: StationKey;
let mount: string;

beforeAll(async () => {
  portal = await testPortal();
  anybody = await portal.as(undefined);
  account = await portal.make.account();
});
afterAll(() => portal.close());
beforeEach(async () => {
  key = await portal.make.station(account, { name: 'Public Wave' });
  const row = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  mount = row.streamname;
});

const tell = (also: Partial<StationLive> = {}) =>
  portal.live.publish({
    key,
    status: 'active',
    source: 'live',
    encoder: null,
    title: 'Nova - Deep Blue - Remix',
    track: null,
    track_started: '2026-11-21T10:00:00.000Z',
    listeners: 1,
    ...also,
  });
const shown = { max_listeners: null, max_per_address: null, show_listeners: true };
const playing = () => anybody.ok(endpoints.nowPlaying, { params: { mount } });

test('tells anybody what a station plays', async () => {
  tell();
  expect(await playing()).toEqual({
    mount,
    name: 'Public Wave',
    on_air: true,
    live: true,
    source: 'live',
    title: 'Nova - Deep Blue - Remix',
    artist: 'Nova',
    track: 'Deep Blue - Remix',
    album: '',
    artwork: null,
    started: '2026-11-21T10:00:00.000Z',
    duration: null,
    listeners: null,
    history: [],
    stream_url: `http://stream.test:8000/${mount}`,
    hls_url: null,
    aac_url: null,
    low_url: null,
    m3u_url: `http://stream.test:8000/${mount}.m3u`,
    pls_url: `http://stream.test:8000/${mount}.pls`,
  });
});

test("takes artist and title from the Auto DJ's track", async () => {
  tell({ source: 'autodj', title: 'A - B', track: { key: 't', title: 'B - C', artist: 'A', album: '' } });
  expect(await playing()).toMatchObject({ live: false, artist: 'A', track: 'B - C' });
});

test('tells of a stopped station that it is not on the air, and nothing else', async () => {
  const silent = { on_air: false, live: false, title: '', artist: '', track: '', started: null };
  expect(await playing()).toMatchObject(silent);
  tell({ status: 'inactive', source: 'none' });
  expect(await playing()).toMatchObject(silent);
});

test('is for any site, and kept by caches for a second', async () => {
  tell();
  const reply = await fetch(`${portal.url}/live/${mount}`);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=1');
});

test("shows a track's picture and length, else the station's logo", async () => {
  const track = await portal.make.track(key, { title: 'B - C' });
  const { db } = portal.kernel;
  await db
    .updateTable('tracks')
    .set({ artwork: 'artwork-x.webp', duration_ms: 61_500 })
    .where('key', '=', track)
    .execute();
  await db.updateTable('stations').set({ logo: 'station-y.webp' }).where('key', '=', key).execute();
  tell({ source: 'autodj', title: 'A - B - C', track: { key: track, title: 'B - C', artist: 'A', album: 'D' } });
  expect(await playing()).toMatchObject({
    artwork: 'http://portal.test/images/artwork-x.webp',
    duration: 61.5,
    album: 'D',
  });
  tell({ title: 'Live words', track_started: null });
  expect(await playing()).toMatchObject({
    artwork: 'http://portal.test/images/station-y.webp',
    duration: null,
    history: [{ title: 'A - B - C', artist: 'A', track: 'B - C', artwork: 'http://portal.test/images/artwork-x.webp' }],
  });
});

test('remembers what was played, the latest first, at most 20 of them', async () => {
  tell({ title: 'Song 0', track_started: null });
  await playing();
  for (let n = 1; n <= 25; n++) tell({ title: `Song ${n}`, track_started: null });
  const { title, history } = await playing();
  expect(title).toBe('Song 25');
  expect(history.map((play) => play.title)).toEqual(Array.from({ length: 20 }, (_, n) => `Song ${24 - n}`));
});

test('tells how many listen only where the station shows it', async () => {
  tell({ listeners: 7 });
  expect((await playing()).listeners).toBeNull();
  await portal.kernel.db
    .insertInto('stream_rules')
    .values({ ...openRules, ...shown, station_key: key })
    .execute();
  tell({ listeners: 8, title: 'Another' });
  expect((await playing()).listeners).toBe(8);
});

test('hides the title where the station does', async () => {
  await portal.kernel.db.updateTable('stations').set({ show_tracks_playing: false }).where('key', '=', key).execute();
  tell();
  expect(await playing()).toMatchObject({ on_air: true, live: true, title: '', artist: '', track: '', started: null });
});

test('knows no mount of a deleted station', async () => {
  await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  expect((await anybody.call(endpoints.nowPlaying, { params: { mount } })).status).toBe(404);
  expect((await anybody.send('GET', `/live/${mount}/events`)).status).toBe(404);
});

test('follows each change of what plays, and not of who listens', async () => {
  tell({ title: 'First' });
  const leave = new AbortController();
  const reply = await fetch(`${portal.url}/live/${mount}/events`, { signal: leave.signal });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const events = playingEvents(reply);
  expect((await events.next()).value?.title).toBe('First');
  tell({ title: 'First', listeners: 2 });
  tell({ title: 'Second', listeners: 2 });
  expect((await events.next()).value?.title).toBe('Second');
  tell({ status: 'inactive', source: 'none' });
  expect((await events.next()).value?.on_air).toBe(false);
  leave.abort();
});

test('is followed at its own address, too, by who accepts events', async () => {
  tell({ title: 'First' });
  const leave = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const reply = await fetch(`${portal.url}/live/${mount}`, { headers, signal: leave.signal });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  const events = playingEvents(reply);
  expect((await events.next()).value?.title).toBe('First');
  tell({ title: 'Second' });
  expect((await events.next()).value).toMatchObject({ title: 'Second', history: [{ title: 'First' }] });
  const quickest = await quickestOf(async (title) => {
    tell({ title });
    expect((await events.next()).value?.title).toBe(title);
  });
  expect(quickest).toBeLessThan(1000);
  leave.abort();
});

test('tells 1,000 followers of a change within a second, from one text', async () => {
  tell({ title: 'First' });
  await playing();
  let [begun, told, awaited] = [0, 0, 'none'];
  const port = Number(new URL(portal.url).port);
  const sockets = Array.from({ length: 1000 }, (_, i) => {
    // A hundred from each of ten addresses: more of one are refused.
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (i % 10)}` });
    socket.write(`GET /live/${mount}/events HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.on('data', (bytes) => {
      if (bytes.includes('"First"')) begun += 1;
      if (bytes.includes(`"title":"${awaited}"`)) told += 1;
    });
    socket.on('error', () => {});
    return socket;
  });
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(1000);
  const quickest = await quickestOf(async (title) => {
    [told, awaited] = [0, title];
    tell({ title });
    await expect.poll(() => told, { timeout: 20_000, interval: 10 }).toBe(1000);
  });
  expect(quickest).toBeLessThan(1000);
  for (const socket of sockets) socket.destroy();
}, 180_000);

test('is followed by a hundred of one client at most', async () => {
  const leaving = new AbortController();
  const follow = () => fetch(`${portal.url}/live/${mount}/events`, { signal: leaving.signal });
  const replies = await Promise.all(Array.from({ length: 101 }, follow));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(100);
  const [refused] = replies.filter(({ status }) => status !== 200);
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '30']);
  leaving.abort();
  await expect
    .poll(async () => (await fetch(`${portal.url}/live/${mount}/events`, { method: 'HEAD' })).status)
    .toBe(200);
});

/** The ms of the quickest of some turns, at most until one took less than a second: a busy machine makes any one of them slow. */
const quickestOf = async (turn: (title: string) => Promise<void>): Promise<number> => {
  let quickest = Infinity;
  for (let n = 1; n <= 5 && quickest >= 1000; n++) {
    const began = performance.now();
    await turn(`Change ${n}`);
    quickest = Math.min(quickest, performance.now() - began);
  }
  return quickest;
};

const playingEvents = async function* (reply: Response): AsyncGenerator<NowPlaying> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of reply.body ?? []) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '));
      if (data) yield JSON.parse(data.slice('data: '.length)) as NowPlaying;
    }
  }
};
