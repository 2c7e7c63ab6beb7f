import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analytics, type StatsReply } from '#contract/api/analytics.ts';
import { stations } from '#contract/api/stations.ts';
import { abbreviate, longDuration } from '#web/lib/format.ts';
import { dayMs } from '#contract/rules/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { insertListening } from './listening.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, violations, applyLook } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Listening reports: of an account or a station, for any period, on the screen, as files and on paper. */

const days = 24;

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
const shots = process.env['SHOTS'];

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

const streaming = (): string => `${product.url}${at.accountPath}/analytics/streaming`;
const stat = (label: string) =>
  page
    .locator('#content')
    .getByRole('button', { name: `${label}:` })
    .locator('xpath=../../..');
const region = (name: string) => page.getByRole('region', { name, exact: true });
const chart = (title: string) => region(title).getByRole('application');
const yesterday = (): string => new Date(Date.now() - dayMs).toISOString().slice(0, 10);

const statsOf = (from_date: string, to_date: string): Promise<StatsReply> =>
  at.call(analytics.account, {
    params: { id: at.account, type: from_date === to_date ? 'day' : 'period' },
    query: { from_date, to_date, frequency: from_date === to_date ? 'hour' : 'day', include: ['audience', 'previous'] },
  });

const downloadOf = async (press: () => Promise<unknown>): Promise<{ name: string; content: Buffer }> => {
  const waiting = page.waitForEvent('download');
  await press();
  const file = await waiting;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
};

const takeScreenshots = (path: string, name: string): Promise<void> =>
  saveScreenshots(page, `${product.url}${path}`, name);

