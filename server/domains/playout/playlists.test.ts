import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { playout } from '#contract/api/playout.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import { playlists, type NewPlaylist } from '#contract/api/playlists.ts';
import { stations } from '#contract/api/stations.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { addRenditions, desiredOf } from './testing/prepared-tracks.ts';

/* Several playlists of a station, the tags that they find tracks by, and how they are sent to the engine. */

let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let key: StationKey;
let a: TrackKey;
let b: TrackKey;
let c: TrackKey;

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
  [a, b, c] = (await tracksOf(key, ['A', 'B', 'C'])) as [TrackKey, TrackKey, TrackKey];
});

/** One after the other, as playlists by tags follow the time of addition. */
const tracksOf = async (station: StationKey, titles: readonly string[]): Promise<TrackKey[]> => {
  const keys: TrackKey[] = [];
  for (const title of titles) keys.push(await portal.make.track(station, { title }));
  return keys;
};
const params = () => ({ params: { key } });
const prepare = (tracks: readonly TrackKey[]) => addRenditions(portal.kernel.db, tracks);
const desired = () => desiredOf(portal.kernel.db, key);
const settings = {
  name: 'Mornings',
  weight: 1,
  enabled: true,
  shuffle: false,
  exclusive: false,
  hours: [],
  content: 'tracks',
  tags: [],
  match: 'any',
} satisfies Omit<NewPlaylist, 'tracks'>;
const mornings = { days: [1], from: 360, to: 600 };
const alone = { exclusive: true, hours: [mornings] };
const add = (some: Partial<NewPlaylist>, client = owner) =>
  client.call(playlists.addPlaylist, { ...params(), body: { ...settings, tracks: [a], ...some } });
const added = async (some: Partial<NewPlaylist>): Promise<string> => (await add(some)).json.id as string;
const change = (id: string, body: Partial<NewPlaylist>) =>
  owner.call(playlists.changePlaylist, { params: { key, id }, body });
const media = async () => testClient(portal.url, (await owner.ok(library.token, { params: { id: key } })).token);
const tagged = async () => {
  const client = await media();
  return (tracks: TrackKey[], tags: string[], remove: string[] = []) =>
    client.call(library.changeTags, { body: { tracks, add: tags, remove } });
};

test('a station has its own playlist alone, and sends no others', async () => {
  await owner.ok(playout.addTracks, { ...params(), body: { tracks: [a, b] } });
  expect(await owner.ok(playlists.playlists, params())).toMatchObject({
    timezone: 'UTC',
    own: { weight: 1, tracks_count: 2 },
    playlists: [],
  });
  expect((await desired()).autodj).toMatchObject({ rules: { playlist_weight: 1, playlists: [] }, others: [] });
});

test('sends playlists in the station’s time zone, with tracks that are not in its own one, and without jingles', async () => {
  await prepare([a, b, c]);
  await owner.ok(playout.addTracks, { ...params(), body: { tracks: [a] } });
  await owner.ok(playoutRules.addJingles, { ...params(), body: { tracks: [c] } });
  await owner.ok(stations.update, { ...params(), body: { default_timezone: 'Asia/Kolkata' } });
  const hours = [{ days: [6, 5, 6], from: 1320, to: 120 }];
  const { status, json } = await add({ name: 'Nights', exclusive: true, hours, tracks: [b, c, a], shuffle: true });
  expect(status).toBe(201);
  expect(json).toMatchObject({ name: 'Nights', tracks_count: 2, hours: [{ days: [5, 6], from: 1320, to: 120 }] });
  expect(json.tracks.map(({ title }: { title: string }) => title)).toEqual(['B', 'C', 'A']);
  const before = await desired();
  expect(before.autodj.others?.map(({ title }) => title)).toEqual(['B']);
  expect(before.autodj.rules).toMatchObject({
    timezone: 'Asia/Kolkata',
    playlists: [
      {
        id: json.id,
        name: 'Nights',
        weight: 1,
        exclusive: true,
        shuffle: true,
        hours: [{ days: [5, 6], from: 1320, to: 120 }],
        tracks: [b, a],
      },
    ],
  });
  await change(json.id, { enabled: false });
  const after = await desired();
  expect([after.autodj.rules?.playlists, after.autodj.others]).toEqual([[], []]);
  expect(after.revision).toBeGreaterThan(before.revision);
});

test('finds tracks by any or all of some tags, as tags change', async () => {
  await prepare([a, b, c]);
  const tag = await tagged();
  await tag([a, b], ['Jazz ', 'night']);
  expect((await tag([c], ['jazz'])).json).toEqual({
    tags: [
      { tag: 'jazz', tracks: 3 },
      { tag: 'night', tracks: 2 },
    ],
  });
  const id = await added({ content: 'tags', tags: ['jazz', 'night', 'jazz'], tracks: [] });
  const tracks = async () => (await desired()).autodj.rules?.playlists?.[0]?.tracks;
  expect(await tracks()).toEqual([a, b, c]);
  await change(id, { match: 'all' });
  expect(await tracks()).toEqual([a, b]);
  const { revision } = await desired();
  await tag([b], [], ['night']);
  expect(await tracks()).toEqual([a]);
  expect((await desired()).revision).toBeGreaterThan(revision);
  const found = await (await media()).ok(library.list, { query: { tag: 'night' } });
  expect(found.tracks).toMatchObject([
    { key: a, tags: ['jazz', 'night'], used_in: [{ kind: 'other_playlist', name: 'Mornings' }] },
  ]);
});

