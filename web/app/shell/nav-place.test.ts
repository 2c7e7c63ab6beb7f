import { expect, test } from 'vitest';
import type { AccountKey } from '#contract/keys.ts';
import { offersRoute } from '#web/lib/brand-routes.ts';
import { screens } from '../screens.ts';
import { accountEntries } from './account-entries.ts';
import { navPlaceOf, shownPlaceOf } from './nav-place.ts';
import { portalEntries } from './portal-entries.ts';

const account = '/accounts/a-1';
const pathOf = (route: string): string =>
  route
    .replace('{accountKey}', 'a-1')
    .replace('{stationKey}', 's-1')
    .replace(/\{\w+\}/g, 'x');
/** Of the user menu and of e-mails, and what redirects. */
const outside = ['/', '/profile', '/help', '/stations', '/onboarding', '/invitations', '/confirm-email'];
const errors = ['/not-found', '/forbidden', '/bad-request'];

test('every screen of an account and of the portal has its entry in the navigation', () => {
  const entries = new Set([
    ...accountEntries.map(({ path }) => account + path),
    ...portalEntries.map(([path]) => path),
    `${account}/stations/s-1`,
    '/accounts',
    '/changelog',
  ]);
  const lost = screens
    .map(({ route }) => route)
    .filter((route) => offersRoute(route.replaceAll('{', '$').replaceAll('}', '')))
    .filter(
      (route) =>
        !errors.includes(route) &&
        !outside.some((path) => route === path || (path !== '/' && route.startsWith(`${path}/`))),
    )
    .filter((route) => !entries.has(navPlaceOf(pathOf(route)) ?? ''));
  expect(lost).toEqual([]);
});

test('no entry is marked on a page outside the navigation', () => {
  expect(navPlaceOf('/')).toBeUndefined();
  expect(navPlaceOf('/profile/settings')).toBeUndefined();
});

test('a station that is not listed belongs to the list of stations', () => {
  const shown = { accountKey: 'a-1' as AccountKey, stations: ['s-1'] };
  expect(shownPlaceOf(`${account}/stations/s-1/autodj/log`, shown)).toBe(`${account}/stations/s-1`);
  expect(shownPlaceOf(`${account}/stations/s-2/autodj`, shown)).toBe(`${account}/stations`);
  expect(shownPlaceOf(`${account}/stations/create`, shown)).toBe(`${account}/stations`);
  expect(shownPlaceOf(`${account}/analytics/raw/archive`, shown)).toBe(`${account}/analytics`);
});
