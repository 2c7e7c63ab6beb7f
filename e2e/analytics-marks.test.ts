import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StatsReply } from '#contract/api/analytics.ts';
import { definitionChanges, metrics } from '#contract/texts/metrics.ts';
import { dayMs } from '#contract/rules/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { insertListening, openAnalytics } from './listening.ts';
import { show, violations, navigate, applyLook } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* What reports show in some periods only: days on which the definition of a metric changed, and ad impressions. */

const dateOf = (age: number): string => new Date(Date.now() - age * dayMs).toISOString().slice(0, 10);
const shots = process.env['SHOTS'];

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

const reportUrl = (): string =>
  `${product.url}${at.stationPath}/analytics?period=custom&from=${dateOf(4)}&to=${dateOf(1)}`;
const region = (name: string) => page.getByRole('region', { name, exact: true });
const stat = (label: string) =>
  page
    .locator('#content')
    .getByRole('button', { name: `${label}:` })
    .locator('xpath=../../..');

const takeScreenshots = async (name: string): Promise<void> => {
  if (shots === undefined) return;
  for (const width of [1440, 768, 390])
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await applyLook(page, { theme, direction: 'ltr' });
      await page.screenshot({ path: join(shots, `${name}-${width}-${theme}.png`), fullPage: true });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await applyLook(page, { theme: 'light', direction: 'ltr' });
};

/** Inserts `impressions` spots of two days ago, of which the first `completed` reached the third quartile. */
const playSpots = async (impressions: number, completed: number): Promise<void> => {
  const clickhouse = await openAnalytics(product);
  const spot = (i: number, quartile: number) => ({
    ...{ engine: 'test', station: at.station, account: at.account, campaign: 'c-1', session: `s${i}`, quartile },
    ...{
      at: `${dateOf(2)} 12:00:0${quartile}.000`,
      country: 'DE',
      city: 'Berlin',
      device: 'desktop',
      output: 'icecast',
    },
  });
  const values = Array.from({ length: impressions }, (_, i) =>
    i < completed ? [spot(i, 0), spot(i, 3)] : [spot(i, 0)],
  );
  await clickhouse.insert({ table: 'spots', values: values.flat(), format: 'JSONEachRow' });
  await clickhouse.close();
};

/** Answers as the portal does, with `changes` as the changed metric definitions. */
const withChanges =
  (changes: StatsReply['changes']) =>
  async (route: Route): Promise<void> => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as StatsReply), changes } });
  };

it('shows no impressions if there were none', async () => {
  await insertListening(product, { ...at, audience: 4, days: 4 });
  await show(page, reportUrl());
  await stat('Sessions').waitFor();
  expect(await stat(metrics.impressions.label).count()).toBe(0);
  expect(await region('Sessions').getByText(metrics.impressions.label, { exact: true }).count()).toBe(0);
  await region('By day').getByRole('button', { name: 'By day' }).click();
  await region('By day').getByRole('columnheader', { name: metrics.peak.label }).waitFor();
  expect(await region('By day').getByRole('columnheader', { name: metrics.impressions.label }).count()).toBe(0);
});

it('shows impressions once there are some: as figures, by day and as a chart', async () => {
  await playSpots(7, 4);
  await show(page, reportUrl());
  await expect.poll(() => stat(metrics.impressions.label).innerText(), { timeout: 60_000 }).toMatch(/\b7\b/);
  expect(await stat(metrics.thirdQuartile.label).innerText()).toMatch(/\b4\b/);
  await region('By day').getByRole('button', { name: 'By day' }).click();
  await region('By day').getByRole('columnheader', { name: metrics.impressions.label }).waitFor();
  await region('By day')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: '7', exact: true }) })
    .filter({ has: page.getByRole('cell', { name: '4', exact: true }) })
    .waitFor();
  await region('Sessions').getByText(metrics.impressions.label, { exact: true }).click();
  await region(metrics.impressions.label).getByRole('button', { name: 'Table' }).click();
  await region(metrics.impressions.label).getByRole('cell', { name: '7', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await region(metrics.impressions.label).getByRole('button', { name: 'Chart' }).click();
  await takeScreenshots('spots');
});

it('marks in the chart the days on which a metric’s definition changed, and says how', async () => {
  const [change] = definitionChanges;
  const changes = [
    { date: dateOf(3), metric: change!.metric, text: change!.text },
    { date: dateOf(2), metric: 'peak', text: 'Counted within a minute, no longer within a quarter of an hour.' },
  ];
  await page.route(/\/stations\/stats\/period\?/, withChanges(changes));
  // Another query than before, so that it is not cached.
  await navigate(page, `${reportUrl()}&compare=false`);
  const annotations = region('Listeners').getByRole('list', { name: 'Chart annotations' }).getByRole('listitem');
  await expect.poll(() => annotations.count(), { timeout: 60_000 }).toBe(2);
  const [first, second] = await annotations.allInnerTexts();
  expect(first).toContain(`${metrics[change!.metric].label}: ${change!.text}`);
  expect(second).toContain(`${metrics.peak.label}: Counted within a minute`);
  for (const n of ['1', '2']) await region('Listeners').locator('svg').getByText(n, { exact: true }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots('marks');
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
