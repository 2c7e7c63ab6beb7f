import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StationDesired } from '#contract/engine.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { playout } from '#contract/playout.ts';
import { playoutRules, type NewDayPart } from '#contract/playout-rules.ts';
import { stations } from '#contract/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { desiredStations } from './desired.ts';

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
/** Adds a playable rendition to each track. */
const prepare = async (tracks: readonly TrackKey[]): Promise<void> => {
  const format = {
    codec: 'mp3',
    bitrate: 128_000,
    sample_rate: 44_100,
    channels: 2,
    size: 1,
    duration_ms: 1000,
  } as const;
  const rows = tracks.map((track_key) => ({ track_key, ...format, path: `renditions/${track_key}.mp3` }));
  await portal.kernel.db.insertInto('renditions').values(rows).execute();
};
const desired = async (): Promise<StationDesired> => {
  const [station] = await desiredStations({ db: portal.kernel.db }, [key]);
  if (!station?.document) throw new Error('The station was not found.');
  return station.document;
};
const addPart = (part: Partial<NewDayPart> & { tracks: TrackKey[] }, who = owner) =>
  who.call(playoutRules.addDayPart, {
    ...params(),
    body: { name: 'Mornings', days: [1], from: 360, to: 600, ...part },
  });

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
  expect(after.autodj.rules).toEqual({ ...rules, timezone: 'UTC', day_parts: [] });
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

test('sends dayparts in the station’s time zone, with tracks that are not in the playlist', async () => {
  const [listed, other, jingle] = (await library(['Listed', 'Other', 'Jingle'])) as [TrackKey, TrackKey, TrackKey];
  await prepare([listed, other, jingle]);
  await owner.ok(playout.addTracks, { ...params(), body: { tracks: [listed] } });
  await owner.ok(playoutRules.addJingles, { ...params(), body: { tracks: [jingle] } });
  await owner.ok(stations.update, { ...params(), body: { default_timezone: 'Asia/Kolkata' } });
  const { status, json: part } = await addPart(
    { name: 'Nights', days: [6, 5, 6], from: 1320, to: 120, tracks: [other, jingle, listed] },
    staff,
  );
  expect(status).toBe(201);
  expect(part).toMatchObject({ name: 'Nights', days: [5, 6], from: 1320, to: 120, tracks_count: 3 });
  expect(part.tracks.map(({ title }: { title: string }) => title)).toEqual(['Other', 'Jingle', 'Listed']);
  const { autodj } = await desired();
  expect(autodj.others?.map(({ title }) => title)).toEqual(['Other']);
  expect(autodj.rules).toMatchObject({
    timezone: 'Asia/Kolkata',
    day_parts: [{ id: part.id, name: 'Nights', days: [5, 6], from: 1320, to: 120, tracks: [other, listed] }],
  });
  expect(await staff.ok(playoutRules.dayParts, params())).toMatchObject({
    timezone: 'Asia/Kolkata',
    day_parts: [{ id: part.id, tracks_count: 3 }],
  });
});

test('changes and removes dayparts, and does not send one without playable tracks', async () => {
  const [a, b] = (await library(['A', 'B'])) as [TrackKey, TrackKey];
  const { id } = (await addPart({ tracks: [a] })).json;
  expect((await desired()).autodj.rules?.day_parts).toEqual([]);
  const body = { name: 'Evenings', days: [1, 7], from: 1080, to: 1440, tracks: [b] };
  const changed = await owner.ok(playoutRules.changeDayPart, { params: { key, id }, body });
  expect(changed).toMatchObject({ id, ...body, tracks: [{ key: b }] });
  await owner.ok(playoutRules.removeDayPart, { params: { key, id } });
  const again = await owner.call(playoutRules.removeDayPart, { params: { key, id } });
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('autodj.dayPartNotFound')]);
});

test('refuses hours that overlap another daypart, even across midnight and the end of the week', async () => {
  const tracks = await library(['A']);
  await addPart({ name: 'Sunday night', days: [7], from: 1380, to: 180, tracks });
  const monday = await addPart({ name: 'Early', days: [1], from: 120, to: 300, tracks });
  expect([monday.status, monday.json.error.code]).toEqual([409, 'autodj.dayPartOverlaps']);
  expect(monday.json.error.message).toContain('Sunday night');
  expect(Object.keys(monday.json.error.fields ?? {})).toEqual(['from']);
  expect((await addPart({ name: 'Later', days: [1], from: 180, to: 300, tracks })).status).toBe(201);
});

test.each([
  ['without a name', { name: ' ' }, 'name'],
  ['without days', { days: [] }, 'days'],
  ['with an invalid day', { days: [8] }, 'days.0'],
  ['with an invalid start', { from: 1440 }, 'from'],
  ['of zero length', { from: 600, to: 600 }, 'to'],
])('refuses a daypart %s', async (_what, wrong, field) => {
  const reply = await addPart({ tracks: await library(['A']), ...wrong });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json.error.fields ?? {})).toEqual([field]);
});

test('does not find another station’s daypart and tracks', async () => {
  const [a] = (await library(['A'])) as [TrackKey];
  const { id } = (await addPart({ tracks: [a] })).json;
  const other = await portal.make.station(account);
  const body = { name: 'Mornings', days: [2], from: 0, to: 60, tracks: [a] };
  const own = { ...body, tracks: await library(['Own'], other) };
  const foreign = await owner.call(playoutRules.changeDayPart, { params: { key: other, id }, body: own });
  expect([foreign.status, foreign.json.error.code]).toEqual([404, 'autodj.dayPartNotFound']);
  expect((await owner.call(playoutRules.addDayPart, { params: { key: other }, body })).status).toBe(404);
  expect((await owner.call(playoutRules.dayPart, { params: { key: other, id } })).status).toBe(404);
});
