import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, signIn } from './browser.ts';
import { goLive, type Encoder } from './encoder.ts';
import { open } from './page.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Tabs of one browser: they stay signed in, share one event stream, and sign out together. */

const tokenLifeS = 16;

let product: Product;
let browser: Browser;
let window: BrowserContext;
let at: TestStation;
let icecast: string;
let encoder: Encoder | undefined;
const streams = new Set<Request>();

beforeAll(async () => {
  [product, browser] = await Promise.all([ownProduct({ ACCESS_TOKEN_SECONDS: String(tokenLifeS) }), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const params = { key: at.station };
  const [{ icecast: to }, { password }] = [
    await at.call(stations.encoder, { params }),
    await at.call(stations.revealPassword, { params }),
  ];
  icecast = `icecast://source:${password}@${new URL(product.streamUrl).host}${to.mount}`;
  window = await openWindow(browser);
  window.on('request', (request) => void (request.url().includes('/v1/events') && streams.add(request)));
  window.on('requestfinished', (request) => void streams.delete(request));
  window.on('requestfailed', (request) => void streams.delete(request));
  const page = await window.newPage();
  await signIn(page, product.url, product.admin);
  await page.close();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

afterEach(async () => {
  await encoder?.stop('kill');
  await Promise.all(window.pages().map((tab) => tab.close()));
});

it(
  'keeps two tabs signed in beyond the life of their token, refreshing once for both',
  { timeout: 240_000 },
  async () => {
    const refreshes: { status: number; at: number }[] = [];
    window.on('response', (reply) => {
      // By the browser's clock: the time of the request, however late this event arrives.
      if (reply.url().endsWith('/token'))
        refreshes.push({ status: reply.status(), at: reply.request().timing().startTime });
    });
    const tabs = [await openStation(), await openStation()];
    const tokens = new Set([await accessToken(tabs[0]!)]);
    const startedAt = Date.now();
    while (tokens.size < 3 || Date.now() - startedAt <= tokenLifeS * 1000) {
      // Both tabs send requests at the same time.
      await Promise.all(
        tabs.map((tab) => tab.getByRole('main').getByRole('link', { name: 'Analytics', exact: true }).click()),
      );
      await Promise.all(tabs.map((tab) => tab.waitForURL(/\/analytics$/)));
      await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Overview', exact: true }).click()));
      await Promise.all(tabs.map((tab) => tab.waitForResponse(/\/v1\//, { timeout: 2000 }).catch(() => undefined)));
      tokens.add(await accessToken(tabs[0]!));
      expect(Date.now() - startedAt).toBeLessThan(140_000);
    }
    expect(refreshes.every(({ status }) => status === 200)).toBe(true);
    expect(refreshes.length).toBeGreaterThanOrEqual(tokens.size - 1);
    // A token is refreshed after half of its life, so a sooner refresh would be the other tab's own.
    const intervals = refreshes.map(({ at }, i) => at - (refreshes[i - 1]?.at ?? 0));
    expect(Math.min(...intervals)).toBeGreaterThan((tokenLifeS / 4) * 1000);
    for (const tab of tabs) {
      expect(new URL(tab.url()).pathname).toBe(at.stationPath);
      await tab.reload();
      await tab.getByRole('heading', { name: 'Harbour Lights Radio' }).waitFor();
    }
  },
);

it('shares one event stream among four tabs that show a live station', async () => {
  encoder = goLive({ url: icecast, hz: 880 });
  const tabs = [await openStation(), await openStation(), await openStation()];
  for (const tab of tabs) await waitForLive(tab);
  const fourth = await openStation();
  await waitForLive(fourth);
  await expect.poll(openStreams).toBe(1);
  await tabs[0]!.close();
  await encoder.stop('quit');
  for (const tab of [tabs[1]!, tabs[2]!, fourth]) await waitForNotLive(tab);
  await expect.poll(openStreams).toBe(1);
});

it('reconnects after the portal was killed, without a toast', async () => {
  const page = await openStation();
  await page.evaluate(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('[class*=Notification-root], [class*=Notification-root] *'))
            texts.push(node.innerText);
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(globalThis, { toasts: texts });
  });
  const killed = portalPid();
  process.kill(killed, 'SIGKILL');
  await expect.poll(portalPid, { timeout: 60_000 }).not.toBe(killed);
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  encoder = goLive({ url: icecast, hz: 990 });
  await waitForLive(page);
  await encoder.stop('quit');
  await waitForNotLive(page);
  expect(await page.evaluate(() => (globalThis as unknown as { toasts: string[] }).toasts)).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(at.stationPath);
});

it('signs out the other tab too', async () => {
  const [one, other] = [await openStation(), await openStation()];
  await one.getByRole('button', { name: /User menu:/ }).click();
  await one.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [one, other]) await tab.getByLabel(/^password/i).waitFor();
  expect(await other.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('session.')))).toEqual(
    [],
  );
  // The other tab returns to its page after signing in.
  await other.getByLabel(/e-?mail/i).fill(product.admin.email);
  await other.getByLabel(/^password/i).fill(product.admin.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('heading', { name: 'Harbour Lights Radio' }).waitFor();
});

const isReady = (): Promise<boolean> =>
  fetch(`${product.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

const openStation = async (): Promise<Page> => {
  const tab = await window.newPage();
  await open(tab, product.url + at.stationPath);
  await tab.getByRole('heading', { name: 'Harbour Lights Radio' }).waitFor();
  return tab;
};

const liveBadge = (tab: Page) => tab.locator('#content header').getByText('Live', { exact: true });
const waitForLive = (tab: Page) => liveBadge(tab).waitFor();
const waitForNotLive = (tab: Page) => liveBadge(tab).waitFor({ state: 'detached' });

const accessToken = (tab: Page): Promise<string> =>
  tab.evaluate(() => {
    const storageKey = Object.keys(localStorage).find((name) => name.startsWith('session.user:')) ?? '';
    return (JSON.parse(localStorage.getItem(storageKey) ?? '{}') as { access_token?: string }).access_token ?? '';
  });

/** The number of open event streams; the browser reports no end for those of closed tabs. */
const openStreams = (): number => {
  const pages = window.pages();
  return [...streams].filter((request) => pages.includes(request.frame().page())).length;
};

/** The process id of the portal, as the supervisor recorded it. */
const portalPid = (): number => {
  const record = readFileSync(join(product.dataDir, 'run', 'portal.json'), 'utf8');
  return (JSON.parse(record) as { pid: number }).pid;
};
