import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test, vi } from 'vitest';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { rolesOf } from '#web/features/session/queries.ts';
import { judge } from './access.ts';
import { screens } from './screens.ts';

/* Each role on each screen, at what is theirs and at what is another tenant's (spec §6 and readings 12, written down once more). */

const keys = (digit: string) => ({
  accountKey: `a-${digit.repeat(22)}` as AccountKey,
  stationKey: `s-${digit.repeat(22)}` as StationKey,
  podcastKey: `p-${digit.repeat(22)}`,
  episodeKey: `e-${digit.repeat(22)}`,
});
const [own, foreign] = [keys('1'), keys('2')];

type User = Parameters<typeof rolesOf>[0];
type Rights = { portal?: boolean; account?: 'owner' | 'admin'; station?: 'owner' | 'admin' | 'staff' };

/** Somebody with these rights at what is their own. */
const userWith = ({ portal, account, station }: Rights): User =>
  ({
    portal_rights: portal ? ['admin'] : [],
    rights: {
      accounts: account ? [{ key: own.accountKey, role: account }] : [],
      stations: station ? [{ key: own.stationKey, role: station }] : [],
    },
  }) as unknown as User;

const people = {
  stranger: userWith({}),
  stationStaff: userWith({ station: 'staff' }),
  stationAdmin: userWith({ station: 'admin' }),
  stationOwner: userWith({ station: 'owner' }),
  accountAdmin: userWith({ account: 'admin' }),
  accountOwner: userWith({ account: 'owner' }),
  portalAdmin: userWith({ portal: true }),
} as const;
type Person = keyof typeof people;
const everybody = Object.keys(people) as Person[];

const ofPortal: readonly Person[] = ['portalAdmin'];
const ofAccount: readonly Person[] = [...ofPortal, 'accountOwner', 'accountAdmin'];
const managing: readonly Person[] = [...ofAccount, 'stationOwner', 'stationAdmin'];
const working: readonly Person[] = [...managing, 'stationStaff'];

/** Who may open a screen. */
const mayOpen = (route: string): readonly Person[] => {
  if (route.startsWith('/portal')) return ofPortal;
  if (/\$stationKey\/(analytics|automation|relays|settings|widget)/.test(route)) return managing;
  if (/\$stationKey\/podcasts\/(create|\$podcastKey\/(settings|analytics))/.test(route)) return managing;
  if (route.includes('$accountKey/stations/$stationKey')) return working;
  if (route.includes('$accountKey')) return ofAccount;
  return everybody;
};

// What the shell and the router ask of a browser before anything is shown.
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: {} }));
vi.stubGlobal('history', {});
vi.stubGlobal('self', {});
vi.stubGlobal('addEventListener', () => {});
const { makeRouter } = await import('./router.tsx');

const routed = Object.values(makeRouter(new QueryClient(), createMemoryHistory()).routesById)
  .map(({ fullPath }) => fullPath as string)
  .filter((path) => path !== '$');
const routes = [...new Set(routed.map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path)))];
const withPlaceholders = (route: string): string => route.replaceAll(/\{(\w+)\}/g, '$$$1');

const verdictsOf = (person: Person, at: typeof own, among: readonly string[]): Record<string, string> =>
  Object.fromEntries(among.map((route) => [route, judge({ route, params: at }, rolesOf(people[person], at))] as const));
const expectedOf = (among: readonly string[], isOpen: (route: string) => boolean): Record<string, string> =>
  Object.fromEntries(among.map((route) => [route, isOpen(route) ? 'open' : 'forbidden'] as const));

test('every screen stands in the routes', () => {
  expect(screens.map(({ route }) => withPlaceholders(route)).filter((route) => !routes.includes(route))).toEqual([]);
});

describe.each(everybody)('%s', (person) => {
  test('opens the screens of their role and no others', () => {
    expect(verdictsOf(person, own, routes)).toEqual(expectedOf(routes, (route) => mayOpen(route).includes(person)));
  });

  test.skipIf(person === 'portalAdmin')('opens nothing of another tenant', () => {
    const naming = routes.filter((route) => route.includes('$accountKey'));
    expect(naming.length).toBeGreaterThan(50);
    expect(verdictsOf(person, foreign, naming)).toEqual(expectedOf(naming, () => false));
  });
});
