import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { session } from '#contract/api/session.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { saveScreenshots } from './screenshots.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Station fields for external systems, and those for the portal and the account. */

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

const station = () => at.call(stations.get, { params: { key: at.station } });
const go = (part: string) => show(page, `${product.url}${at.stationPath}${part}`);
const takeScreenshots = (part: string, name: string) =>
  saveScreenshots(page, `${product.url}${at.stationPath}${part}`, name);
const choice = (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name }));
const save = () => page.getByRole('button', { name: 'Save', exact: true }).first().click();

it('sets the default title, the stream ID and the stream type in the stream settings', async () => {
  await go('/settings/stream');
  await page.getByLabel('Default title').fill('Day and night');
  await page.getByLabel('Stream ID').fill('12');
  await choice('Stream type').click();
  await page.getByRole('option', { name: 'Playlist (12)' }).click();
  await save();
  await page.getByText('Stream settings saved').waitFor();
  const { default_type, radio_server_settings, master_link } = await station();
  expect([default_type, master_link.streamId, radio_server_settings.metadata]).toEqual([12, 12, 'Day and night']);
  await takeScreenshots('/settings/stream', 'stream');
  await go('');
  await page.getByText('Master, playlist').waitFor();
  await page.getByRole('tab', { name: 'Shoutcast' }).click();
  await page.getByRole('button', { name: 'Copy stream id' }).waitFor();
  await page.getByText('12', { exact: true }).waitFor();
});

it('sets the portal’s fields in the station info', async () => {
  await go('/settings/info');
  await page.getByLabel('Activation status').fill('3');
  await page.getByLabel('Service type').fill('80');
  await page.getByLabel('Project type').fill('5');
  await page.getByLabel('Fingerprint category').fill('6');
  await page.getByRole('switch', { name: 'Allow listener calls' }).check();
  await page.getByRole('switch', { name: 'Allow studio' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('Station saved.').waitFor();
  const { activation_status, station_service_type, radio_server_settings } = await station();
  expect([activation_status, station_service_type]).toEqual([3, 80]);
  const portalFields = { project_type: 5, fingerprint_category: 6, call_in_allowed: true, studio_allowed: true };
  expect(radio_server_settings).toMatchObject(portalFields);
  await takeScreenshots('/settings/info', 'info');
});

it('sets the billing owner and shows the library GUID under Advanced', async () => {
  await go('/settings/advanced');
  await page.getByText((await station()).library_guid).waitFor();
  await choice('Person').click();
  await page.getByRole('option').first().click();
  await save();
  await page.getByText('Billing owner saved.').waitFor();
  expect((await station()).billing_owner).toBe((await at.call(session.me, {})).id);
  await takeScreenshots('/settings/advanced', 'advanced');
});

it('sets the default recipients of its scheduled reports', async () => {
  await go('/analytics/reports');
  await page.getByRole('textbox', { name: 'E-mails' }).fill('office@harbour.example');
  await page.keyboard.press('Enter');
  await save();
  await page.getByText('Default recipients saved.').waitFor();
  expect((await station()).reports_settings.emails).toEqual(['office@harbour.example']);
  await takeScreenshots('/analytics/reports', 'reports');
});

it('logs no errors in the browser', () => {
  expect(pageErrors()).toEqual([]);
});
