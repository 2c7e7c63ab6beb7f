import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { people } from '#contract/people.ts';
import { stations } from '#contract/stations.ts';
import { screens } from '#web/app/screens.ts';
import { launch, openWindow, signIn, watch } from './browser.ts';
import { acceptAll, register, type Member } from './crew.ts';
import { settled, walk } from './page.ts';
import { startProduct, type Product } from './product.ts';
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
  [product, browser] = await Promise.all([startProduct(), launch()]);
  own = await stage(product, 'Harbour Lights', 'Harbour Lights Radio');
  foreign = await stage(product, 'Another Coast', 'Another Coast Radio');
  await addTracks(own, ['Concert Pitch']);
  podcast = { accountKey: own.account, stationKey: own.station, ...(await fillPodcasts(own)) };
  for (const role of roles) crew.set(role, await register(product, `${role.toLowerCase()}.person@example.com`));
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

const ofPortal: readonly Role[] = ['portalAdmin'];
const ofAccount: readonly Role[] = [...ofPortal, 'accountOwner', 'accountAdmin'];
const managing: readonly Role[] = [...ofAccount, 'stationOwner', 'stationAdmin'];
const working: readonly Role[] = [...managing, 'stationStaff'];

/** Spec §6 and readings 12, written down once more: who may open a screen. */
const mayOpen = (route: string): readonly Role[] => {
  if (route.startsWith('/portal')) return ofPortal;
  if (/\{stationKey\}\/(analytics|automation|relays|settings|widget)/.test(route)) return managing;
  if (route.includes('{stationKey}')) return working;
  if (route.includes('{accountKey}')) return ofAccount;
  return [...working, 'stranger'];
};

/** The screens of a podcast that is a station's, where its people have them. */
const ofStation = (route: string): string =>
  route.replace('/accounts/{accountKey}/podcasts', '/accounts/{accountKey}/stations/{stationKey}/podcasts');
const podcastRoutes = screens
  .map(({ route }) => route)
  .filter((route) => route.includes('{podcastKey}'))
  .map(ofStation);
const managed = /\{podcastKey\}\/(settings|analytics)/;

/** Screens whose address names a thing of its own are opened by their own tests. */
const walked = screens.map(({ route }) => route).filter((route) => !/\{(?!accountKey|stationKey)/.test(route));

const addressOf = (route: string, at: { account: AccountKey; station: StationKey }): string =>
  product.url + route.replace('{accountKey}', at.account).replace('{stationKey}', at.station);

/**
 * Where somebody ends who goes to an address: at it, or at the page that says why not. What isn't theirs is looked at
 * until it has let them go, which it does once the server has refused it.
 */
const endOf = async (role: Role, address: string, isTheirs: boolean): Promise<'in' | 'out'> => {
  const { page } = await windowOf(role);
  const isOut = (url: URL): boolean => ['/forbidden', '/not-found'].includes(url.pathname);
  await walk(page, address);
  if (!isTheirs) await page.waitForURL(isOut, { timeout: 20_000 }).catch(() => undefined);
  return isOut(new URL(page.url())) ? 'out' : 'in';
};

const everybody = [...roles, 'portalAdmin'] as const;

describe.each(everybody)('%s', (role) => {
  // A page that stays open goes on showing what is live.
  afterAll(async () => {
    await windows.get(role)?.page.goto('about:blank');
  });

  it('opens the screens of their role and no others', async () => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const route of walked.filter((one) => !['/forbidden', '/not-found', '/bad-request'].includes(one))) {
      const isTheirs = mayOpen(route).includes(role);
      found[route] = await endOf(role, addressOf(route, own), isTheirs);
      expected[route] = isTheirs ? 'in' : 'out';
    }
    expect(found).toEqual(expected);
    expect((await windowOf(role)).complaints()).toEqual([]);
  });

  it('opens the screens of a podcast that are theirs', async () => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const route of podcastRoutes) {
      const isTheirs = (managed.test(route) ? managing : working).includes(role);
      found[route] = await endOf(role, product.url + addressIn(route, podcast), isTheirs);
      expected[route] = isTheirs ? 'in' : 'out';
    }
    expect(found).toEqual(expected);
    expect((await windowOf(role)).complaints()).toEqual([]);
  });

  it.skipIf(role === 'portalAdmin')('finds nothing of another tenant', async () => {
    for (const route of walked.filter((one) => one.includes('{')))
      expect([route, await endOf(role, addressOf(route, foreign), false)]).toEqual([route, 'out']);
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
