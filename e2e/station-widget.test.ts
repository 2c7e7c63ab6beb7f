import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billing } from '#contract/billing.ts';
import { launch, openWindow, signIn, watch } from './browser.ts';
import { lookAt } from './look.ts';
import { open } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { stage, type Stage } from './stage.ts';

/* Beside the settings of a station: the plan it is created on, its server panel, its widget. */

let product: Product;
let browser: Browser;
let page: Page;
let at: Stage;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await stage(product, 'Harbour Lights', 'Harbour Lights Radio');
  page = await (await openWindow(browser)).newPage();
  pageErrors = watch(page);
  await signIn(page, product.url, product.admin);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('offers the account’s plan and requests for larger ones', async () => {
  await open(page, `${product.url}${at.accountPath}/stations/create`);
  expect(await page.getByRole('radio', { name: 'Trial (your plan)' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'Premier' }).check();
  await page.getByText('Upgrade to Premier').waitFor();
  await page.getByRole('button', { name: 'Request this plan' }).click();
  await page.getByText('The plan changes when an administrator approves it.').waitFor();
  const { requested } = await at.call(billing.features, { params: { id: at.account } });
  expect(requested).toMatchObject({ plan: 'premier', interval: 'month' });
  await page.getByRole('button', { name: 'Create station' }).waitFor();
  await lookAt(page, page.url(), 'station-create');
});

it('shows embed code that plays the station and follows its titles', async () => {
  await open(page, `${product.url}${at.stationPath}/widget`);
  await page.getByRole('navigation', { name: 'Widget' }).getByRole('link', { name: 'Widget' }).click();
  const codeOf = (name: string) => page.getByRole('region', { name }).innerText();
  const src = /src="([^"]+)"/.exec(await codeOf('Player code'))?.[1] ?? '';
  const stream = await fetch(src);
  expect(stream.headers.get('content-type')).toMatch(/^audio\/(mpeg|aac)$/);
  await stream.body?.cancel();
  const events = /EventSource\("([^"]+)"\)/.exec(await codeOf('Title code'))?.[1] ?? '';
  const titleEvents = await fetch(events);
  expect(titleEvents.headers.get('content-type')).toContain('text/event-stream');
  expect(titleEvents.headers.get('access-control-allow-origin')).toBe('*');
  await titleEvents.body?.cancel();
  await lookAt(page, `${product.url}${at.stationPath}/widget/player`, 'widget');
});

it('shows on the server panel whether the media library is available', async () => {
  await open(page, product.url + at.stationPath);
  await page.getByText('Library status: Activated').waitFor();
  await lookAt(page, product.url + at.stationPath, 'station');
  expect(pageErrors()).toEqual([]);
});