test('changes what is given, and removes; a playlist without playable tracks is not sent', async () => {
  const id = await added({ weight: 3 });
  expect((await desired()).autodj.rules?.playlists).toEqual([]);
  const changed = await change(id, { weight: 5, tracks: [b] });
  expect(changed.json).toMatchObject({ id, name: 'Mornings', weight: 5, tracks: [{ key: b }] });
  await owner.ok(playlists.setPlaylistWeight, { ...params(), body: { weight: 0 } });
  expect((await desired()).autodj.rules?.playlist_weight).toBe(0);
  await owner.ok(playlists.removePlaylist, { params: { key, id } });
  const again = await owner.call(playlists.removePlaylist, { params: { key, id } });
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('playlist.notFound')]);
});

test('refuses two that play alone at once, even across midnight and the end of the week, unless one is off', async () => {
  await add({ name: 'Sunday night', exclusive: true, hours: [{ days: [7], from: 1380, to: 180 }] });
  const early = { name: 'Early', exclusive: true, hours: [{ days: [1], from: 120, to: 300 }] };
  const refused = await add(early);
  expect([refused.status, refused.json.error.code]).toEqual([409, 'playlist.overlaps']);
  expect(refused.json.error.message).toContain('Sunday night');
  expect(Object.keys(refused.json.error.fields ?? {})).toEqual(['hours.0.from']);
  expect((await add({ ...early, exclusive: false })).status).toBe(201);
  const off = await added({ ...early, enabled: false });
  expect((await change(off, { enabled: true })).json.error.code).toBe('playlist.overlaps');
  expect((await change(off, { enabled: true, hours: [{ days: [1], from: 180, to: 300 }] })).status).toBe(200);
});

test('exchanges the hours of several playlists at once', async () => {
  const evenings = { days: [1], from: 1080, to: 1200 };
  const one = await added({ ...alone });
  const other = await added({ name: 'Evenings', exclusive: true, hours: [evenings] });
  const set = (hours: { id: string; hours: (typeof evenings)[] }[]) =>
    owner.call(playlists.setPlaylistHours, { ...params(), body: { playlists: hours } });
  const exchanged = await set([
    { id: one, hours: [evenings] },
    { id: other, hours: [mornings] },
  ]);
  expect(exchanged.json.playlists).toMatchObject([{ hours: [evenings], tracks_count: 1 }, { hours: [mornings] }]);
  expect((await set([{ id: one, hours: [mornings] }])).json.error.code).toBe('playlist.overlaps');
  const empty = await set([{ id: one, hours: [] }]);
  expect([empty.status, Object.keys(empty.json.error.fields ?? {})]).toEqual([400, ['playlists.0.hours']]);
});

test.each([
  ['without a name', { name: ' ' }, 'name'],
  ['with weight 0', { weight: 0 }, 'weight'],
  ['with a weight beyond the limit', { weight: limits.playlistWeight + 1 }, 'weight'],
  ['without tracks', { tracks: [] }, 'tracks'],
  ['without tags', { content: 'tags' as const }, 'tags'],
  ['with an empty tag', { content: 'tags' as const, tags: [' '] }, 'tags.0'],
  ['that plays alone without hours', { exclusive: true }, 'hours'],
  ['with hours without days', { hours: [{ days: [], from: 0, to: 60 }] }, 'hours.0.days'],
  ['with hours of zero length', { hours: [{ days: [1], from: 60, to: 60 }] }, 'hours.0.to'],
])('refuses a playlist %s', async (_what, wrong, field) => {
  const reply = await add(wrong);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json.error.fields ?? {})).toEqual([field]);
});

test('refuses more playlists and tags than the limits, and changes nothing then', async () => {
  const rows = Array.from({ length: limits.playlists }, (_, n) => ({ station_key: key, name: `List ${String(n)}` }));
  await portal.kernel.db.insertInto('playlists').values(rows).execute();
  expect((await add({})).json.error.code).toBe('playlist.full');
  const tag = await tagged();
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `tag ${String(n + from)}`);
  await tag([a], many(limits.trackTags));
  expect((await tag([a, b], ['one more'])).json.error.code).toBe('media.trackTagsFull');
  const [d] = await tracksOf(key, ['D']);
  const others = many(limits.stationTags - limits.trackTags, limits.trackTags);
  const values = others.map((name) => ({ track_key: d!, station_key: key, tag: name }));
  await portal.kernel.db.insertInto('track_tags').values(values).execute();
  expect((await tag([b], ['one more'])).json.error.code).toBe('media.stationTagsFull');
  expect((await tag([b], ['tag 0'])).json.tags).toHaveLength(limits.stationTags);
});

test('does not find another station’s playlist and tracks', async () => {
  const id = await added({});
  const other = await portal.make.station(account);
  const [own] = await tracksOf(other, ['Own']);
  const foreign = await owner.call(playlists.changePlaylist, { params: { key: other, id }, body: { weight: 2 } });
  expect([foreign.status, foreign.json.error.code]).toEqual([404, 'playlist.notFound']);
  expect((await add({ tracks: [own!] })).status).toBe(404);
  expect((await change(id, { tracks: [own!] })).status).toBe(404);
  expect((await (await tagged())([own!], ['jazz'])).json.error.code).toBe('media.notFound');
  const body = { playlists: [{ id, hours: [] }] };
  const hours = await owner.call(playlists.setPlaylistHours, { params: { key: other }, body });
  expect(hours.json.error.code).toBe('playlist.notFound');
});
