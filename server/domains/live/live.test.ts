import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openRules } from '#contract/rules/listener-rules.ts';
import { live as endpoints, type NowPlaying } from '#contract/api/live.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let visitor: TestClient;
let account: AccountKey;
let key: StationKey;
let mount: string;

beforeAll(async () => {
  portal = await testPortal();
  visitor = await portal.as(undefined);
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

const publish = (also: Partial<StationLive> = {}) =>
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
const countShown = { max_listeners: null, max_per_address: null, show_listeners: true };
const playing = () => visitor.ok(endpoints.nowPlaying, { params: { mount } });

test('shows the public what a station plays', async () => {
  publish();
  expect(await playing()).toEqual({
    mount,
    name: 'Public Wave',
    on_air: true,
    live: true,
    source: 'live',
    presenter: null,
    requests: false,
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
    logo_512: null,
    burst_ms: 5000,
    now: expect.any(String) as string,
  });
});

test('shows who is on the air, with their picture in place of the artwork', async () => {
  const anna = { id: 'p-1', name: 'Anna Berg', picture: '/images/presenter-1.webp', until: null };
  publish({ presenter: anna });
  const picture = expect.stringMatching(/^http.*\/images\/presenter-1\.webp$/) as string;
  expect(await playing()).toMatchObject({ presenter: { name: 'Anna Berg', picture }, artwork: picture });
  publish({ status: 'inactive', source: 'none', presenter: anna });
  expect(await playing()).toMatchObject({ presenter: null, artwork: null });
});

test("takes artist and title from the Auto DJ's track", async () => {
  publish({ source: 'autodj', title: 'A - B', track: { key: 't', title: 'B - C', artist: 'A', album: '' } });
  expect(await playing()).toMatchObject({ live: false, artist: 'A', track: 'B - C' });
});

test('shows a stopped station as off the air, without a title', async () => {
  const silent = { on_air: false, live: false, title: '', artist: '', track: '', started: null };
  expect(await playing()).toMatchObject(silent);
  publish({ status: 'inactive', source: 'none' });
  expect(await playing()).toMatchObject(silent);
});

test('allows any origin, and one second of caching', async () => {
  publish();
  const reply = await fetch(`${portal.url}/live/${mount}`);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=1');
});

test("shows a track's artwork and duration, or else the station's logo", async () => {
  const track = await portal.make.track(key, { title: 'B - C' });
  const { db } = portal.kernel;
  await db
    .updateTable('tracks')
    .set({ artwork: 'artwork-x.webp', duration_ms: 61_500 })
    .where('key', '=', track)
    .execute();
  await db
    .updateTable('stations')
    .set({ logo: 'station-y.webp', logo_512: 'station-z.webp' })
    .where('key', '=', key)
    .execute();
  publish({ source: 'autodj', title: 'A - B - C', track: { key: track, title: 'B - C', artist: 'A', album: 'D' } });
  expect(await playing()).toMatchObject({
    artwork: 'http://portal.test/images/artwork-x.webp',
    duration: 61.5,
    album: 'D',
  });
  publish({ title: 'Live words', track_started: null });
  expect(await playing()).toMatchObject({
    artwork: 'http://portal.test/images/station-y.webp',
    logo_512: 'http://portal.test/images/station-z.webp',
    duration: null,
    history: [{ title: 'A - B - C', artist: 'A', track: 'B - C', artwork: 'http://portal.test/images/artwork-x.webp' }],
  });
});

test('lists the last 20 plays, latest first', async () => {
  publish({ title: 'Song 0', track_started: null });
  await playing();
  for (let n = 1; n <= 25; n++) publish({ title: `Song ${n}`, track_started: null });
  const { title, history } = await playing();
  expect(title).toBe('Song 25');
  expect(history.map((play) => play.title)).toEqual(Array.from({ length: 20 }, (_, n) => `Song ${24 - n}`));
});

test('shows the listener count only if the station enables it', async () => {
  publish({ listeners: 7 });
  expect((await playing()).listeners).toBeNull();
  await portal.kernel.db
    .insertInto('stream_rules')
    .values({ ...openRules, ...countShown, station_key: key })
    .execute();
  publish({ listeners: 8, title: 'Another' });
  expect((await playing()).listeners).toBe(8);
});

test('hides the title if the station hides its tracks', async () => {
  await portal.kernel.db.updateTable('stations').set({ show_tracks_playing: false }).where('key', '=', key).execute();
  publish();
  expect(await playing()).toMatchObject({ on_air: true, live: true, title: '', artist: '', track: '', started: null });
});

test('does not find the mount of a deleted station', async () => {
  await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  expect((await visitor.call(endpoints.nowPlaying, { params: { mount } })).status).toBe(404);
  expect((await visitor.send('GET', `/live/${mount}/events`)).status).toBe(404);
});

test('streams each change of the current play, but not of the listener count', async () => {
  publish({ title: 'First' });
  const leave = new AbortController();
  const reply = await fetch(`${portal.url}/live/${mount}/events`, { signal: leave.signal });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const events = playingEvents(reply);
  expect((await events.next()).value?.title).toBe('First');
  publish({ title: 'First', listeners: 2 });
  publish({ title: 'Second', listeners: 2 });
  expect((await events.next()).value?.title).toBe('Second');
  publish({ status: 'inactive', source: 'none' });
  expect((await events.next()).value?.on_air).toBe(false);
  leave.abort();
});

test('also streams events at the now-playing URL for clients that accept them', async () => {
  publish({ title: 'First' });
  const leave = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const reply = await fetch(`${portal.url}/live/${mount}`, { headers, signal: leave.signal });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  const events = playingEvents(reply);
  expect((await events.next()).value?.title).toBe('First');
  publish({ title: 'Second' });
  expect((await events.next()).value).toMatchObject({ title: 'Second', history: [{ title: 'First' }] });
  leave.abort();
});

test('answers for several mounts in their order, and leaves unknown ones out', async () => {
  const other = await portal.make.station(account, { name: 'Other Wave' });
  const { second } = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname as second')
    .where('key', '=', other)
    .executeTakeFirstOrThrow();
  publish({ title: 'First' });
  const several = await visitor.ok(endpoints.several, { query: { mounts: `${second},nowhere,${mount}` } });
  expect(several.map(({ name, title }) => [name, title])).toEqual([
    ['Other Wave', ''],
    ['Public Wave', 'First'],
  ]);
  const reply = await fetch(`${portal.url}/live?mounts=${mount}`);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  for (const mounts of ['', 'a,,b', 'a/b', Array.from({ length: 21 }, () => 'a').join()])
    expect((await visitor.send('GET', `/live?mounts=${mounts}`)).status, mounts).toBe(400);
});

test('streams what several mounts play by one connection', async () => {
  const other = await portal.make.station(account, { name: 'Other Wave' });
  const { second } = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname as second')
    .where('key', '=', other)
    .executeTakeFirstOrThrow();
  publish({ title: 'First' });
  const leave = new AbortController();
  const reply = await fetch(`${portal.url}/live/events?mounts=${mount},${second}`, { signal: leave.signal });
  const events = playingEvents(reply);
  const names = [(await events.next()).value?.name, (await events.next()).value?.name];
  expect(names).toEqual(['Public Wave', 'Other Wave']);
  publish({ title: 'Second' });
  expect((await events.next()).value).toMatchObject({ name: 'Public Wave', title: 'Second' });
  publish({ key: other, title: 'Third' });
  expect((await events.next()).value).toMatchObject({ name: 'Other Wave', title: 'Third' });
  leave.abort();
  expect((await visitor.send('GET', '/live/events?mounts=nowhere')).status).toBe(404);
});

test('sends a change to 1,000 followers', async () => {
  publish({ title: 'First' });
  await playing();
  let [connected, received, expected] = [0, 0, 'none'];
  const port = Number(new URL(portal.url).port);
  const sockets = Array.from({ length: 1000 }, (_, i) => {
    // A hundred from each of ten addresses, as one client may not have more.
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (i % 10)}` });
    socket.write(`GET /live/${mount}/events HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.on('data', (bytes) => {
      if (bytes.includes('"First"')) connected += 1;
      if (bytes.includes(`"title":"${expected}"`)) received += 1;
    });
    socket.on('error', () => {});
    return socket;
  });
  await expect.poll(() => connected, { timeout: 60_000 }).toBe(1000);
  [received, expected] = [0, 'Change'];
  publish({ title: expected });
  await expect.poll(() => received).toBe(1000);
  for (const socket of sockets) socket.destroy();
}, 180_000);

test('admits at most a hundred followers per client', async () => {
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
