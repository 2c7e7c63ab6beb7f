import { readFile } from 'node:fs/promises';
import { runInThisContext } from 'node:vm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appStats, type AppStats } from '#contract/api/app-stats.ts';
import { dayMs } from '#contract/rules/time.ts';
import { writeAppDay } from '../tools/demo/apps.ts';
import { demoAccounts } from '../tools/demo/demo-accounts.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { openAnalytics } from './listening.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Listening events from applications: the instructions for developers, and the report. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const analytics = (): string => `${product.url}${at.accountPath}/analytics/app`;
const applications = (): string => `${product.url}${at.accountPath}/settings/applications`;
const region = (name: string) => page.getByRole('region', { name, exact: true });
const stat = (label: string) =>
  page
    .locator('#content')
    .getByRole('button', { name: new RegExp(`^${label}:`) })
    .locator('xpath=../../..');

const takeScreenshots = (url: string, name: string): Promise<void> => saveScreenshots(page, url, name);

/** The statistics of the account's applications, of yesterday and today. */
const appStatsOf = async (): Promise<AppStats> => {
  const [from_date, to_date] = [Date.now() - dayMs, Date.now()].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const query = { from_date: from_date ?? '', to_date: to_date ?? '', frequency: 'day' } as const;
  const reply = await at.call(appStats.account, { params: { id: at.account, type: 'period' }, query });
  return reply.period_stats.stats;
};

it('explains how to send events while no application has', async () => {
  await show(page, analytics());
  await page.getByText('No app has sent events yet').waitFor();
  await page.getByRole('link', { name: 'App', exact: true }).waitFor();
  await region('Send listening events from your app').getByText(at.station).waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(analytics(), 'app-empty');
  await page.getByRole('link', { name: 'Manage applications' }).click();
  await page.getByText('No applications yet').waitFor();
});

it('creates an application with its key, and an example that uses it', async () => {
  await page.getByRole('button', { name: 'Add application' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Harbour for Android');
  await dialog.getByText('Android', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await region('Applications').or(page.locator('#content')).getByText('None yet').first().waitFor();
  const [key] = /ingest\/app\/(\w+)/.exec(await page.getByLabel('Example', { exact: true }).innerText()) ?? [];
  expect(key).toBeDefined();
  await page.getByRole('button', { name: 'Copy example' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(key);
  expect(await violations(page)).toEqual([]);
});

it('shows the events that the copied example sends', async () => {
  const example = await page.evaluate(() => navigator.clipboard.readText());
  const app = runInThisContext(`(() => { ${example}; return { onPlay, onStop }; })()`) as {
    onPlay: (installation: string) => Promise<void>;
    onStop: () => Promise<void>;
  };
  await app.onPlay('installation-1');
  await app.onStop();
  await show(page, applications());
  await expect.poll(() => page.getByText('None yet').count(), { timeout: 30_000 }).toBe(0);
  await expect.poll(async () => (await appStatsOf()).sessions, { timeout: 60_000, interval: 500 }).toBe(1);
  await show(page, analytics());
  await expect.poll(() => stat('App sessions').innerText(), { timeout: 30_000 }).toContain('1');
  expect(await stat('App listeners').innerText()).toContain('0 iOS, 1 Android');
  await region('Platforms').getByRole('cell', { name: 'Android' }).waitFor();
  await region('Stations').getByText('Harbour Lights Radio').waitFor();
});

it('shows a month at a glance, as a table and as a file', async () => {
  const clickhouse = await openAnalytics(product);
  const of = { ...demoAccounts[0]!.stations[0]!, timezone: 'UTC' };
  const staged = { account: at.account, station: at.station, of, tracks: new Map<string, string>() };
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  for (let age = 62; age >= 0; age--) await writeAppDay(clickhouse, staged, today - age * dayMs);
  await clickhouse.close();
  await show(page, `${analytics()}?period=previousMonth`);
  await region('Countries').getByText('Germany').waitFor();
  expect(await stat('App minutes').innerText()).toMatch(/[KM]/);
  const figure = region('App minutes');
  await figure.getByRole('button', { name: 'Table', exact: true }).click();
  await figure.getByRole('row').nth(5).waitFor();
  const waiting = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'CSV', exact: true }).first().click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^app-minutes-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n').length).toBeGreaterThan(28);
  await figure.getByRole('button', { name: 'Chart', exact: true }).click();
  await figure.getByText('App listeners', { exact: true }).click();
  await region('App listeners').getByText('iOS', { exact: true }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${analytics()}?period=previousMonth`, 'app');
  await takeScreenshots(analytics(), 'app-today');
  await takeScreenshots(applications(), 'applications');
});

it('logs no errors in the browser', () => {
  expect(pageErrors()).toEqual([]);
});
