import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { saveScreenshots } from './screenshots.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Beside the settings of a station: the plan it is created on, its server panel, its widget. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
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

it('offers the account’s plan, and larger ones to buy', async () => {
  await show(page, `${product.url}${at.accountPath}/stations/create`);
  expect(await page.getByRole('radio', { name: 'Trial (your plan)' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'Premier' }).check();
  await page.getByText('Upgrade to Premier').waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const drawer = page.getByRole('dialog', { name: 'Subscribe to Premier' });
  await drawer.getByRole('button', { name: 'Continue to payment' }).waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create station' }).waitFor();
  await saveScreenshots(page, page.url(), 'station-create');
});

it('shows code that follows the titles of the station', async () => {
  await show(page, `${product.url}${at.stationPath}/widget`);
  await page.getByRole('navigation', { name: 'Widget' }).getByRole('link', { name: 'Widget' }).click();
  const code = await page.getByRole('region', { name: 'Title code' }).innerText();
  const titleEvents = await fetch(/EventSource\("([^"]+)"\)/.exec(code)?.[1] ?? '');
  expect(titleEvents.headers.get('content-type')).toContain('text/event-stream');
  expect(titleEvents.headers.get('access-control-allow-origin')).toBe('*');
  await titleEvents.body?.cancel();
});

it('shows on the server panel whether the media library is available', async () => {
  await show(page, product.url + at.stationPath);
  await page.getByText('Library status: Activated').waitFor();
  await saveScreenshots(page, product.url + at.stationPath, 'station');
  expect(pageErrors()).toEqual([]);
});
