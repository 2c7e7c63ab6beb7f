import { expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { isOfferedPage, pagesOf } from '#web/lib/pages.ts';
import { routeTree } from '../route-tree.ts';
import { accountIcons } from './account-icons.ts';
import { navEntriesOf } from './nav-entries.ts';
import { navPlaceOf, shownPlaceOf } from './nav-place.ts';
import { portalIcons } from './portal-icons.ts';

const account = '/accounts/$accountKey';
const pages = pagesOf(routeTree);
const placeOf = (route: string): string | undefined => navPlaceOf(pages, route, route);

test('every page of an account and of the portal has its entry in the navigation', () => {
  // The first page of an account or of the portal is no entry for what is below it.
  const isLost = (route: string): boolean => {
    const place = placeOf(route);
    return place === undefined || ([account, '/portal'].includes(place) && place !== route);
  };
  const lost = [...pages]
    .filter(([route, page]) => /^\/(?:accounts|portal)/.test(route) && page.screen && isOfferedPage(page.flag))
    .map(([route]) => route)
    .filter(isLost);
  expect(lost, 'these need a nav in their screen(), or a page with one above them').toEqual([]);
});

test('each entry has a name and an icon, and leads to a page', () => {
  for (const [of, icons] of [['account', accountIcons] as const, ['portal', portalIcons] as const])
    for (const { route, to, name, icon } of navEntriesOf(pages, of)) {
      expect(name, route).not.toBe('');
      expect(Object.keys(icons), route).toContain(icon);
      expect(pages.has(to), to).toBe(true);
    }
  expect(navEntriesOf(pages, 'account').map(({ name }) => name)).toContain('Team');
});

test('no entry is marked on a page outside the navigation', () => {
  expect(placeOf('/')).toBeUndefined();
  expect(placeOf('/profile/settings')).toBeUndefined();
});

test('a page belongs to the nearest entry on the way to it', () => {
  expect(placeOf('/accounts/create')).toBe('/accounts');
  expect(placeOf(`${account}/stations/$stationKey/autodj/log`)).toBe(`${account}/stations/$stationKey`);
  expect(placeOf(`${account}/stations/create`)).toBe(`${account}/stations`);
  expect(placeOf(`${account}/analytics/raw/archive`)).toBe(`${account}/analytics`);
});

test('a station that is not listed belongs to the list of stations', () => {
  const shown = { accountKey: 'a-1' as AccountKey, stations: ['s-1'] };
  const list = '/accounts/a-1/stations';
  expect(shownPlaceOf(`${list}/s-1`, shown)).toBe(`${list}/s-1`);
  expect(shownPlaceOf(`${list}/s-2`, shown)).toBe(list);
  expect(shownPlaceOf(list, shown)).toBe(list);
});
