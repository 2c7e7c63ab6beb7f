import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { people } from '#contract/people.ts';
import { stations } from '#contract/stations.ts';
import { screens } from '#web/app/screens.ts';
import { launch, openWindow, signIn, watch } from './browser.ts';
import { acceptAll, register, type Member } from './crew.ts';
import { settled, walk } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addressIn, addTracks, fillPodcasts, stage, type Stage } from './stage.ts';

/* Each role on each screen: who is let in where, and that nobody gets to what is another tenant's. */

const roles = ['stranger', 'stationStaff', 'stationAdmin', 'stationOwner', 'accountAdmin', 'accountOwner'] as const;
type Role = (typeof roles)[number] | 'portalAdmin';

type Window = { page: Page; complaints: () => string[] };

let product: Product;
let browser: Browser;
let own: Stage;
let foreign: Stage;
let podcast: Record<string, string>;
const crew = new Map<Role, Member>();
const windows = new Map<Role, Window>();

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  own = await stage(product, 'Harbour Lights', 'Harbour Lights Radio');
  foreign = await stage(product, 'Another Coast', 'Another Coast Radio');
  await addTracks(own, ['Concert Pitch']);
  podcast = { accountKey: own.account, stationKey: own.station, ...(await fillPodcasts(own)) };
  const run = randomBytes(4).toString('hex');
  for (const role of roles) crew.set(role, await register(product, `${role.toLowerCase()}.${run}@example.com`));
  await invite('accountOwner', 'accountAdmin', 'stationOwner', 'stationAdmin', 'stationStaff');
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The window of somebody in a role, who signs in there the first time. */
const windowOf = async (role: Role): Promise<Window> => {
  const known = windows.get(role);
  if (known !== undefined) return known;
  const page = await (await openWindow(browser)).newPage();
  const opened = { page, complaints: watch(page) };
  windows.set(role, opened);
  await signIn(page, product.url, crew.get(role) ?? product.admin);
  return opened;
};

/** Invites each of these by the portal's administrator, and lets them accept. */
const invite = async (...wanted: Role[]): Promise<void> => {
  for (const role of wanted) {
    const member = crew.get(role)!;
    const [scope, name] = [role.startsWith('account'), role.replace(/^(account|station)/, '').toLowerCase()] as const;
    const query = { email: member.email };
    if (scope)
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
    await acceptAll(member);
  }
};

/** Screens that a role may not open, one of each kind; `web/app/access-by-role.test.ts` asks for all of them. */
const refused: Record<(typeof roles)[number], readonly string[]> = {
  stranger: ['/accounts/{accountKey}', '/accounts/{accountKey}/stations/{stationKey}', '/portal'],
  stationStaff: ['/accounts/{accountKey}/stations/{stationKey}/settings', '/accounts/{accountKey}', '/portal/people'],
  stationAdmin: ['/accounts/{accountKey}/people', '/portal/audit'],
  stationOwner: ['/accounts/{accountKey}/settings', '/portal'],
  accountAdmin: ['/portal/people'],
  accountOwner: ['/portal'],
};
const anothers = ['/accounts/{accountKey}', '/accounts/{accountKey}/stations/{stationKey}/autodj'];