it('explains what the report will show while there are no listeners', async () => {
  await show(page, product.url + at.accountPath);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByText('No listeners in this period').waitFor();
  await page.getByText(/· Time zone: UTC/).waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${at.accountPath}/analytics/streaming`, 'empty');
});

it('shows the statistics of the API, each with its definition', async () => {
  await insertListening(product, { ...at, audience: 14, days, untilAge: 0 });
  await show(page, `${streaming()}?period=yesterday`);
  const { period_stats, country_stats, timezone } = await statsOf(yesterday(), yesterday());
  const { stats } = period_stats;
  expect(stats.connections).toBeGreaterThan(100);
  expect(await stat('Sessions').innerText()).toContain(abbreviate(stats.connections));
  expect(await stat('Unique listeners').innerText()).toContain(abbreviate(stats.uniques));
  expect(await stat('Peak').innerText()).toContain(abbreviate(stats.peak));
  expect(await stat('Listening').innerText()).toContain(longDuration(stats.listening_time));
  const minutes = (stats.listening_time / 60 / stats.connections).toFixed(2);
  expect(await stat('Average session').innerText()).toContain(`${minutes} min`);
  await page.getByRole('button', { name: /^Peak: The highest number of listeners in any one minute/ }).waitFor();
  await page.getByText(`· Time zone: ${timezone}`).waitFor();
  const [first] = country_stats;
  await region('Locations')
    .getByRole('row', { name: new RegExp(`${first!.name}.*${first!.stats.connections.toLocaleString('en')}`) })
    .waitFor();
});

it('keeps the period in the URL, and explains why it refuses an impossible one', async () => {
  await page.getByLabel('Period', { exact: true }).selectOption('Previous Week');
  await page.waitForURL(/period=previousWeek/);
  await page.getByLabel('Period', { exact: true }).selectOption('Custom range');
  await page.waitForURL(/from=/);
  const from = new Date(Date.now() - 9 * dayMs).toISOString().slice(0, 10);
  await page.getByLabel('Start date').fill(from);
  await page.waitForURL(new RegExp(`from=${from}`));
  await page.getByLabel('End date').fill(yesterday());
  await page.waitForURL(({ searchParams: at }) => at.get('from') === from && at.get('to') === yesterday());
  const { stats } = (await statsOf(from, yesterday())).period_stats;
  await expect.poll(() => stat('Sessions').innerText()).toContain(abbreviate(stats.connections));
  await page.getByLabel('Start date').fill('2020-01-01');
  await page.getByText(/at most 366 days/).waitFor();
  expect(page.url()).toContain(`from=${from}`);
  await page.getByLabel('Start date').fill(from);
});

it('compares with the previous period until that is switched off', async () => {
  await stat('Sessions')
    .getByText(/than .* in the previous period/)
    .waitFor({ state: 'attached' });
  await region('Listeners').getByText('Peak of the previous period').waitFor();
  await page.getByRole('switch', { name: 'Compare with the previous period' }).click();
  await page.waitForURL(/compare=false/);
  await expect.poll(() => region('Listeners').getByText('Peak of the previous period').count()).toBe(0);
});

it('shows hours of the week, devices, locations, session lengths, and what played at tune-out', async () => {
  await region('Hours of the week')
    .getByText(/Busiest:/)
    .waitFor();
  await region('Devices & players').getByText('Players', { exact: true }).click();
  await region('Devices & players').getByRole('cell', { name: 'Safari' }).waitFor();
  await region('Locations').getByText('Cities', { exact: true }).click();
  await region('Locations')
    .getByRole('cell', { name: /Hamburg|Berlin|München|Vienna|Zürich/ })
    .first()
    .waitFor();
  await chart('Session length').waitFor();
  await region('Tracks playing when listeners tuned out')
    .getByRole('button', { name: /^Tracks playing/ })
    .click();
  await region('Tracks playing when listeners tuned out').getByRole('cell', { name: / – / }).first().waitFor();
  expect(await violations(page)).toEqual([]);
});

it('moves through a chart by keyboard and announces each value', async () => {
  await chart('Listeners').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  const status = chart('Listeners').getByRole('status');
  await expect.poll(() => status.textContent()).toMatch(/^\w+ \d+: Peak [\d,]+, Average listeners [\d.]+$/);
  await page.keyboard.press('Escape');
  await expect.poll(() => status.textContent()).toBe('');
});

it('offers a chart as a table, a CSV file and a picture', async () => {
  const listeners = region('Listeners');
  const csv = await downloadOf(() => listeners.getByRole('button', { name: 'CSV' }).click());
  expect(csv.name).toMatch(/^listeners-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.content.toString('utf8').trim().split('\r\n');
  expect(lines[0]).toContain('"Time","Peak","Average listeners"');
  expect(lines).toHaveLength(10);
  const png = await downloadOf(() => listeners.getByRole('button', { name: 'PNG' }).click());
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  expect(png.content.readUInt32BE(16)).toBeGreaterThan(1500);
  if (shots !== undefined) await writeFile(join(shots, 'chart.png'), png.content);
  await listeners.getByRole('button', { name: 'Table' }).click();
  const peak = lines[1]!.split(',')[1]!;
  await listeners
    .getByRole('row', { name: new RegExp(`${peak}`) })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await listeners.getByRole('button', { name: 'Chart' }).click();
});

it('filters by one station and leads to the station’s own report', async () => {
  await show(page, `${streaming()}?period=previousWeek`);
  await page.getByLabel('Station', { exact: true }).selectOption('Fog Horn Radio');
  await page.getByText('No listeners in this period').waitFor();
  await page.getByLabel('Station', { exact: true }).selectOption('Harbour Lights Radio');
  await region('Hours of the week').waitFor();
  await show(page, `${product.url}${at.stationPath}/analytics?period=previousWeek`);
  await region('Hours of the week').waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${at.stationPath}/analytics?period=previousMonth`, 'station');
  await takeScreenshots(`${at.accountPath}/analytics/streaming?period=previousWeek`, 'week');
  await takeScreenshots(`${at.accountPath}/analytics/streaming`, 'today');
});

it('prints on white, without controls that only work on a screen', async () => {
  await show(page, `${streaming()}?period=previousWeek`);
  await applyLook(page, { theme: 'dark', direction: 'ltr' });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Streaming analytics' }).waitFor();
  await page.getByText(/· Time zone: UTC/).waitFor();
  const colour = await region('Listeners').evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(colour).toBe('rgb(255, 255, 255)');
  if (shots !== undefined) {
    await page.setViewportSize({ width: 700, height: 1000 });
    await page.screenshot({ path: join(shots, 'print.png'), fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.emulateMedia({ media: null });
  await applyLook(page, { theme: 'light', direction: 'ltr' });
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
