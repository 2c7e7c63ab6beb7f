import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { register } from './registered-users.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Deleting and restoring a station. */

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

it('deletes a station after its name was typed, and restores it from the deleted stations', async () => {
  await show(page, `${product.url}${at.stationPath}/settings/advanced`);
  await page.getByRole('button', { name: 'Delete station' }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  expect(await sure.isDisabled()).toBe(true);
  await page.getByRole('dialog').getByRole('textbox').fill('Harbour Lights Radio');
  await sure.click();
  await page.waitForURL((url) => url.pathname === `${at.accountPath}/stations`);
  await page.getByText('Harbour Lights Radio deleted.').waitFor();
  await page.getByRole('link', { name: 'Deleted stations' }).click();
  await page.getByRole('button', { name: 'Restore Harbour Lights Radio' }).click();
  await page.getByText('Restores the station').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await page.waitForURL((url) => url.pathname === at.stationPath);
  await page.getByRole('heading', { level: 1, name: 'Harbour Lights Radio' }).waitFor();
  expect(pageErrors()).toEqual([]);
});

it('says why a station cannot be restored, and links to the plans', async () => {
  const mara = await register(product, 'mara.jones@example.com');
  const { key } = await mara.call(accounts.create, { body: { company: 'Small Pier', email: mara.email } });
  const create = async (name: string) =>
    (await mara.call(stations.create, { params: { id: key }, body: { name } })).key;
  await mara.call(stations.remove, { params: { key: await create('First Pier Radio') } });
  const body = {
    allowedStationsCount: 1,
    allowedPodcastsCount: null,
    allowedTracksCount: null,
    allowedBitRateLimit: null,
  };
  await at.call(accounts.setCustomLimits, { params: { key }, body });
  await create('Second Pier Radio');
  const window = await (await openWindow(browser)).newPage();
  await openSignedIn(window, product.url, mara);
  await show(window, `${product.url}/accounts/${key}/stations/deleted`);
  await window.getByRole('button', { name: 'Restore First Pier Radio' }).click();
  await window.getByText('You have reached your station count limit').waitFor();
  expect(await window.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).isDisabled()).toBe(
    true,
  );
  await window.getByRole('link', { name: 'See plans' }).click();
  await window.waitForURL(/\/upgrade$/);
  await window.close();
});
