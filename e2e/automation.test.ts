import { spawnSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { automation } from '#contract/api/automation.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

const isInstalled = spawnSync('sh', ['-c', 'command -v liquidsoap']).status === 0;
const patienceMs = 90_000;

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let problems: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Concert Pitch', 'The Fifth'], 10);
  await at.call(billing.assign, { params: { key: at.account }, body: { plan: 'premier' } });
  page = await (await openWindow(browser)).newPage();
  problems = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const automationPath = () => `${product.url}${at.stationPath}/automation`;

it('is requested, and shows its state or that Liquidsoap is missing', async () => {
  await show(page, product.url + at.stationPath);
  await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Automation' }).click();
  await page.getByRole('button', { name: 'Request automation' }).click();
  if (!isInstalled) {
    await page.getByText('Liquidsoap is not installed', { exact: true }).waitFor();
    return;
  }
  await page.getByText('On', { exact: true }).waitFor({ timeout: patienceMs });
  await page.locator('#content header').getByText('Automation', { exact: true }).waitFor({ timeout: patienceMs });
  expect((await at.call(automation.get, { params: { key: at.station } })).status).toBe('enabled');
});

it('saves its mixing, and refuses an invalid value at its field', async () => {
  await show(page, automationPath());
  const mix = page.getByLabel('Mix', { exact: true });
  await mix.fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => mix.getAttribute('aria-invalid')).toBe('true');
  await mix.fill('5');
  await page.getByRole('switch', { name: 'Even out loudness' }).uncheck({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Mixing saved').waitFor();
  expect((await at.call(automation.get, { params: { key: at.station } })).mix).toEqual({ mix_ms: 5000, level: false });
});

it('is switched off after confirmation, and the station keeps playing', async () => {
  await show(page, automationPath());
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Request automation' }).waitFor();
  expect((await at.call(automation.get, { params: { key: at.station } })).status).toBeNull();
  await page.locator('#content header').getByText('Auto DJ', { exact: true }).waitFor({ timeout: patienceMs });
  expect(problems()).toEqual([]);
});
