import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { show, violations, navigate, applyLook } from './page.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Real listeners from all over the world connect and disconnect, and open pages show it live. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
const listeners: Socket[] = [];
const shots = process.env['SHOTS'];

const berlin = '141.20.5.188';
const dusseldorf = '91.0.0.1';
const california = '8.8.8.8';

beforeAll(async () => {
  [product, browser] = await Promise.all([ownProduct({ TRUSTED_PROXIES: '127.0.0.1, ::1' }), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['One', 'Two']);
  await at.call(stations.create, { params: { id: at.account }, body: { name: 'Second Station' } });
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
  const mount = (await at.call(stations.get, { params: { key: at.station } })).streamname;
  streamPath = `/${mount}`;
}, 240_000);
afterAll(async () => {
  for (const listener of listeners) listener.destroy();
  await browser?.close();
  await product?.stop();
});

let streamPath = '';

/** Connects a player from this IP address and waits for its first data. */
const listen = async (ip: string, agent = 'VLC/3.0.20 LibVLC/3.0.20'): Promise<Socket> => {
  const { hostname, port } = new URL(product.streamUrl);
  const socket = connect(Number(port), hostname);
  listeners.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `GET ${streamPath} HTTP/1.0\r\nHost: ${hostname}\r\nUser-Agent: ${agent}\r\nX-Forwarded-For: ${ip}\r\n\r\n`,
  );
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  const [first] = (await once(socket, 'data', { signal: closed.signal })) as [Buffer];
  expect(first.toString('latin1')).toContain('200');
  socket.resume();
  return socket;
};

