import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launch, openSignedIn, openWindow } from './browser.ts';
import { waitUntilSettled } from './page.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* What a screen costs and how steadily it appears when the portal is opened on it, with an empty cache. */

/** Longer than a page takes to open its event stream, and the slack of `web/lib/live-events.ts`. */
const unseenMs = 8000;

let product: Product;
let browser: Browser;
let at: TestStation;

beforeAll(async () => {
  // What others create would be asked for again, as its events arrive.
  [product, browser] = await Promise.all([ownProduct(), launch()]);
  at = await createTestStation(product, 'First Look', 'First Look Radio');
  await addTracks(at, ['Concert Pitch']);
  const createdAt = Date.now();
  // A page that opens asks again for what changed in the seconds before.
  await vi.waitUntil(() => Date.now() - createdAt > unseenMs, { timeout: 2 * unseenMs });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

type Shifts = { shifts: number };

/** Opens a screen in a new browser profile; returns its page and what it requested. */
const openCold = async (path: string, width: number) => {
  const context = await openWindow(browser, width);
  const page = await context.newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput)
          (window as unknown as Shifts).shifts = ((window as unknown as Partial<Shifts>).shifts ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let requested: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (request.isNavigationRequest()) requested = [];
    if (url.protocol.startsWith('http')) requested.push(`${request.method()} ${url.pathname}${url.search}`);
  });
  const hasEvents = page.waitForResponse((reply) => reply.url().includes('/v1/events') && reply.status() === 200);
  await openSignedIn(page, product.url + path, product.admin);
  await waitUntilSettled(page);
  await hasEvents;
  return { page, requested: () => requested, close: () => context.close() };
};

const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Partial<Shifts>).shifts ?? 0);

const screens: [name: string, path: (at: TestStation) => string][] = [
  ['account dashboard', ({ accountPath }) => accountPath],
  ['station overview', ({ stationPath }) => stationPath],
  ['streaming analytics', ({ accountPath }) => `${accountPath}/analytics/streaming`],
  ['portal analytics', () => '/portal/analytics'],
  ['library', ({ stationPath }) => `${stationPath}/library`],
  ['Auto DJ', ({ stationPath }) => `${stationPath}/autodj`],
  ['stations', ({ accountPath }) => `${accountPath}/stations`],
];

it.each(screens)('%s: opens with few requests, asks for nothing twice, and does not jump', async (_name, path) => {
  for (const width of [1440, 390]) {
    const { page, requested, close } = await openCold(path(at), width);
    const calls = requested().filter((request) => request.includes(' /v1/'));
    const scripts = requested().filter((request) => /\.js(\?|$)/.test(request));
    const shifts = await shiftsOf(page);
    expect(calls.filter((call, i) => calls.indexOf(call) !== i && !call.includes('/v1/events'))).toEqual([]);
    expect(scripts.length).toBeLessThanOrEqual(25);
    // The event stream is opened again when another part of the screen follows something.
    expect(new Set(calls.map((call) => call.replace(/events\?.*/, 'events'))).size).toBeLessThanOrEqual(8);
    expect(shifts).toBeLessThanOrEqual(0.05);
    await close();
  }
});
