import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analytics } from '#contract/analytics.ts';
import { stations } from '#contract/stations.ts';
import { abbreviate } from '#web/lib/format.ts';
import { dayMs } from '#contract/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { register } from './registered-users.ts';
import { insertListening } from './listening.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, violations } from './page.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Listening statistics of the whole portal, as its administrators see them. */

let product: Product;
let browser: Browser;
let at: TestStation;
let other: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([ownProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  other = await createTestStation(product, 'Fog Horn Media', 'Fog Horn Radio');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
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
  const second = (await at.call(stations.create, { params: { id: other.account }, body: { name: 'Third Wave' } })).key;
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
  expect(stats.station_stats.map(({ name }) => name)).toEqual(['Harbour Lights Radio', 'Fog Horn Radio', 'Third Wave']);
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
