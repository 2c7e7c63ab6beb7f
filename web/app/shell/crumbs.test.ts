import { expect, test } from 'vitest';
import { crumbsOf, type Names } from './crumbs.ts';

const names: Names = {
  account: (key) => (key === 'a-1' ? 'Harbour Radio' : undefined),
  station: () => 'Night Waves',
  podcast: () => 'Sea Stories',
  episode: () => undefined,
};
const nouns = { AutoDJ: 'Auto DJ', Podcast: 'Show', Podcasts: 'Shows' };

const texts = (path: string): string[] => crumbsOf(path, names, nouns).map(({ text }) => text);

test('starts below what the navigation shows', () => {
  expect(crumbsOf('/accounts/a-1/stations/s-1/autodj', names, nouns)).toEqual([
    { text: 'Night Waves', path: '/accounts/a-1/stations/s-1' },
    { text: 'Auto DJ', path: '/accounts/a-1/stations/s-1/autodj' },
  ]);
  expect(texts('/accounts/a-1/stations/s-1')).toEqual(['Night Waves']);
  expect(texts('/accounts/a-1/stations')).toEqual(['Stations']);
  expect(texts('/accounts/a-1/stations/create')).toEqual(['Stations', 'Create']);
  expect(texts('/accounts/a-1')).toEqual(['Harbour Radio']);
  expect(texts('/accounts')).toEqual(['Accounts']);
  expect(texts('/accounts/create')).toEqual(['Accounts', 'Create']);
});

test('leaves out segments without a page, and uses generic labels until names are loaded', () => {
  expect(texts('/accounts/a-2')).toEqual(['Account']);
  expect(texts('/accounts/a-2/analytics/live')).toEqual(['Live']);
  expect(crumbsOf('/', names, nouns)).toEqual([]);
});

test("includes a station's analytics, which are a page", () => {
  expect(crumbsOf('/accounts/a-1/stations/s-1/analytics/raw/archive', names, nouns)).toEqual([
    { text: 'Analytics', path: '/accounts/a-1/stations/s-1/analytics' },
    { text: 'Raw data', path: '/accounts/a-1/stations/s-1/analytics/raw' },
    { text: 'Archive', path: '/accounts/a-1/stations/s-1/analytics/raw/archive' },
  ]);
});

test('distinguishes making an invoice from the invoice settings', () => {
  const last = (path: string) => crumbsOf(path, names, nouns).at(-1)?.text;
  expect(last('/accounts/a-1/finance/invoice')).toBe('Create invoice');
  expect(last('/accounts/a-1/settings/invoice')).toBe('Invoice settings');
});

test('leaves out a post in the portal area, which has only an edit page', () => {
  expect(crumbsOf('/portal/posts/0190/edit', names, nouns).map(({ text, path }) => [text, path])).toEqual([
    ['Portal', '/portal'],
    ['Posts', '/portal/posts'],
    ['Edit', '/portal/posts/0190/edit'],
  ]);
  expect(crumbsOf('/portal/partners/north-sea', names, nouns).map(({ text }) => text)).toEqual([
    'Portal',
    'Partners',
    'north-sea',
  ]);
});

test('uses the page titles of spec §2', () => {
  const lastCrumb = (path: string) => crumbsOf(path, names, nouns).at(-1)?.text;
  expect(lastCrumb('/accounts/a-1/analytics/raw/podcasts')).toBe('Shows raw');
  expect(lastCrumb('/accounts/a-1/subscriptions/archive')).toBe('Legacy Plans');
  expect(lastCrumb('/portal/ads-settings')).toBe('Show Ads Settings');
});

test('includes the settings of an account, which are a page, and leaves out those of a station', () => {
  expect(texts('/accounts/a-1/settings/limits')).toEqual(['Settings', 'Limits']);
  expect(texts('/accounts/a-1/stations/s-1/settings/people')).toEqual(['Night Waves', 'Team']);
});

test("shows podcasts and episodes by name or in the brand's wording", () => {
  const path = '/accounts/a-1/stations/s-1/podcasts/p-1/episodes/e-1/edit';
  expect(crumbsOf(path, names, nouns).map(({ text }) => text)).toEqual([
    'Shows',
    'Sea Stories',
    'Episodes',
    'Episode',
    'Edit',
  ]);
  expect(crumbsOf('/accounts/a-1/podcasts/create', names, nouns).at(-1)?.text).toBe('Create');
});
