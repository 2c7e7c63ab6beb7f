import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { playout } from '#contract/api/playout.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { addRenditions, desiredOf } from './testing/prepared-tracks.ts';

/* The Auto DJ's playback rules, and how they are sent to the engine. */

let portal: TestPortal;
let owner: TestClient;
let staff: TestClient;
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
  const colleague = await portal.make.person();
  await portal.make.stationMember(key, colleague, 'staff');
  staff = await portal.as(colleague);
});

const params = () => ({ params: { key } });
const library = (titles: readonly string[], station = key) =>
  Promise.all(titles.map((title) => portal.make.track(station, { title }))) as Promise<TrackKey[]>;
const prepare = (tracks: readonly TrackKey[]) => addRenditions(portal.kernel.db, tracks);
const desired = () => desiredOf(portal.kernel.db, key);

test('starts without rules, and with the default crossfade', async () => {
  expect(await owner.ok(playoutRules.rules, params())).toEqual({
    jingle_every: 0,
    artist_minutes: 0,
    title_minutes: 0,
    mix_offset: 550,
    mix_speed: 300,
  });
});

test('changes the rules, stores the crossfade in the station’s settings, and notifies the engine', async () => {
  const rules = { jingle_every: 4, artist_minutes: 30, title_minutes: 180, mix_offset: 2000, mix_speed: 1500 };
  const before = await desired();
  expect(await staff.ok(playoutRules.setRules, { ...params(), body: rules })).toEqual(rules);
  const { radio_server_settings } = await owner.ok(stations.get, params());
  expect(radio_server_settings).toMatchObject({ mix_offset: 2000, mix_speed: 1500, project_type: 2 });
  const after = await desired();
  expect(after.autodj.rules).toEqual({ ...rules, timezone: 'UTC', playlist_weight: 1, playlists: [] });
  expect(after.revision).toBeGreaterThan(before.revision);
  await owner.ok(stations.update, { ...params(), body: { radio_server_settings: { mix_offset: 0 } } });
  expect(await owner.ok(playoutRules.rules, params())).toEqual({ ...rules, mix_offset: 0 });
});

test.each([
  ['jingle_every', 101],
  ['artist_minutes', -1],
  ['mix_offset', 20_001],
  ['title_minutes', 0.5],
])('refuses %s of %d on its field', async (field, value) => {
  const body = { jingle_every: 0, artist_minutes: 0, title_minutes: 0, mix_offset: 0, mix_speed: 0, [field]: value };
  const reply = await owner.call(playoutRules.setRules, { ...params(), body });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json.error.fields ?? {})).toEqual([field]);
});

test('marks tracks as jingles, removes them from the playlist and notifies the engine; undo reverts it', async () => {
  const [a, b, c] = (await library(['A', 'B', 'C'])) as [TrackKey, TrackKey, TrackKey];
  await prepare([a, b, c]);
  await owner.ok(playout.addTracks, { ...params(), body: { tracks: [a, b, c] } });
  const { jingles } = await staff.ok(playoutRules.addJingles, { ...params(), body: { tracks: [b] } });
  expect(jingles.map(({ title }) => title)).toEqual(['B']);
  const { autodj } = await desired();
  expect(autodj.items.map(({ title }) => title)).toEqual(['A', 'C']);
  expect(autodj.jingles).toEqual([expect.objectContaining({ key: b, kind: 'jingle', path: `renditions/${b}.mp3` })]);

  const step = (await owner.ok(playout.autoDj, params())).undo;
  expect(step).toMatchObject({ what: 'removed', tracks: 1, title: 'B' });
  await owner.ok(playout.undo, { ...params(), body: { step: step?.id ?? 0 } });
  expect((await owner.ok(playoutRules.jingles, params())).jingles).toEqual([]);
  expect((await desired()).autodj.items.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
});

test('plays jingles that were added at once in the order of the screen', async () => {
  const tracks = await library(Array.from({ length: 20 }, (_, n) => `Jingle ${String(n)}`));
  await prepare(tracks);
  await owner.ok(playoutRules.addJingles, { ...params(), body: { tracks } });
  const { jingles } = await owner.ok(playoutRules.jingles, params());
  const { autodj } = await desired();
  expect(autodj.jingles?.map((one) => one.title)).toEqual(jingles.map(({ title }) => title));
});

test('refuses jingles beyond the limit, and adds none of them', async () => {
  const names = Array.from({ length: limits.jingles + 1 }, (_, n) => `Jingle ${String(n)}`);
  const tracks = await library(names);
  await owner.ok(playoutRules.addJingles, { ...params(), body: { tracks: tracks.slice(0, limits.jingles) } });
  const reply = await owner.call(playoutRules.addJingles, { ...params(), body: { tracks: tracks.slice(-1) } });
  expect([reply.status, reply.json.error.code]).toEqual([409, 'autodj.jinglesFull']);
  expect((await owner.ok(playoutRules.jingles, params())).jingles).toHaveLength(limits.jingles);
});

test('turns a jingle back into music, and refuses tracks of another station', async () => {
  const [a] = (await library(['A'])) as [TrackKey];
  await owner.ok(playoutRules.addJingles, { ...params(), body: { tracks: [a] } });
  expect((await owner.ok(playoutRules.removeJingles, { ...params(), body: { tracks: [a] } })).jingles).toEqual([]);
  const [foreign] = (await library(['F'], await portal.make.station(account))) as [TrackKey];
  expect((await owner.call(playoutRules.addJingles, { ...params(), body: { tracks: [foreign] } })).status).toBe(404);
  expect((await owner.ok(playoutRules.jingles, params())).jingles).toEqual([]);
});
