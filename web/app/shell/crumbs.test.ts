import { expect, test } from 'vitest';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { QueryClient } from '@tanstack/react-query';
import { pagesOf, routeAt, type Names } from '#web/lib/pages.ts';
import { routeTree } from '../route-tree.ts';
import { crumbsOf } from './crumbs.ts';

const router = createRouter({ routeTree, context: { queries: new QueryClient() }, history: createMemoryHistory() });
const pages = pagesOf(routeTree);
const known: Names = {
  ...{ account: 'Harbour Radio', station: 'Night Waves', podcast: 'Sea Stories', episode: undefined },
  params: { partnerSlug: 'north-sea' },
};
const crumbsAt = (path: string, names: Names = known) => crumbsOf(pages, path, routeAt(router, path), names);
const texts = (path: string, names: Names = known): string[] => crumbsAt(path, names).map(({ text }) => text);

test('starts below what the navigation shows', () => {
  expect(crumbsAt('/accounts/a-1/stations/s-1/autodj')).toEqual([
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
  expect(texts('/accounts/a-2', { ...known, account: undefined })).toEqual(['Account']);
  expect(texts('/accounts/a-2/analytics/live')).toEqual(['Live']);
  expect(crumbsAt('/')).toEqual([]);
});

test("includes a station's analytics, which are a page", () => {
  expect(crumbsAt('/accounts/a-1/stations/s-1/analytics/raw/archive')).toEqual([
    { text: 'Analytics', path: '/accounts/a-1/stations/s-1/analytics' },
    { text: 'Raw data', path: '/accounts/a-1/stations/s-1/analytics/raw' },
    { text: 'Archive', path: '/accounts/a-1/stations/s-1/analytics/raw/archive' },
  ]);
});

test('distinguishes making an invoice from the invoice settings', () => {
  const last = (path: string) => crumbsAt(path).at(-1)?.text;
  expect(last('/accounts/a-1/finance/invoice')).toBe('Create invoice');
  expect(last('/accounts/a-1/settings/invoice')).toBe('Invoice settings');
});

test('leaves out a post in the portal area, which has only an edit page', () => {
  expect(crumbsAt('/portal/posts/0190/edit').map(({ text, path }) => [text, path])).toEqual([
    ['Portal', '/portal'],
    ['Posts', '/portal/posts'],
    ['Edit', '/portal/posts/0190/edit'],
  ]);
  expect(crumbsAt('/portal/partners/north-sea').map(({ text }) => text)).toEqual(['Portal', 'Partners', 'north-sea']);
});

test('uses the page titles of spec §2', () => {
  const lastCrumb = (path: string) => crumbsAt(path).at(-1)?.text;
  expect(lastCrumb('/accounts/a-1/analytics/raw/podcasts')).toBe('Podcasts raw');
  expect(lastCrumb('/accounts/a-1/subscriptions/archive')).toBe('Legacy Plans');
  expect(lastCrumb('/portal/ads-settings')).toBe('Podcast Ads Settings');
});

test('includes the settings of an account, which are a page, and leaves out those of a station', () => {
  expect(texts('/accounts/a-1/settings/limits')).toEqual(['Settings', 'Limits']);
  expect(texts('/accounts/a-1/stations/s-1/settings/people')).toEqual(['Night Waves', 'Team']);
});

test('shows podcasts and episodes by name', () => {
  const path = '/accounts/a-1/stations/s-1/podcasts/p-1/episodes/e-1/edit';
  expect(crumbsAt(path).map(({ text }) => text)).toEqual(['Podcasts', 'Sea Stories', 'Episodes', 'Episode', 'Edit']);
  expect(crumbsAt('/accounts/a-1/podcasts/create').at(-1)?.text).toBe('Create');
});
