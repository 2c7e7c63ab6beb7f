import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { navigate, show } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Paths that lead to another page. */

let product: Product;
let browser: Browser;
let window: BrowserContext;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Tide Gauge', 'Tide Gauge Radio');
  window = await openWindow(browser);
  page = await window.newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('redirects an unknown path to "/", and from there to an account or the list of them', async () => {
  await page.goto(`${product.url}/no/such/page`);
  await page.waitForURL(({ pathname }) => pathname.startsWith('/accounts'));
});

it('leads on from "/" though that is opened again meanwhile', async () => {
  const other = await window.newPage();
  await other.route(/\/assets\/|\/v1\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  await other.goto(`${product.url}/`, { waitUntil: 'commit' });
  type Routed = { __TSR_ROUTER__?: { latestLocation: { pathname: string } } };
  const isLeaving = (): boolean =>
    ![undefined, '/'].includes((globalThis as Routed).__TSR_ROUTER__?.latestLocation.pathname);
  await other.waitForFunction(isLeaving, undefined, { polling: 10 });
  await navigate(other, `${product.url}/`);
  await other.waitForURL(({ pathname }) => pathname.startsWith('/accounts'));
  await other.unrouteAll({ behavior: 'ignoreErrors' });
  await other.close();
});

it.each([
  ['/portal/dashboard', () => '/portal'],
  ['/accounts/list?search=harbour', () => '/accounts'],
  ['{account}/stations/list', () => `${at.accountPath}/stations`],
  ['{station}/podcasts/list/', () => `${at.stationPath}/podcasts`],
  ['{account}/analytics/podcasts/overview', () => `${at.accountPath}/analytics/podcasts`],
])('redirects %s to the index of its section', async (address, target) => {
  const path = address.replace('{account}', at.accountPath).replace('{station}', at.stationPath);
  await show(page, product.url + path);
  await page.waitForURL(({ pathname }) => pathname === target());
  expect(new URL(page.url()).search).toBe(new URL(path, product.url).search);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(pageErrors()).toEqual([]);
});
