import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcastAds, type EpisodeAds, type PodcastAds } from '#contract/api/podcast-ads.ts';
import { portal as portalCalls } from '#contract/api/portal.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let account: AccountKey;
let owner: TestClient;
let admin: TestClient;
let key: PodcastKey;
let episodeKey: EpisodeKey;

const allowed = {
  enabled: true,
  pre_roll: 2,
  mid_roll: 3,
  post_roll: 1,
  minutes_between: 10,
  opt_out_allowed: true,
  cpm: 1000,
};
const wanted: PodcastAds = {
  enabled: true,
  pre_roll: 1,
  mid_roll: 2,
  post_roll: 0,
  mid_rule: 'interval',
  interval_minutes: 20,
};

beforeAll(async () => {
  portal = await testPortal();
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(async () => {
  await allow({});
  key = await portal.make.podcast(account);
  episodeKey = await portal.make.episode(key);
  await setLength(60);
});

const allow = (change: Partial<typeof allowed>) =>
  admin.ok(portalCalls.setPodcastAds, { body: { ...allowed, ...change } });
const setLength = (minutes: number, chapters: number[] = []) =>
  portal.kernel.db
    .updateTable('episodes')
    .set({
      audio_ms: minutes * 60_000,
      chapters: JSON.stringify(chapters.map((minute) => ({ start: minute * 60, title: 'C', url: '' }))),
    })
    .where('key', '=', episodeKey)
    .execute();
const read = () => owner.ok(podcastAds.get, { params: { key } });
const set = (body: PodcastAds, by = owner) => by.call(podcastAds.set, { params: { key }, body });
const params = () => ({ podcastKey: key, episodeKey });
const readEpisode = () => owner.ok(podcastAds.episode, { params: params() });
const setEpisode = (body: EpisodeAds, by = owner) => by.call(podcastAds.setEpisode, { params: params(), body });
const minutesOf = async () => (await readEpisode()).markers.map(({ kind, at }) => `${kind} ${String(at / 60)}`);

test('uses the portal’s settings until its own are saved', async () => {
  expect(await read()).toMatchObject({ enabled: true, pre_roll: 2, mid_roll: 3, post_roll: 1, mid_rule: 'chapters' });
  await allow({ pre_roll: 1, minutes_between: 30 });
  const settings = await read();
  expect(settings).toMatchObject({ pre_roll: 1, interval_minutes: 30, bounds: { minutes_between: 30 } });
  expect(settings.bounds).not.toHaveProperty('cpm');
});

test('stores settings as given, and returns them within the portal’s current limits', async () => {
  expect((await set(wanted)).json).toMatchObject(wanted);
  expect(await read()).toMatchObject(wanted);
  await allow({ mid_roll: 1, minutes_between: 25 });
  expect(await read()).toMatchObject({ mid_roll: 1, interval_minutes: 25 });
  await allow({});
  expect(await read()).toMatchObject(wanted);
});

test('refuses values over the portal’s limits with field errors', async () => {
  const fields = async (change: Partial<PodcastAds>) => (await set({ ...wanted, ...change })).json.error?.fields;
  expect(await fields({ pre_roll: 3 })).toEqual({ pre_roll: 'At most 2.' });
  expect(await fields({ mid_roll: 4 })).toEqual({ mid_roll: 'At most 3.' });
  expect(await fields({ interval_minutes: 5 })).toEqual({ interval_minutes: 'At least 10 minutes.' });
  expect(await fields({ mid_rule: 'chapters', interval_minutes: 5 })).toBeUndefined();
});

test('lets a podcast opt out only where the portal allows it', async () => {
  await set({ ...wanted, enabled: false });
  expect(await minutesOf()).toEqual([]);
  await allow({ opt_out_allowed: false });
  expect(await read()).toMatchObject({ enabled: true });
  expect(await minutesOf()).not.toEqual([]);
  expect((await set({ ...wanted, enabled: false })).json.error?.code).toBe('podcastAds.optOutNotAllowed');
  expect((await setEpisode({ opt_out: true, own: null })).json.error?.code).toBe('podcastAds.optOutNotAllowed');
});

test('places spots by the podcast’s settings, or by the episode’s own', async () => {
  await set(wanted);
  expect(await minutesOf()).toEqual(['pre 0', 'mid 20', 'mid 40']);
  await set({ ...wanted, mid_rule: 'chapters' });
  await setLength(60, [0, 15, 33]);
  expect(await minutesOf()).toEqual(['pre 0', 'mid 15', 'mid 33']);
  const own = { pre_roll: 0, post_roll: 1, mid: [2000, 700] };
  expect((await setEpisode({ opt_out: false, own })).json).toMatchObject({ own: { mid: [700, 2000] } });
  expect((await readEpisode()).markers).toEqual([
    { kind: 'mid', at: 700, spots: 1 },
    { kind: 'mid', at: 2000, spots: 1 },
    { kind: 'post', at: 3600, spots: 1 },
  ]);
  await setEpisode({ opt_out: true, own });
  expect(await readEpisode()).toMatchObject({ opt_out: true, markers: [], own: { mid: [700, 2000] } });
  await setEpisode({ opt_out: false, own: null });
  expect(await minutesOf()).toEqual(['pre 0', 'mid 15', 'mid 33']);
});

test('refuses invalid markers with field errors', async () => {
  const fields = async (mid: number[], pre_roll = 0) =>
    Object.keys((await setEpisode({ opt_out: false, own: { pre_roll, post_roll: 0, mid } })).json.error?.fields ?? {});
  expect(await fields([60])).toEqual(['own.mid.0']);
  expect(await fields([700, 900])).toEqual(['own.mid.1']);
  expect(await fields([700, 3500])).toEqual(['own.mid.1']);
  expect(await fields([700, 1400, 2100, 2800])).toEqual(['own.mid']);
  expect(await fields([], 3)).toEqual(['own.pre_roll']);
  expect((await readEpisode()).own).toBeNull();
});

test('stores markers beyond the end of a shortened episode without using them', async () => {
  await setEpisode({ opt_out: false, own: { pre_roll: 0, post_roll: 0, mid: [900, 2700] } });
  await setLength(40);
  expect(await readEpisode()).toMatchObject({ own: { mid: [900, 2700] }, markers: [{ at: 900 }] });
});

test('answers 404 for an episode of another podcast', async () => {
  const other = await portal.make.episode(await portal.make.podcast(account));
  const reply = await owner.call(podcastAds.episode, { params: { podcastKey: key, episodeKey: other } });
  expect(reply.status).toBe(404);
});

test('is read-only for station staff', async () => {
  const station = await portal.make.station(account);
  key = await portal.make.podcast(account, { station });
  episodeKey = await portal.make.episode(key);
  const person = await portal.make.person();
  await portal.make.stationMember(station, person, 'staff');
  const staff = await portal.as(person);
  expect((await staff.call(podcastAds.get, { params: { key } })).status).toBe(200);
  expect((await staff.call(podcastAds.episode, { params: params() })).status).toBe(200);
  expect((await set(wanted, staff)).status).toBe(403);
  expect((await setEpisode({ opt_out: true, own: null }, staff)).status).toBe(403);
});
