import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analytics } from '#contract/api/analytics.ts';
import { stations } from '#contract/api/stations.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { dayMs } from '#contract/rules/time.ts';
import { abbreviate } from '#web/lib/format.ts';
import { laterMs } from '#web/lib/use-later.ts';
import { collectErrors, launch, openSignedIn, openWindow, signIn } from './browser.ts';
import { insertListening } from './listening.ts';
import { ownProduct } from './own-product.ts';
import { picture } from './picture.ts';
import { show, violations, waitUntilSettled } from './page.ts';
import type { Product } from './product.ts';
import { register } from './registered-users.ts';
import { saveScreenshots } from './screenshots.ts';
import { addApp, authenticatorFor, waitForPortal } from './second-factor.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/*
 * What needs a portal for itself, on one: cold loads that no event of another test disturbs, the statistics of everything, and at last
 * a rule for all administrators.
 */

/** Longer than a page takes to open its event stream, and the slack of `web/lib/live-events.ts`. */
const unseenMs = 8000;

let product: Product;
let browser: Browser;
let at: TestStation;
let podcast: PodcastKey;

beforeAll(async () => {
  [product, browser] = await Promise.all([ownProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const newPage = async (): Promise<Page> => (await openWindow(browser)).newPage();

type Shifts = { shifts: number };

/**
 * Opens a screen in a new browser profile; returns its page and what it requested. What is loaded later (`useLater`) never comes: a page
 * may still be opening then, on a busy machine.
 */
const openCold = async (path: string, width: number) => {
  const context = await openWindow(browser, width);
  const page = await context.newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput)
          (window as unknown as Shifts).shifts = ((window as unknown as Partial<Shifts>).shifts ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.addInitScript((later) => {
    const original = window.setTimeout.bind(window) as (...args: unknown[]) => number;
    const withoutLater = (run: unknown, ms?: number, ...rest: unknown[]): number =>
      ms === later ? 0 : original(run, ms, ...rest);
    Object.assign(window, { setTimeout: withoutLater });
  }, laterMs);
  let requested: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.isNavigationRequest()) requested = [];
    if (url.protocol.startsWith('http')) requested.push(`${request.method()} ${url.pathname}${url.search}`);
  });
  const hasEvents = page.waitForResponse((reply) => reply.url().includes('/v1/events') && reply.status() === 200);
  await openSignedIn(page, product.url + path, product.admin);
  await waitUntilSettled(page);
  await hasEvents;
  return { page, requested: () => requested, close: () => context.close() };
};

const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Partial<Shifts>).shifts ?? 0);

const screens: [name: string, path: (at: TestStation) => string][] = [
  ['account dashboard', ({ accountPath }) => accountPath],
  ['station overview', ({ stationPath }) => stationPath],
  ['streaming analytics', ({ accountPath }) => `${accountPath}/analytics/streaming`],
  ['portal analytics', () => '/portal/analytics'],
  ['portal dashboard', () => '/portal'],
  ['live listeners', ({ accountPath }) => `${accountPath}/analytics/live`],
  ['podcasts', ({ accountPath }) => `${accountPath}/podcasts`],
  ['episodes', ({ stationPath }) => `${stationPath}/podcasts/${podcast}/episodes`],
  ['library', ({ stationPath }) => `${stationPath}/library`],
  ['Auto DJ', ({ stationPath }) => `${stationPath}/autodj`],
  ['stations', ({ accountPath }) => `${accountPath}/stations`],
];

/** Screens of which some parts follow: maps of the world with their shapes. */
const mostRequests: Readonly<Record<string, number>> = { 'portal dashboard': 31, 'live listeners': 30 };

describe('a screen that the portal is opened on, with an empty cache', () => {
  beforeAll(async () => {
    await addTracks(at, ['Concert Pitch']);
    const body = { title: 'Tea & Talk', station_key: at.station, categories: ['Arts'] };
    const logo = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
    podcast = (await at.call(podcasts.createInStation, { params: { key: at.station }, body, file: logo })).key;
    await at.call(episodes.create, { params: { podcastKey: podcast }, body: { title: 'Of kettles' } });
    const createdAt = Date.now();
    // A page that opens asks again for what changed in the seconds before.
    await vi.waitUntil(() => Date.now() - createdAt > unseenMs, { timeout: 2 * unseenMs });
  });

  it.each(screens)('%s: opens with few requests, asks for nothing twice, and does not jump', async (name, path) => {
    for (const width of [1440, 390]) {
      const { page, requested, close } = await openCold(path(at), width);
      const calls = requested().filter((request) => request.includes(' /v1/'));
      const scripts = requested().filter((request) => /\.js(\?|$)/.test(request));
      const shifts = await shiftsOf(page);
      // The event stream is opened again when another part of the screen follows something.
      const streams = calls.filter((call) => call.includes('/v1/events')).length;
      expect(requested().length - streams + 1).toBeLessThanOrEqual(mostRequests[name] ?? 25);
      expect(calls.filter((call, i) => calls.indexOf(call) !== i && !call.includes('/v1/events'))).toEqual([]);
      expect(scripts.length).toBeLessThanOrEqual(25);
      expect(new Set(calls.map((call) => call.replace(/events\?.*/, 'events'))).size).toBeLessThanOrEqual(8);
      expect(shifts).toBeLessThanOrEqual(0.05);
      await close();
    }
  });
});