const ofAStation = /\{stationKey\}/;
const ofAnAccount = /^\/(accounts|onboarding)\/\{accountKey\}(?!\/stations\/\{)/;

/** Whose screens each opens here; a portal administrator opens all of them for `accessibility`. */
const theirScreens: Record<(typeof roles)[number], RegExp> = {
  stranger: /^\/(?!accounts\/\{|stations\/\{|portal|onboarding\/\{)/,
  stationStaff:
    /\{stationKey\}(?!\/(analytics|automation|relays|settings|widget|podcasts\/(create|\{podcastKey\}\/(settings|analytics))))/,
  stationAdmin: ofAStation,
  stationOwner: ofAStation,
  accountAdmin: ofAnAccount,
  accountOwner: ofAnAccount,
};

/** The screens of a podcast that is a station's, where its people have them. */
const ofStation = (route: string): string =>
  route.includes('{podcastKey}')
    ? route.replace('/accounts/{accountKey}/podcasts', '/accounts/{accountKey}/stations/{stationKey}/podcasts')
    : route;
/** Screens whose address names a thing of its own are opened by their own tests. */
const walked = screens
  .map(({ route }) => ofStation(route))
  .filter((route) => !/\{(?!accountKey|stationKey|podcastKey|episodeKey)/.test(route))
  .filter((route) => !['/forbidden', '/not-found', '/bad-request'].includes(route));

/**
 * Where somebody ends who goes to an address: at it, or at the page that says why not. What isn't theirs is looked at
 * until it has let them go, which it does once the server has refused it.
 */
const endOf = async (role: Role, address: string, isTheirs: boolean): Promise<'in' | 'out'> => {
  const { page } = await windowOf(role);
  const isOut = (url: URL): boolean => ['/forbidden', '/not-found'].includes(url.pathname);
  await walk(page, product.url + address);
  if (!isTheirs) await page.waitForURL(isOut, { timeout: 20_000 }).catch(() => undefined);
  return isOut(new URL(page.url())) ? 'out' : 'in';
};

describe.each(roles)('%s', (role) => {
  // A page that stays open goes on showing what is live.
  afterAll(async () => {
    await windows.get(role)?.page.goto('about:blank');
  });

  const theirs = walked.filter((route) => theirScreens[role].test(route));
  it('opens every screen of their role', async () => {
    for (const route of theirs)
      expect([route, await endOf(role, addressIn(route, podcast), true)]).toEqual([route, 'in']);
    expect((await windowOf(role)).complaints()).toEqual([]);
  });

  it('is led away from a screen of others, and finds nothing of another tenant', async () => {
    const away = [
      ...refused[role].map((route) => addressIn(route, podcast)),
      ...anothers.map((route) => addressIn(route, { accountKey: foreign.account, stationKey: foreign.station })),
      // A station of others under one's own account.
      addressIn(anothers[1]!, { accountKey: own.account, stationKey: foreign.station }),
    ];
    for (const address of away) expect([address, await endOf(role, address, false)]).toEqual([address, 'out']);
    expect((await windowOf(role)).complaints()).toEqual([]);
  });
});

it('shows each role the work it may do, and not the rest', async () => {
  const may = {
    stationStaff: { Restart: true, Settings: false },
    stationAdmin: { Restart: true },
    accountOwner: { Restart: true },
  };
  for (const [role, things] of Object.entries(may)) {
    const { page } = await windowOf(role as Role);
    await page.goto(product.url + own.stationPath);
    await settled(page);
    for (const [name, isThere] of Object.entries(things))
      expect([role, name, (await page.getByRole('button', { name }).count()) > 0]).toEqual([role, name, isThere]);
  }
});

it('takes a suspended account off the air, tells its owner, and brings it back', async () => {
  const { page } = await windowOf('accountOwner');
  const { streamname } = await own.call(stations.get, { params: { key: own.station } });
  const answer = async () => {
    const reply = await fetch(`${product.streamUrl}/${streamname}`);
    await reply.body?.cancel();
    return reply.status;
  };
  await expect.poll(answer).toBe(200);
  const suspended = await own.call(accounts.suspend, { params: { id: own.account } });
  expect(suspended.suspended).toBe(true);
  await expect.poll(answer).toBe(503);
  await page.goto(product.url + own.accountPath);
  await page
    .getByText(/suspended/i)
    .first()
    .waitFor();
  await expect(
    crew.get('accountOwner')!.call(accounts.update, { params: { key: own.account }, body: { city: 'X' } }),
  ).rejects.toThrow(/account\.suspended/);
  await own.call(accounts.reactivate, { params: { id: own.account } });
  await expect.poll(answer).toBe(200);
});

it('shuts a person out within a minute of their removal, in the page they have open', async () => {
  const { page } = await windowOf('stationStaff');
  await page.goto(product.url + own.stationPath);
  await page.getByRole('heading', { name: 'Harbour Lights Radio' }).waitFor();
  await own.call(people.removeEmailFromStation, {
    params: { id: own.station, role: 'staff' },
    query: { email: crew.get('stationStaff')!.email },
  });
  await expect(crew.get('stationStaff')!.call(stations.get, { params: { key: own.station } })).rejects.toThrow(/404/);
  await page.reload();
  await page.waitForURL(/\/(not-found|forbidden)$/);
});
