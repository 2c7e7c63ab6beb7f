import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { playout } from '#contract/api/playout.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { appendToPlaylist, insertIntoPlaylist, touchStation } from './playout.service.ts';

let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account();
  await portal.make.accountMember(account, person, 'owner');
});
afterAll(() => portal.close());
beforeEach(async () => {
  key = await portal.make.station(account);
});

const append = (tracks: TrackKey[], station = key) =>
  portal.kernel.db.transaction().execute((tx) => appendToPlaylist(tx, station, tracks));
const library = (titles: string[], station = key) =>
  Promise.all(titles.map((title) => portal.make.track(station, { title })));
const autoDj = () => owner.ok(playout.autoDj, { params: { key } });
const titles = async () => (await autoDj()).playlist.map((track) => track.title);
const revision = async () =>
  (await portal.kernel.db.selectFrom('stations').select('revision').where('key', '=', key).executeTakeFirstOrThrow())
    .revision;

test('starts with an empty playlist', async () => {
  expect(await autoDj()).toEqual({
    stream: key,
    playlist: [],
    shuffle: false,
    dirty: false,
    tracks_allowed: 1000,
    revision: 1,
    undo: null,
  });
});

test('appends tracks once each, and shows them as not ready', async () => {
  const [one, two] = await library(['One', 'Two']);
  for (const trackId of [one, two, one])
    await owner.ok(playout.addTrack, { params: { key, trackId: trackId as TrackKey } });
  const { playlist, revision: changes, dirty } = await autoDj();
  expect(playlist.map((track) => [track.title, track.state, track.url])).toEqual([
    ['One', 'preparing', null],
    ['Two', 'preparing', null],
  ]);
  expect([changes, dirty]).toEqual([3, true]);
});

test('inserts a slow upload at its position in upload order', async () => {
  const [slow, quick, last] = [await library(['Slow']), await library(['Quick']), await library(['Last'])].flat();
  for (const track of [quick, slow, last])
    await portal.kernel.db.transaction().execute((tx) => insertIntoPlaylist(tx, key, track as TrackKey));
  expect(await titles()).toEqual(['Slow', 'Quick', 'Last']);
});

test("refuses another station's track, even of the same account", async () => {
  const other = await portal.make.station(account);
  const [foreign] = (await library(['Foreign'], other)) as [TrackKey];
  const added = await owner.call(playout.addTrack, { params: { key, trackId: foreign } });
  expect(added.status).toBe(404);
  await append([foreign]);
  expect(await titles()).toEqual([]);
});

test('reorders the tracks', async () => {
  const [a, b, c] = (await library(['A', 'B', 'C'])) as [TrackKey, TrackKey, TrackKey];
  await append([a, b, c]);
  const before = await autoDj();
  const after = await owner.ok(playout.reorder, {
    params: { key },
    body: { tracks: [c, a, b], revision: before.revision },
  });
  expect(after.playlist.map((track) => track.title)).toEqual(['C', 'A', 'B']);
  expect(after.revision).toBe(before.revision + 1);
});

test.each([
  ['lacks a track', (tracks: TrackKey[]) => tracks.slice(1)],
  ['names a track twice', (tracks: TrackKey[]) => [...tracks.slice(1), ...tracks.slice(1, 2)]],
])('refuses an order that %s', async (_how, wrong) => {
  const tracks = await library(['A', 'B', 'C']);
  await append(tracks);
  const reply = await owner.call(playout.reorder, { params: { key }, body: { tracks: wrong(tracks) } });
  expect([reply.status, reply.json.error.code]).toEqual([409, 'autodj.orderMismatch']);
  expect(await titles()).toEqual(['A', 'B', 'C']);
});