describe('the statistics of the portal', () => {
  let other: TestStation;
  let page: Page;
  let pageErrors: () => string[];
  beforeAll(async () => {
    other = await createTestStation(product, 'Fog Horn Media', 'Fog Horn Radio');
    page = await newPage();
    pageErrors = collectErrors(page);
    await openSignedIn(page, product.url, product.admin);
  });

  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const stat = (label: string) =>
    page
      .locator('#content')
      .getByRole('button', { name: `${label}:` })
      .locator('xpath=../../..');

  const takeScreenshots = (path: string, name: string): Promise<void> =>
    saveScreenshots(page, `${product.url}${path}`, name);

  it('is reached from the portal’s navigation, and explains what it will show', async () => {
    await show(page, `${product.url}/portal`);
    await page.getByRole('link', { name: 'Portal analytics' }).click();
    await page.getByRole('heading', { name: 'Portal analytics', level: 1 }).waitFor();
    await page.getByText('No listeners in this period').waitFor();
    await page.getByText(/· Time zone: UTC/).waitFor();
    await page.getByText('No scheduled reports').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeScreenshots('/portal/analytics', 'portal-empty');
  });

  it('adds up all accounts, and links to each station', async () => {
    const second = (await at.call(stations.create, { params: { id: other.account }, body: { name: 'Third Wave' } }))
      .key;
    await insertListening(product, { ...at, audience: 12, days: 3 });
    await insertListening(product, { ...other, audience: 6, days: 3 });
    await insertListening(product, { ...other, station: second, audience: 3, days: 3 });
    await show(page, `${product.url}/portal/analytics?period=yesterday`);
    const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    const period = { from_date: yesterday, to_date: yesterday };
    const stats = await at.call(analytics.portal, {
      params: { type: 'day' },
      query: { ...period, frequency: 'hour', include: ['audience', 'stations'] },
    });
    const each = await Promise.all(
      [at.station, other.station, second].map(
        async (key) =>
          await at.call(analytics.stations, {
            params: { type: 'day' },
            query: { ...period, frequency: 'hour', stationKeys: [key] },
          }),
      ),
    );
    const { connections } = stats.period_stats.stats;
    expect(connections).toBe(each.reduce((sum, { period_stats: { stats } }) => sum + stats.connections, 0));
    expect(await stat('Sessions').innerText()).toContain(abbreviate(connections));
    expect(stats.station_stats.map(({ name }) => name)).toEqual([
      'Harbour Lights Radio',
      'Fog Horn Radio',
      'Third Wave',
    ]);
    await region('Locations')
      .getByRole('row', { name: new RegExp(stats.country_stats[0]!.name) })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await takeScreenshots('/portal/analytics?period=previousWeek', 'portal');
    await show(page, `${product.url}/portal/analytics?period=yesterday`);
    await region('Stations').getByRole('button', { name: 'Stations' }).click();
    await region('Stations').getByRole('link', { name: 'Fog Horn Radio' }).click();
    await page.waitForURL((url) => url.pathname.startsWith(other.stationPath));
  });

  it('is scheduled as an e-mail report from its page', async () => {
    await show(page, `${product.url}/portal/analytics`);
    const reports = region('Report schedules');
    await reports.getByRole('button', { name: 'Schedule a report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
    await reports
      .getByRole('listitem', { name: /The whole portal/ })
      .getByText(/^Next: /)
      .waitFor();
  });

  it('is hidden from other users', async () => {
    const member = await register(product, 'mia.miller@example.com');
    const memberPage = await (await openWindow(browser)).newPage();
    await openSignedIn(memberPage, product.url, member);
    await show(memberPage, `${product.url}/portal/analytics`);
    await memberPage.getByRole('heading', { name: 'Portal analytics' }).waitFor({ state: 'detached' });
    expect(await memberPage.getByRole('link', { name: 'Portal analytics' }).count()).toBe(0);
  });

  it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
});

it('requires a second factor of portal administrators, who can remove a user’s lost one', async () => {
  const user = await register(product, 'lena.lost@example.com');
  const userPage = await newPage();
  await openSignedIn(userPage, product.url, user);
  await show(userPage, `${product.url}/profile/settings`);
  await addApp(userPage);
  const page = await newPage();
  const pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
  await show(page, `${product.url}/portal/settings`);
  await page.getByLabel('Require two-factor sign-in for portal administrators').check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();

  // Administrators without one are signed out at once, here the one who saved.
  const admin = page;
  await admin.waitForURL((at) => at.pathname.startsWith('/realms/'));
  await admin.getByLabel(/e-?mail/i).fill(product.admin.email);
  await admin.getByLabel(/^password/i).fill(product.admin.password);
  await admin.getByRole('button', { name: 'Sign in', exact: true }).click();
  await admin.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await admin
    .getByLabel('Code', { exact: true })
    .fill(authenticatorFor(await admin.locator('code').innerText()).generate());
  await admin.getByRole('button', { name: 'Continue' }).click();
  await admin.getByRole('button', { name: 'I saved them' }).click();
  await waitForPortal(admin);

  await show(admin, `${product.url}/portal/people`);
  await admin.getByText('All users', { exact: true }).click();
  const row = admin.getByRole('row').filter({ hasText: user.email });
  await row.waitFor();
  await saveScreenshots(admin, admin.url(), 'people');
  await row.getByRole('link').first().click();
  const removeFactors = admin.getByRole('button', { name: /^Remove the second factors/ });
  await removeFactors.click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await admin.getByText('now signs in without a second factor').first().waitFor();
  await expect.poll(() => removeFactors.count()).toBe(0);
  await signIn(await newPage(), product.url, user);
  expect(pageErrors()).toEqual([]);
});
