import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { people } from '#contract/api/people.ts';
import { stations } from '#contract/api/stations.ts';
import { screens } from '#web/app/screens.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { acceptInvitations, register, type Member } from './registered-users.ts';
import { waitUntilSettled, navigate } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { routePath, addTracks, createPodcast, createTestStation, type TestStation } from './test-station.ts';

/* The screens of each role: which it may open, and that other tenants' are refused. */

const roles = ['stranger', 'stationStaff', 'stationAdmin', 'stationOwner', 'accountAdmin', 'accountOwner'] as const;
type Role = (typeof roles)[number] | 'portalAdmin';

type Window = { page: Page; pageErrors: () => string[] };

let product: Product;
let browser: Browser;
let own: TestStation;
let foreign: TestStation;
let podcast: Record<string, string>;
const members = new Map<Role, Member>();
const windows = new Map<Role, Window>();

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  own = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  foreign = await createTestStation(product, 'Another Coast', 'Another Coast Radio');
  await addTracks(own, ['Concert Pitch']);
  podcast = { accountKey: own.account, stationKey: own.station, ...(await createPodcast(own)) };
  const run = randomBytes(4).toString('hex');
  for (const role of roles) members.set(role, await register(product, `${role.toLowerCase()}.${run}@example.com`));
  await invite('accountOwner', 'accountAdmin', 'stationOwner', 'stationAdmin', 'stationStaff');
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The window of a role, which signs in there the first time. */
const windowOf = async (role: Role): Promise<Window> => {
  const existing = windows.get(role);
  if (existing !== undefined) return existing;
  const page = await (await openWindow(browser)).newPage();
  const window = { page, pageErrors: collectErrors(page) };
  windows.set(role, window);
  await openSignedIn(page, product.url, members.get(role) ?? product.admin);
  return window;
};

/** Invites a user for each role as the portal administrator, and accepts for them. */
const invite = async (...invited: Role[]): Promise<void> => {
  for (const role of invited) {
    const member = members.get(role)!;
    const [isOfAccount, name] = [
      role.startsWith('account'),
      role.replace(/^(account|station)/, '').toLowerCase(),
    ] as const;
    const query = { email: member.email };
    if (isOfAccount)
      await own.call(people.inviteToAccount, {
        params: { id: own.account, role: name as 'owner' | 'admin' },
        query,
        body: {},
      });
    else
      await own.call(people.inviteToStation, {
        params: { id: own.station, role: name as 'owner' | 'admin' | 'staff' },
        query,
        body: {},
      });
    await acceptInvitations(member);
  }
};

/** Screens that a role may not open, one of each kind; `web/app/access-by-role.test.ts` checks all of them. */
const refusedScreens: Record<(typeof roles)[number], readonly string[]> = {
  stranger: ['/accounts/{accountKey}', '/accounts/{accountKey}/stations/{stationKey}', '/portal'],
  stationStaff: ['/accounts/{accountKey}/stations/{stationKey}/settings', '/accounts/{accountKey}', '/portal/people'],
  stationAdmin: ['/accounts/{accountKey}/people', '/portal/audit'],
  stationOwner: ['/accounts/{accountKey}/settings', '/portal'],
  accountAdmin: ['/portal/people'],
  accountOwner: ['/portal'],
};
const foreignRoutes = ['/accounts/{accountKey}', '/accounts/{accountKey}/stations/{stationKey}/autodj'];

