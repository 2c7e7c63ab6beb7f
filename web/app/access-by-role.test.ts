import { describe, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { rolesOf } from '#web/features/session/queries.ts';
import { pagesOf } from '#web/lib/pages.ts';
import { checkAccess } from './access.ts';
import { routeTree } from './route-tree.ts';

/* Each role on each screen, with its own resources and with another tenant's: spec §6, restated. */

const keys = (digit: string) => ({
  accountKey: `a-${digit.repeat(22)}` as AccountKey,
  stationKey: `s-${digit.repeat(22)}` as StationKey,
  podcastKey: `p-${digit.repeat(22)}`,
  episodeKey: `e-${digit.repeat(22)}`,
});
const [own, foreign] = [keys('1'), keys('2')];

type User = Parameters<typeof rolesOf>[0];
type Rights = { portal?: boolean; account?: 'owner' | 'admin'; station?: 'owner' | 'admin' | 'staff' };

/** A user with these rights to their own account and station. */
const userWith = ({ portal, account, station }: Rights): User =>
  ({
    portal_rights: portal ? ['admin'] : [],
    rights: {
      accounts: account ? [{ key: own.accountKey, role: account }] : [],
      stations: station ? [{ key: own.stationKey, role: station }] : [],
    },
  }) as unknown as User;

const users = {
  stranger: userWith({}),
  stationStaff: userWith({ station: 'staff' }),
  stationAdmin: userWith({ station: 'admin' }),
  stationOwner: userWith({ station: 'owner' }),
  accountAdmin: userWith({ account: 'admin' }),
  accountOwner: userWith({ account: 'owner' }),
  portalAdmin: userWith({ portal: true }),
} as const;
type Actor = keyof typeof users;
const everyone = Object.keys(users) as Actor[];

const portalActors: readonly Actor[] = ['portalAdmin'];
const accountActors: readonly Actor[] = [...portalActors, 'accountOwner', 'accountAdmin'];
const managers: readonly Actor[] = [...accountActors, 'stationOwner', 'stationAdmin'];
const stationTeam: readonly Actor[] = [...managers, 'stationStaff'];

/** Who may open a screen. */
const mayOpen = (route: string): readonly Actor[] => {
  if (route.startsWith('/portal')) return portalActors;
  if (/\$stationKey\/(analytics|automation|ctl|relays|settings|widget)/.test(route)) return managers;
  if (/\$stationKey\/podcasts\/(create|\$podcastKey\/(settings|analytics))/.test(route)) return managers;
  if (route.includes('$accountKey/stations/$stationKey')) return stationTeam;
  if (route.includes('$accountKey')) return accountActors;
  return everyone;
};

const pages = pagesOf(routeTree);
const routes = [...pages.keys()];

const verdictsFor = (actor: Actor, params: typeof own, paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    paths.map((route) => {
      const may = pages.get(route)?.may ?? 'anyone';
      return [route, checkAccess({ may, params }, rolesOf(users[actor], params))] as const;
    }),
  );
const expectedVerdicts = (paths: readonly string[], isOpen: (route: string) => boolean): Record<string, string> =>
  Object.fromEntries(paths.map((route) => [route, isOpen(route) ? 'open' : 'forbidden'] as const));

describe.each(everyone)('%s', (actor) => {
  test('opens the screens of their role and no others', () => {
    const expected = expectedVerdicts(routes, (route) => mayOpen(route).includes(actor));
    expect(verdictsFor(actor, own, routes)).toEqual(expected);
  });

  test.skipIf(actor === 'portalAdmin')('opens no screen of another tenant', () => {
    const accountRoutes = routes.filter((route) => route.includes('$accountKey'));
    expect(accountRoutes.length).toBeGreaterThan(50);
    expect(verdictsFor(actor, foreign, accountRoutes)).toEqual(expectedVerdicts(accountRoutes, () => false));
  });
});
