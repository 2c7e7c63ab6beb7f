import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { distribution, type PlatformState } from '#contract/api/distribution.ts';
import type { AccountKey, PodcastKey } from '#contract/rules/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { recheckListings } from './distribution.work.ts';
import { listedLinks } from './distribution.service.ts';
import { fakeDirectories } from './testing/fake-directories.ts';

let portal: TestPortal;
let directories: Awaited<ReturnType<typeof fakeDirectories>>;
let account: AccountKey;
let owner: TestClient;
let key: PodcastKey;
let feed: string;
let now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  directories = await fakeDirectories();
  portal = await testPortal({ outbound: directories.outbound, clock: { now: () => now } });
  account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
});
afterAll(async () => {
  await portal.close();
  directories.close();
});
beforeEach(async () => {
  directories.answers.clear();
  directories.asked.length = 0;
  key = await portal.make.podcast(account, { title: 'Tea & Talk' });
  feed = (await owner.ok(distribution.get, { params: { key } })).feed_url;
});

type PlatformChange = { platform: string; submitted?: boolean; url?: string };
const save = async (...platforms: PlatformChange[]) =>
  await owner.call(distribution.set, { params: { key }, body: { platforms } });
const check = async (platform: string) => await owner.call(distribution.check, { params: { key, platform } });
const on = async (platform: string, by = owner): Promise<PlatformState> =>
  (await by.ok(distribution.get, { params: { key } })).platforms.find((one) => one.platform === platform)!;
const appleSearch = 'itunes.apple.com/search?media=podcast&entity=podcast&limit=200&term=Tea%20%26%20Talk';
const appleListing = 'https://podcasts.apple.com/us/podcast/tea/id42';
const appleLookup = 'itunes.apple.com/lookup?entity=podcast&id=42';

test('starts with nothing submitted, and puts the feed URL into submission links that accept one', async () => {
  const { platforms } = await owner.ok(distribution.get, { params: { key } });
  expect(platforms.length).toBeGreaterThan(15);
  expect(new Set(platforms.map(({ state }) => state))).toEqual(new Set(['not_submitted']));
  expect((await on('apple')).submit_url).toContain(`submitfeed=${encodeURIComponent(feed)}`);
});

test('goes from not submitted to submitted to listed, and back', async () => {
  await save({ platform: 'overcast', submitted: true });
  expect(await on('overcast')).toMatchObject({ state: 'submitted', url: '', checked: null });
  directories.page('overcast.fm/itunes42', 'Tea &amp; Talk &mdash; Overcast');
  await save({ platform: 'overcast', url: 'https://overcast.fm/itunes42' });
  expect(await on('overcast')).toMatchObject({
    state: 'listed',
    url: 'https://overcast.fm/itunes42',
    checked: now.toISOString(),
    finding: 'The title was found on Overcast.',
  });
  await save({ platform: 'overcast', url: '' });
  expect(await on('overcast')).toMatchObject({ state: 'submitted', url: '', checked: null, finding: '' });
  await save({ platform: 'overcast', submitted: false });
  expect(await on('overcast')).toMatchObject({ state: 'not_submitted' });
});

test('says why a URL is not the podcast’s listing', async () => {
  directories.page('castbox.fm/channel/id1', 'Another Show');
  directories.answers.set('tunein.com/podcasts/gone', 410);
  directories.answers.set('player.fm/series/tea', { location: 'player.fm/featured' });
  directories.page('player.fm/featured', 'Tea & Talk and more');
  directories.json('open.spotify.com/oembed?url=https%3A%2F%2Fopen.spotify.com%2Fshow%2F1', { title: 'Team Talk' });
  await save(
    { platform: 'castbox', url: 'https://castbox.fm/channel/id1' },
    { platform: 'tunein', url: 'https://tunein.com/podcasts/gone' },
    { platform: 'playerfm', url: 'https://player.fm/series/tea' },
    { platform: 'spotify', url: 'https://open.spotify.com/show/1' },
  );
  expect(await on('castbox')).toMatchObject({ state: 'refuted', finding: 'That page is titled “Another Show”.' });
  expect(await on('tunein')).toMatchObject({ state: 'refuted', finding: 'Not found on TuneIn (410).' });
  expect((await on('playerfm')).finding).toBe('The URL redirects to another page: https://player.fm/featured');
  expect(await on('spotify')).toMatchObject({ state: 'refuted', finding: 'That page is titled “Team Talk”.' });
});

test('marks listings that can’t be checked as unchecked', async () => {
  directories.answers.set('www.deezer.com/show/1', 503);
  directories.page('music.amazon.com/podcasts/0f', 'Amazon Music');
  await save(
    { platform: 'deezer', url: 'https://www.deezer.com/show/1' },
    { platform: 'amazon', url: 'https://music.amazon.com/podcasts/0f' },
  );
  expect(await on('deezer')).toMatchObject({ state: 'unchecked', finding: expect.stringMatching(/503/) });
  expect(await on('amazon')).toMatchObject({ state: 'unchecked', finding: expect.stringMatching(/could not be read/) });
});

test('accepts a page that contains the feed URL, whatever its title', async () => {
  directories.page('podcastaddict.com/podcast/tea/1', 'Something', `<a href="${feed}">RSS</a>`);
  await save({ platform: 'podcastaddict', url: 'https://podcastaddict.com/podcast/tea/1' });
  expect(await on('podcastaddict')).toMatchObject({
    state: 'listed',
    finding: 'The feed URL was found on Podcast Addict.',
  });
});