const stationRoute = /\/stations\/\{stationKey\}/;
const accountRoute = /^\/(accounts|onboarding)\/\{accountKey\}(?!\/stations\/\{)/;

/**
 * The screens each role opens here; `accessibility` opens all of them as a portal administrator. An owner may do all that an
 * administrator may (contract/rules/permissions.test.ts), whose screens are open to both (web/app/access-by-role.test.ts), and opens those
 * that show owners more.
 */
const ownScreens: Record<(typeof roles)[number], RegExp> = {
  stranger: /^\/(?!accounts\/\{|stations\/\{|portal|onboarding\/\{)/,
  stationStaff:
    /\/stations\/\{stationKey\}(?!\/(analytics|automation|ctl|relays|settings|widget|podcasts\/(create|\{podcastKey\}\/(settings|analytics))))/,
  stationAdmin: stationRoute,
  stationOwner: /\/stations\/\{stationKey\}(\/settings\/(people|ads|subscriptions|advanced))?$/,
  accountAdmin: accountRoute,
  accountOwner: /^\/accounts\/\{accountKey\}(\/(people|settings|upgrade|subscriptions\/\w+))?$/,
};

/** The route of a podcast's screen below its station, where the station's team uses it. */
const belowStation = (route: string): string =>
  route.includes('{podcastKey}')
    ? route.replace('/accounts/{accountKey}/podcasts', '/accounts/{accountKey}/stations/{stationKey}/podcasts')
    : route;
/** Screens with other parameters in their URL are opened by their own tests. */
const testedRoutes = screens
  .map(({ route }) => belowStation(route))
  .filter((route) => !/\{(?!accountKey|stationKey|podcastKey|episodeKey)/.test(route))
  .filter((route) => !['/forbidden', '/not-found', '/bad-request'].includes(route));

/**
 * Whether a role that opens a URL gets in, or is redirected to a page that says why not. The redirect comes only after
 * the server's refusal, so a screen the role may not open is waited for.
 */
const outcomeOf = async (role: Role, address: string, isOwn: boolean): Promise<'in' | 'out'> => {
  const { page } = await windowOf(role);
  const isOut = (url: URL): boolean => ['/forbidden', '/not-found'].includes(url.pathname);
  await navigate(page, product.url + address);
  if (!isOwn) await page.waitForURL(isOut).catch(() => undefined);
  return isOut(new URL(page.url())) ? 'out' : 'in';
};

describe.each(roles)('%s', (role) => {
  // An open page would keep polling and showing live data.
  afterAll(async () => {
    await windows.get(role)?.page.goto('about:blank');
  });

  const ownRoutes = testedRoutes.filter((route) => ownScreens[role].test(route));
  it('opens every screen of the role', async () => {
    for (const route of ownRoutes)
      expect([route, await outcomeOf(role, routePath(route, podcast), true)]).toEqual([route, 'in']);
    expect((await windowOf(role)).pageErrors()).toEqual([]);
  });

  it('is redirected from screens it may not open, and from other tenants’', async () => {
    const otherUrls = [
      ...refusedScreens[role].map((route) => routePath(route, podcast)),
      ...foreignRoutes.map((route) => routePath(route, { accountKey: foreign.account, stationKey: foreign.station })),
      // Another tenant's station under the own account.
      routePath(foreignRoutes[1]!, { accountKey: own.account, stationKey: foreign.station }),
    ];
    for (const address of otherUrls) expect([address, await outcomeOf(role, address, false)]).toEqual([address, 'out']);
    expect((await windowOf(role)).pageErrors()).toEqual([]);
  });
});

it('shows each role only the actions it may perform', async () => {
  const may = {
    stationStaff: { Restart: true, Settings: false },
    stationAdmin: { Restart: true },
    accountOwner: { Restart: true },
  };
  for (const [role, buttons] of Object.entries(may)) {
    const { page } = await windowOf(role as Role);
    await page.goto(product.url + own.stationPath);
    await waitUntilSettled(page);
    for (const [name, isShown] of Object.entries(buttons))
      expect([role, name, (await page.getByRole('button', { name }).count()) > 0]).toEqual([role, name, isShown]);
  }
});

it('takes a suspended account off the air, tells its owner, and restores it', async () => {
  const { page } = await windowOf('accountOwner');
  const { streamname } = await own.call(stations.get, { params: { key: own.station } });
  const streamStatus = async () => {
    const reply = await fetch(`${product.streamUrl}/${streamname}`);
    await reply.body?.cancel();
    return reply.status;
  };
  await expect.poll(streamStatus).toBe(200);
  const suspended = await own.call(accounts.suspend, { params: { id: own.account } });
  expect(suspended.suspended).toBe(true);
  await expect.poll(streamStatus).toBe(503);
  await page.goto(product.url + own.accountPath);
  await page
    .getByText(/suspended/i)
    .first()
    .waitFor();
  await expect(
    members.get('accountOwner')!.call(accounts.update, { params: { key: own.account }, body: { city: 'X' } }),
  ).rejects.toThrow(/account\.suspended/);
  await own.call(accounts.reactivate, { params: { id: own.account } });
  await expect.poll(streamStatus).toBe(200);
});

it('revokes access when a user is removed, also in their open page', async () => {
  const { page } = await windowOf('stationStaff');
  await page.goto(product.url + own.stationPath);
  await page.getByRole('heading', { name: 'Harbour Lights Radio' }).waitFor();
  await own.call(people.removeEmailFromStation, {
    params: { id: own.station, role: 'staff' },
    query: { email: members.get('stationStaff')!.email },
  });
  await expect(members.get('stationStaff')!.call(stations.get, { params: { key: own.station } })).rejects.toThrow(
    /404/,
  );
  await page.reload();
  await page.waitForURL(/\/(not-found|forbidden)$/);
});