test('refuses an order based on an older revision', async () => {
  const tracks = await library(['A', 'B']);
  await append(tracks);
  const { revision: old } = await autoDj();
  await owner.ok(playout.reorder, { params: { key }, body: { tracks: tracks.toReversed(), revision: old } });
  const reply = await owner.call(playout.reorder, { params: { key }, body: { tracks, revision: old } });
  expect(reply.json.error.code).toBe('autodj.orderMismatch');
  expect(await titles()).toEqual(['B', 'A']);
});

test('removes tracks from the playlist but not from the library', async () => {
  const [a, b] = (await library(['A', 'B'])) as [TrackKey, TrackKey];
  await append([a, b]);
  await owner.ok(playout.removeTracks, { params: { key }, body: { tracks: [a] } });
  expect(await titles()).toEqual(['B']);
  await owner.ok(playout.addTrack, { params: { key, trackId: a } });
  expect(await titles()).toEqual(['B', 'A']);
});

test('turns shuffle on and off; repeating it is no change', async () => {
  const on = await owner.ok(playout.shuffle, { params: { key, playlist: 'on' } });
  expect([on.shuffle, on.revision]).toEqual([true, 2]);
  expect((await owner.ok(playout.shuffle, { params: { key, playlist: 'true' } })).revision).toBe(2);
  expect((await owner.ok(playout.shuffle, { params: { key, playlist: 'off' } })).shuffle).toBe(false);
});

test('orders ten thousand tracks', async () => {
  const tracks = Array.from(
    { length: 10_000 },
    (_, i) => `t-${String(i).padStart(22, 'A').replaceAll('0', 'Z')}` as TrackKey,
  );
  await sql`insert into tracks (key, station_key, title, filename, original, sha256, state)
    select key, ${key}, key, 'a.mp3', 'originals/a', '', 'ready' from unnest(${tracks}::text[]) as key`.execute(
    portal.kernel.db,
  );
  await append(tracks);
  tracks.reverse();
  const after = await owner.ok(playout.reorder, { params: { key }, body: { tracks } });
  expect(after.playlist.map((entry) => entry.key)).toEqual(tracks);
});

test("raises the station's revision with every change, in the same transaction", async () => {
  const seen = [await revision()];
  const [a] = (await library(['A'])) as [TrackKey];
  const steps = [
    () => append([a]),
    () => owner.ok(playout.shuffle, { params: { key, playlist: 'on' } }),
    () => owner.ok(playout.reorder, { params: { key }, body: { tracks: [a] } }),
    () => owner.ok(playout.removeTracks, { params: { key }, body: { tracks: [a] } }),
    () => portal.kernel.db.transaction().execute((tx) => touchStation(tx, key)),
  ];
  for (const step of steps) {
    await step();
    seen.push(await revision());
  }
  expect(seen).toEqual(seen.map((_, i) => (seen[0] as number) + i));
});

test('loses no track when several are added at once', async () => {
  const tracks = await library(Array.from({ length: 20 }, (_, i) => `Track ${String(i)}`));
  await Promise.all(tracks.map((trackId) => owner.ok(playout.addTrack, { params: { key, trackId } })));
  const { playlist, revision: changes } = await autoDj();
  expect(new Set(playlist.map((track) => track.key))).toEqual(new Set(tracks));
  expect(changes).toBe(21);
});

test('returns the current track only while the Auto DJ plays', async () => {
  const [a] = (await library(['Playing'])) as [TrackKey];
  await append([a]);
  const current = () => owner.ok(playout.current, { params: { key } });
  expect(await current()).toEqual({ onAir: false, stream: key, track: null });

  const state = {
    key,
    status: 'active' as const,
    source: 'autodj' as const,
    encoder: null,
    title: 'Playing',
    track: { key: a, title: 'Playing', artist: '', album: '' },
    track_started: null,
    listeners: 0,
  };
  portal.live.publish(state);
  expect(await current()).toMatchObject({ onAir: true, track: { key: a, title: 'Playing' } });
  portal.live.publish({ ...state, source: 'live', track: null });
  expect(await current()).toEqual({ onAir: true, stream: key, track: null });
});
