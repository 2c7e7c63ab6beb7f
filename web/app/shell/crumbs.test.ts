import { expect, test } from 'vitest';
import { crumbsOf, type Names } from './crumbs.ts';

const names: Names = {
  account: (key) => (key === 'a-1' ? 'Harbour Radio' : undefined),
  station: () => 'Night Waves',
  podcast: () => 'Sea Stories',
  episode: () => undefined,
};
const nouns = { AutoDJ: 'Auto DJ', Podcast: 'Show', Podcasts: 'Shows' };

test('shows accounts and stations by name', () => {
  expect(crumbsOf('/accounts/a-1/stations/s-1/autodj', names, nouns)).toEqual([
    { text: 'Accounts', path: '/accounts' },
    { text: 'Harbour Radio', path: '/accounts/a-1' },
    { text: 'Stations', path: '/accounts/a-1/stations' },
    { text: 'Night Waves', path: '/accounts/a-1/stations/s-1' },
    { text: 'Auto DJ', path: '/accounts/a-1/stations/s-1/autodj' },
  ]);
});

test('leaves out segments without a page, and uses generic labels until names are loaded', () => {
  expect(crumbsOf('/accounts/a-2/analytics/live', names, nouns).map(({ text }) => text)).toEqual([
    'Accounts',
    'Account',
    'Live',
  ]);
  expect(crumbsOf('/', names, nouns)).toEqual([]);
});

test("includes a station's analytics, which are a page", () => {
  expect(crumbsOf('/accounts/a-1/stations/s-1/analytics/raw/archive', names, nouns).slice(4)).toEqual([
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
  expect(
    crumbsOf('/accounts/a-1/settings/limits', names, nouns)
      .map(({ text }) => text)
      .slice(2),
  ).toEqual(['Settings', 'Limits']);
  expect(
    crumbsOf('/accounts/a-1/stations/s-1/settings/people', names, nouns)
      .map(({ text }) => text)
      .slice(2),
  ).toEqual(['Stations', 'Night Waves', 'Team']);
});

test("shows podcasts and episodes by name or in the brand's wording", () => {
  const path = '/accounts/a-1/stations/s-1/podcasts/p-1/episodes/e-1/edit';
  expect(crumbsOf(path, names, nouns).map(({ text }) => text)).toEqual([
    'Accounts',
    'Harbour Radio',
    'Stations',
    'Night Waves',
    'Shows',
    'Sea Stories',
    'Episodes',
    'Episode',
    'Edit',
  ]);
  expect(crumbsOf('/accounts/a-1/podcasts/create', names, nouns).at(-1)?.text).toBe('Create');
});