test('looks up which feed an Apple listing uses', async () => {
  directories.json(appleLookup, { results: [{ collectionId: 42, feedUrl: 'https://elsewhere.example/feed' }] });
  await save({ platform: 'apple', url: appleListing });
  expect(await on('apple')).toMatchObject({ state: 'refuted', finding: expect.stringMatching(/elsewhere\.example/) });
  directories.json(appleLookup, { results: [{ collectionId: 42, feedUrl: `${feed}/` }] });
  expect((await check('apple')).json).toMatchObject({ state: 'listed', url: appleListing });
  directories.json(appleLookup, { results: [] });
  expect((await check('apple')).json).toMatchObject({ state: 'refuted' });
});

test('finds a listing without a URL by search, or by Apple’s ID on other platforms', async () => {
  await save({ platform: 'apple', submitted: true }, { platform: 'castro', submitted: true });
  expect((await check('castro')).json.error?.code).toBe('distribution.addressNeeded');
  directories.json(appleSearch, { results: [{ collectionId: 7, feedUrl: 'https://other.example/f' }] });
  expect((await check('apple')).json).toMatchObject({ state: 'submitted', finding: expect.stringMatching(/not list/) });
  directories.json(appleSearch, {
    results: [
      { collectionId: 7, feedUrl: 'https://other.example/f' },
      { collectionId: 42, feedUrl: feed },
    ],
  });
  expect((await check('apple')).json).toMatchObject({
    state: 'listed',
    url: 'https://podcasts.apple.com/podcast/id42',
  });
  expect((await check('castro')).json).toMatchObject({ state: 'submitted', url: '' });
  directories.page('castro.fm/itunes/42', 'Tea & Talk');
  expect((await check('castro')).json).toMatchObject({ state: 'listed', url: 'https://castro.fm/itunes/42' });
});

test('refuses a URL of another site with a field error, and saves nothing', async () => {
  const { status, json } = await save(
    { platform: 'spotify', submitted: true },
    { platform: 'apple', url: 'https://evil.example/id42' },
  );
  expect(status).toBe(400);
  expect(json.error?.fields?.['platforms.1.url']).toMatch(/listing of Apple Podcasts/);
  expect((await on('spotify')).state).toBe('not_submitted');
  expect((await save({ platform: 'nowhere', submitted: true })).status).toBe(400);
  const twice = await save({ platform: 'apple', submitted: true }, { platform: 'apple', submitted: false });
  expect(twice.json.error?.fields).toHaveProperty(['platforms.1.platform']);
  expect(directories.asked).toEqual([]);
});

test('rechecks once a day, trusts a confirmed listing for two weeks, and searches where no URL is set', async () => {
  directories.page('overcast.fm/itunes42', 'Tea & Talk');
  await save({ platform: 'overcast', url: 'https://overcast.fm/itunes42' }, { platform: 'tunein', submitted: true });
  await save({ platform: 'apple', submitted: true });
  directories.asked.length = 0;
  await recheckListings(portal.kernel, 0);
  expect(directories.asked).toEqual([appleSearch]);
  const later = (days: number) => (now = new Date(now.getTime() + days * 86_400_000 + 60_000));
  later(1);
  directories.answers.set('overcast.fm/itunes42', 500);
  await recheckListings(portal.kernel, 0);
  expect(await on('overcast')).toMatchObject({ state: 'listed', checked: now.toISOString() });
  expect((await on('overcast')).finding).toMatch(/500/);
  later(14);
  await recheckListings(portal.kernel, 0);
  expect((await on('overcast')).state).toBe('unchecked');
  later(1);
  directories.answers.delete('overcast.fm/itunes42');
  await recheckListings(portal.kernel, 0);
  expect((await on('overcast')).state).toBe('refuted');
});

test('links listeners to confirmed and unchecked listings, but not to refuted ones', async () => {
  directories.page('overcast.fm/itunes42', 'Tea & Talk');
  directories.page('castbox.fm/channel/id1', 'Another Show');
  await save(
    { platform: 'castbox', url: 'https://castbox.fm/channel/id1' },
    { platform: 'overcast', url: 'https://overcast.fm/itunes42' },
    { platform: 'amazon', url: 'https://music.amazon.com/podcasts/0f' },
    { platform: 'spotify', submitted: true },
  );
  directories.page('music.amazon.com/podcasts/0f', 'Amazon Music');
  await check('amazon');
  expect(await listedLinks(portal.kernel.db, key)).toEqual([
    { platform: 'amazon', name: 'Amazon Music and Audible', url: 'https://music.amazon.com/podcasts/0f' },
    { platform: 'overcast', name: 'Overcast', url: 'https://overcast.fm/itunes42' },
  ]);
});

test('is readable by a station’s team, and read-only for staff', async () => {
  const station = await portal.make.station(account);
  key = await portal.make.podcast(account, { station });
  const [staff, admin] = [await portal.make.person(), await portal.make.person()];
  await portal.make.stationMember(station, staff, 'staff');
  await portal.make.stationMember(station, admin, 'admin');
  const asStaff = await portal.as(staff);
  expect((await on('apple', asStaff)).state).toBe('not_submitted');
  const body = { platforms: [{ platform: 'apple', submitted: true }] };
  expect((await asStaff.call(distribution.set, { params: { key }, body })).status).toBe(403);
  expect((await asStaff.call(distribution.check, { params: { key, platform: 'apple' } })).status).toBe(403);
  expect((await (await portal.as(admin)).call(distribution.set, { params: { key }, body })).status).toBe(200);
  const stranger = await portal.as(await portal.make.person());
  expect((await stranger.call(distribution.get, { params: { key } })).status).toBe(404);
});
