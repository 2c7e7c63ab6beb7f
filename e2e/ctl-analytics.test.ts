import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ctlStats } from '#contract/api/ctl-stats.ts';
import { stations } from '#contract/api/stations.ts';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { abbreviate } from '#web/lib/format.ts';
import { dayMs } from '#contract/rules/time.ts';
import { writeCallDay } from '../tools/demo/calls.ts';
import { demoAccounts } from '../tools/demo/demo-accounts.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { openAnalytics } from './listening.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Call-to-listen reports of an account and of a station. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await at.call(stations.create, { params: { id: at.account }, body: { name: 'Fog Horn Radio' } });
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const ofAccount = (): string => `${product.url}${at.accountPath}/analytics/ctl`;
const ofStation = (): string => `${product.url}${at.stationPath}/analytics/ctl`;
const region = (name: string) => page.getByRole('region', { name, exact: true });
const stat = (label: string) =>
  page
    .locator('#content')
    .getByRole('button', { name: new RegExp(`^${label}:`) })
    .locator('xpath=../../..');

const takeScreenshots = (url: string, name: string): Promise<void> => saveScreenshots(page, url, name);

const previousMonth = (): { from_date: string; to_date: string } => {
  const now = new Date();
  const [from, to] = [
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1),
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0),
  ];
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from_date: date(from), to_date: date(to) };
};

it('explains the report while there are no calls', async () => {
  await show(page, ofAccount());
  await page.getByText('No calls in this period').waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(ofAccount(), 'ctl-empty');
});

it('shows the statistics of the API, by phone number, country and station', async () => {
  const config = readConfig({ DATA_DIR: product.dataDir });
  const clickhouse = await openAnalytics(product);
  const { db } = connectDatabase(config.databaseUrl, 1);
  const of = { ...demoAccounts[0]!.stations[0]!, timezone: 'UTC' };
  const staged = { account: at.account, station: at.station, of, tracks: new Map<string, string>() };
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (let age = 62; age >= 0; age--)
    await writeCallDay({ clickhouse, secrets: databaseSecrets(db) }, staged, today - age * dayMs);
  await clickhouse.close();
  await db.destroy();
  await show(page, `${ofAccount()}?period=previousMonth`);
  await region('Countries').getByText('Germany').waitFor();
  const query = { ...previousMonth(), frequency: 'day' } as const;
  const { period_stats, did_stats } = await at.call(ctlStats.account, {
    params: { id: at.account, type: 'period' },
    query,
  });
  expect(period_stats.stats.calls).toBeGreaterThan(100);
  expect(await stat('Calls').innerText()).toContain(abbreviate(period_stats.stats.calls));
  expect(await stat('Callers').innerText()).toContain(abbreviate(period_stats.stats.uniques));
  await region('Phone numbers').getByRole('cell', { name: did_stats[0]!.did }).waitFor();
  await region('Stations').getByText('Harbour Lights Radio').waitFor();
  await region('Calls').getByRole('application').waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${ofAccount()}?period=previousMonth`, 'ctl');
});

it('shows the calls of one station, in the account’s report and in its own', async () => {
  await page.getByLabel('Station', { exact: true }).selectOption('Fog Horn Radio');
  await page.getByText('No calls in this period').waitFor();
  await page.getByLabel('Station', { exact: true }).selectOption('Harbour Lights Radio');
  await region('Phone numbers').getByRole('row').nth(1).waitFor();
  expect(await region('Stations').count()).toBe(0);
  await show(page, ofStation());
  await page.getByLabel('Period', { exact: true }).selectOption('Previous Month');
  await region('Phone numbers').getByRole('row').nth(1).waitFor();
  await region('Calls').getByText('Call minutes', { exact: true }).click();
  await region('Call minutes').getByRole('application').waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${ofStation()}?period=previousMonth`, 'ctl-station');
});

it('logs no errors in the browser', () => {
  expect(pageErrors()).toEqual([]);
});
