import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audioAds } from '#contract/api/audio-ads.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import { finance } from '#contract/api/finance.ts';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { fleetSessions } from '#server/domains/analytics/engine-sessions.ts';
import { createFleet } from '#server/domains/fleet/fleet.service.ts';
import { closeStatements } from '#server/domains/finance/statements/close-statements.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { drawnTexts } from '#server/platform/invoice-pdf/testing/drawn-texts.ts';
import { collectErrors, launch, openWindow, openSignedIn } from './browser.ts';
import { insertListening, openAnalytics } from './listening.ts';
import { messages, show, violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/*
 * From a forecast to an invoice: a campaign is built from what is expected of it and heard on another account's station; its report shows
 * where, that account's revenue leads to the impressions, and its statement becomes an invoice as PDF.
 */

let product: Product;
let browser: Browser;
let at: TestStation;
let advertiser: TestStation;
let campaign: CampaignKey;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Mole Media', 'Mole Head Radio');
  advertiser = await createTestStation(product, 'Acme', 'Acme Radio');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const pathOf = (rest: string): string => `${product.url}${at.accountPath}/finance/${rest}`;
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true }).first();
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first();

/** The month before the last one, whose statement is due whatever day it is. */
const month = ((now) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1)).toISOString().slice(0, 7))(
  new Date(),
);
const impressions = 1200;

it('teaches who has earned nothing how to earn', async () => {
  await show(page, pathOf('analytics'));
  await heading('Earn with audio ads').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, pathOf('analytics'), 'finance-first');
  await link('Open audio ads').click();
  await page.waitForURL(/settings\/audio-ads$/);
});