/** Kills the engine if one is running. */
const killEngine = async (): Promise<void> => {
  try {
    const { pid } = JSON.parse(await readFile(join(product.dataDir, 'run', 'engine.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is starting.
  }
};

const content = () => page.locator('#content');
const stat = (label: string) =>
  content()
    .getByRole('button', { name: `${label}:` })
    .locator('xpath=../../..');
const region = (name: string) => content().getByRole('region', { name, exact: true });
const country = (name: string) => content().getByRole('button', { name: new RegExp(`^${name}: \\d+ listener`) });
const shownListeners = () => stat('Listeners now').locator('bdi').first().innerText();
const patient = { timeout: 60_000 };

const takeScreenshots = async (
  path: string,
  name: string,
  directions: readonly ('ltr' | 'rtl')[] = ['ltr'],
): Promise<void> => {
  if (shots === undefined) return;
  for (const width of [1440, 768, 390])
    for (const theme of ['light', 'dark'] as const)
      for (const direction of directions) {
        await page.setViewportSize({ width, height: 900 });
        await applyLook(page, { theme, direction });
        await navigate(page, `${product.url}${path}`);
        await content().locator('svg[role]').first().waitFor();
        await page.screenshot({ path: join(shots, `${name}-${width}-${theme}-${direction}.png`), fullPage: true });
      }
  await page.setViewportSize({ width: 1440, height: 900 });
  await applyLook(page, { theme: 'light', direction: 'ltr' });
};

it('explains how to get listeners while there are none', async () => {
  await show(page, `${product.url}${at.accountPath}/analytics/live`);
  await page.getByText('No one is listening right now').waitFor();
  await page.getByRole('group', { name: /World map/ }).waitFor();
  expect(await shownListeners()).toBe('0');
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${at.accountPath}/analytics/live`, 'live-empty');
});

it('shows a listener connecting and disconnecting without a reload', async () => {
  await show(page, `${product.url}${at.accountPath}/analytics/live`);
  await page.evaluate(() => void Object.assign(window, { notReloaded: true }));
  const listener = await listen(berlin);
  await expect.poll(shownListeners, patient).toBe('1');
  await country('Germany').waitFor();
  await region('Listening now').getByRole('cell', { name: 'VLC' }).waitFor();
  await region('Countries').getByRole('button', { name: 'Germany' }).waitFor();
  await region('Stations').getByRole('img', { name: 'Last hour of Harbour Lights Radio: 1 now, 1 peak' }).waitFor();
  listener.destroy();
  await expect.poll(shownListeners, patient).toBe('0');
  await page.getByText('No one is listening right now').waitFor();
  await region('Stations').getByRole('img', { name: 'Last hour of Harbour Lights Radio: 0 now, 1 peak' }).waitFor();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

it('zooms into a country and out again by keyboard, and lists its cities', async () => {
  for (const ip of [berlin, dusseldorf, dusseldorf, california]) await listen(ip);
  await expect.poll(shownListeners, patient).toBe('4');
  await country('Germany').focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => country('United States').evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /Map of Germany: 2 places/ }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('country')).toBe('DE');
  await region('Cities in Germany').getByRole('cell', { name: 'Dusseldorf' }).waitFor();
  await listen(berlin);
  await expect.poll(() => region('Cities in Germany').getByRole('row').nth(1).innerText(), patient).toContain('2');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: /World map/ }).waitFor();
  await region('Countries').getByRole('button', { name: 'Germany' }).click();
  await region('Cities in Germany').waitFor();
  await page.goBack();
  await region('Countries').waitFor();
});

it('shows outputs separately on request', async () => {
  await page.getByRole('switch', { name: 'Show outputs' }).click();
  await region('Countries').getByRole('button', { name: /^HLS/ }).waitFor();
  await expect.poll(() => stat('Stream').innerText()).toContain('5');
  expect(await violations(page)).toEqual([]);
});

it('shows the listeners of one station', async () => {
  await show(page, `${product.url}${at.stationPath}`);
  await page.getByRole('main').getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Live', exact: true }).click();
  await expect.poll(shownListeners, patient).toBe('5');
  await country('Germany').waitFor();
  await listen(california, 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15');
  await expect.poll(shownListeners, patient).toBe('6');
  expect(await violations(page)).toEqual([]);
});

it('shows the whole portal on its dashboard', async () => {
  await show(page, `${product.url}/portal`);
  await expect.poll(shownListeners, patient).toBe('6');
  await country('Germany').waitFor();
  const listener = await listen(berlin);
  await expect.poll(shownListeners, patient).toBe('7');
  await region('Top stations now').getByRole('link', { name: 'Harbour Lights Radio' }).waitFor();
  listener.destroy();
  await expect.poll(shownListeners, patient).toBe('6');
  await country('Germany').click();
  await region('Cities in Germany').waitFor();
  expect(await violations(page)).toEqual([]);
});

it('says that the streaming server is unavailable, and recovers when it is back', async () => {
  await show(page, `${product.url}${at.stationPath}/analytics/live`);
  await expect.poll(shownListeners, patient).toBe('6');
  await page.evaluate(() => void Object.assign(window, { notReloaded: true }));
  const notice = page.getByRole('status').filter({ hasText: 'Streaming server unavailable' });
  // It restarts too fast for the notice to be caught after a single kill.
  const killUntilNoticed = async () => {
    await killEngine();
    return await notice.filter({ hasText: 'Showing the last known values' }).count();
  };
  await expect.poll(killUntilNoticed, { timeout: 60_000, interval: 100 }).toBe(1);
  await expect.poll(shownListeners, { timeout: 60_000 }).toBe('0');
  const canListen = async () => await listen(berlin).then(Boolean, () => false);
  await expect.poll(canListen, { timeout: 60_000 }).toBe(true);
  await expect.poll(shownListeners, patient).not.toBe('0');
  await country('Germany').waitFor();
  await expect.poll(() => notice.count(), patient).toBe(0);
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

it('takes screenshots', async () => {
  if (shots === undefined) return;
  const world =
    '2.16.0.1 5.8.0.1 24.48.0.1 41.0.0.1 51.15.0.1 58.27.0.1 61.9.0.1 77.72.0.1 81.2.69.142 85.214.1.1 88.1.1.1 94.23.1.1 103.4.0.1 112.78.1.1 133.11.1.1 143.107.1.1 151.1.1.1 177.1.1.1 186.1.1.1 190.5.1.1 196.25.1.1 200.160.2.3 202.12.27.33 212.58.244.1 213.133.1.1 195.20.1.1 46.4.1.1 78.46.1.1 93.184.1.1';
  for (const ip of world.split(' ')) await listen(ip);
  await show(page, `${product.url}${at.accountPath}/analytics/live`);
  await takeScreenshots(`${at.accountPath}/analytics/live`, 'live', ['ltr', 'rtl']);
  await takeScreenshots(`${at.accountPath}/analytics/live?country=DE&outputs=true`, 'live-germany');
  await takeScreenshots(`${at.accountPath}/analytics/live?country=US`, 'live-us');
  await takeScreenshots(`${at.stationPath}/analytics/live`, 'live-station');
  await takeScreenshots('/portal', 'live-portal');
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