it('builds a campaign from its forecast', async () => {
  // Before the station has audio ads: a forecast that runs then would find that nobody listens, until the next hour.
  await insertListening(product, { account: advertiser.account, station: advertiser.station, audience: 20, days: 2 });
  await admitCampaigns(advertiser);
  await show(page, `${product.url}${advertiser.accountPath}/advertising`);
  await page.getByRole('link', { name: 'New campaign' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring sale');
  await page.getByLabel('Advertiser').fill('Acme');
  await page.getByRole('textbox', { name: 'First day' }).fill(`${month}-01`);
  await page
    .getByRole('textbox', { name: 'Last day' })
    .fill(new Date(Date.now() + 20 * dayMs).toISOString().slice(0, 10));
  await page.getByLabel('Impressions', { exact: true }).fill('5000');
  await page.getByRole('status').getByText('5,000 of 5,000').waitFor();
  await page.getByText(/[1-9][\d,]* impressions available/).waitFor();
  await page.getByRole('button', { name: 'Create campaign', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Spring sale' }).waitFor();
  const { entities } = await advertiser.call(campaigns.list, { params: { id: advertiser.account }, query: {} });
  campaign = entities[0]!.id;
});

it('shows what it delivered', async () => {
  await hear();
  await show(page, `${product.url}${advertiser.accountPath}/advertising/${campaign}/report`);
  await page.getByRole('row').filter({ hasText: 'Mole Head Radio' }).getByText('1,200').waitFor();
  await page.getByRole('heading', { name: 'Reach and frequency' }).waitFor();
});

it('leads from a month’s revenue to its impressions', async () => {
  const days = `from=${month}-01&to=${month}-28`;
  await show(page, pathOf(`analytics?frame=custom&${days}&type=display`));
  await page.getByRole('alert').filter({ hasText: 'not counted yet' }).waitFor();
  await show(page, pathOf(`analytics?frame=custom&${days}`));
  await saveScreenshots(page, pathOf(`analytics?frame=custom&${days}`), 'finance');
  // 1,200 impressions at 40 cents for a thousand.
  await link(/revenue \$0\.4800$/).click();
  await page.getByRole('region', { name: 'Days: rows' }).waitFor();
  await link(/15, .*: 1,200 impressions$/).click();
  await link('Spring sale: 1,200 impressions').click();
  await link('Mole Head Radio: 1,200 impressions').click();
  await link(/: 600 impressions$/).click();
  const rows = page.getByRole('table', { name: 'Impressions' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(51);
  expect(await rows.nth(1).innerText()).toMatch(/Hamburg.*\$0\.0004/s);
  expect(await violations(page)).toEqual([]);
  await link('Spring sale').click();
  await page.getByRole('table', { name: 'By station and podcast' }).waitFor();
});

it('shows this month by month first, and days for any other frame but a custom one', async () => {
  await show(page, pathOf('analytics'));
  await page.getByRole('table', { name: 'Months' }).waitFor();
  await page.getByLabel('Period').selectOption('Last month');
  await page.getByRole('table', { name: 'Days' }).waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('daily');
});

it('makes an invoice of a statement, and opens it as PDF', async () => {
  await closeMonth();
  await show(page, pathOf('invoice'));
  await link(/^Create invoice for /).click();
  const preview = page.getByRole('region', { name: 'Preview of the invoice' });
  await page.getByLabel('Name on the invoice').fill('Ραδιόφωνο Κύμα');
  await preview.getByText('Ραδιόφωνο Κύμα').waitFor();
  await preview.getByText('$0.48').first().waitFor();
  await saveScreenshots(page, page.url(), 'finance-create-invoice');
  await page.getByLabel('Name on the invoice').fill('Ραδιόφωνο Κύμα');
  await page.getByRole('button', { name: 'Create invoice', exact: true }).click();
  await messages(page, /Invoice \d{4}-0001 was created/)
    .first()
    .waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Invoice \d{4}-0001 as PDF$/ }).click();
  const texts = drawnTexts(await readFile(await (await download).path())).join('');
  for (const text of ['0001', 'Ραδιόφωνο Κύμα', 'Spring sale on Mole Head Radio', '1,200', '$0.48'])
    expect(texts).toContain(text);
  await page.getByRole('button', { name: /^Send invoice/ }).click();
  await messages(page, /is sent to/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Mark invoice .* as paid$/ }).click();
  await page.getByRole('cell', { name: /\$0\.48\s*Paid/i }).waitFor();
  await saveScreenshots(page, pathOf('invoice'), 'finance-invoices');
  expect(await violations(page)).toEqual([]);
  expect(pageErrors()).toEqual([]);
});

/** An account that runs campaigns itself, on its station with audio ads. */
const admitCampaigns = async ({ call, account: id, station: key }: TestStation): Promise<void> => {
  const { version } = await call(audioAds.agreement, { params: { key } });
  await call(audioAds.agree, { params: { key }, body: { version, fullName: 'Ada Byron' } });
  await call(audioAds.set, { params: { key, status: 'enabled' } });
  await call(campaigns.enable, { params: { id }, body: { enabled: true } });
};

/** Inserts what was heard of the campaign on the other account's station, in two breaks of a day, with its prices. */
const hear = async (): Promise<void> => {
  const { account, station } = at;
  const clickhouse = await openAnalytics(product);
  const values = Array.from({ length: impressions }, (_, i) => ({
    ...{ engine: 'test', station, account, campaign, session: `s${String(i)}`, quartile: 0, output: 'stream' },
    at: `${month}-15 ${i % 2 === 0 ? '07' : '12'}:00:0${String(i % 10)}.000`,
    ...{ break_id: `b${String(i % 2)}`, kind: 'mid', slot: 0, country: 'DE', region: 'Hamburg', city: 'Hamburg' },
    ...{
      player: 'VLC',
      device: 'desktop',
      payer: advertiser.account,
      price: 900,
      price_currency: 'USD',
      payout: 400,
      currency: 'USD',
    },
  }));
  await clickhouse.insert({ table: 'spots', values, format: 'JSONEachRow' });
  await clickhouse.close();
};

const closeMonth = async (): Promise<void> => {
  const config = readConfig({ DATA_DIR: product.dataDir });
  const { db } = connectDatabase(config.databaseUrl, 4);
  const clickhouse = await openAnalytics(product);
  const deps = { db, clickhouse, clock: systemClock, log: pino({ level: 'silent' }) };
  // The product closes months too: while it does, nobody else can.
  await expect
    .poll(async () => {
      await closeStatements({ ...deps, engine: fleetSessions(createFleet({ config, db })) });
      return (await at.call(finance.statements, { params: { id: at.account }, query: {} })).total;
    })
    .toBe(1);
  await db.destroy();
  await clickhouse.close();
};
