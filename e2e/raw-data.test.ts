import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawData, type RawArchive } from '#contract/api/raw-data.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { linkInEmail } from './registered-users.ts';
import { goLive, type Encoder } from './encoder.ts';
import { listen, type Listener } from './listener.ts';
import { insertListening } from './listening.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, violations, navigate } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/*
 * Raw data: each listener is a row on the page and in the file, downloaded or by e-mail; and the archive of a station.
 */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
let encoder: Encoder | undefined;
let listener: Listener | undefined;
const patience = { timeout: 60_000, interval: 500 };

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  listener?.leave();
  await encoder?.stop('kill');
  await browser?.close();
  await product?.stop();
});

const region = (name: string) => page.getByRole('region', { name, exact: true });
const raw = (): string => `${product.url}${at.stationPath}/analytics/raw`;
const sessions = () => region('Newest sessions').getByRole('table');
const today = (): string => new Date().toISOString().slice(0, 10);

const takeScreenshots = (path: string, name: string): Promise<void> =>
  saveScreenshots(page, `${product.url}${path}`, name);

const downloadOf = async (press: () => Promise<unknown>): Promise<{ name: string; lines: string[] }> => {
  const waiting = page.waitForEvent('download', { timeout: 60_000 });
  await press();
  const file = await waiting;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.replace('\uFEFF', '').trimEnd().split('\r\n') };
};

it('explains what it will show while there are no sessions', async () => {
  await show(page, `${product.url}${at.accountPath}/analytics/streaming`);
  await page.getByRole('link', { name: 'Raw data', exact: true }).click();
  await page.getByRole('heading', { name: 'No sessions in this period' }).waitFor();
  await page.getByText(/Live raw data goes back 90 days/).waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${at.accountPath}/analytics/raw`, 'raw-empty');
});

it('shows a current listener, and exports the session after its end', async () => {
  const station = await at.call(stations.get, { params: { key: at.station } });
  const { password } = await at.call(stations.revealPassword, { params: { key: at.station } });
  const { host } = new URL(product.streamUrl);
  // Midnight may pass while the listener is there.
  const from = today();
  encoder = goLive({ url: `icecast://source:${password}@${host}/${station.streamname}`, hz: 880 });
  const tuneIn = () => listen(`${product.streamUrl}/${station.streamname}`).catch(() => undefined);
  await expect
    .poll(async () => ((listener ??= await tuneIn()), listener?.received().audio.length ?? 0), patience)
    .toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await navigate(page, `${raw()}/archive`);
      await navigate(page, raw());
      return await sessions().getByText('Listening', { exact: true }).count();
    }, patience)
    .toBe(1);
  await sessions().getByText('VLC').waitFor();
  await sessions()
    .getByRole('button', { name: /details/i })
    .first()
    .click();
  await page.getByText('listener', { exact: true }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  listener?.leave();
  listener = undefined;
  const hasEnded = async () => {
    const query = { from_date: from, to_date: today() };
    const { entities } = await at.call(rawData.preview, { params: { key: at.station }, query });
    return entities.length === 1 && entities[0]?.ended !== '';
  };
  await expect.poll(hasEnded, patience).toBe(true);
  await page.getByLabel('Period', { exact: true }).selectOption('Date Range');
  const to = today();
  await page.getByLabel('End date').fill(to);
  await page.waitForURL(new RegExp(`to=${to}`));
  await page.getByLabel('Start date').fill(from);
  await page.waitForURL(({ searchParams: at }) => at.get('from') === from && at.get('to') === to);
  const { name, lines } = await downloadOf(() => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(name).toBe(`sessions-${from === to ? from : `${from}-${to}`}.csv`);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"session","started","ended","seconds","bytes","country"');
  expect(lines[1]).toContain('VLC');
  await expect.poll(() => page.getByRole('button', { name: 'Download CSV' }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByText('Failed to fetch live raw stats. Please wait a minute and try again.').waitFor();
});

it('e-mails a link to a page with the file', async () => {
  await navigate(page, raw());
  await page.getByRole('button', { name: 'E-mail me this' }).click();
  await page.getByText(/e-mail a link to/).waitFor();
  await region('Files by e-mail').getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 });
  const link = await linkInEmail(product, product.admin.email, `${at.stationPath}/analytics/raw`);
  await show(page, link);
  await page.getByText(/is ready$/).waitFor();
  expect(await violations(page)).toEqual([]);
  const { name, lines } = await downloadOf(() => page.getByRole('button', { name: /^Download file/ }).click());
  expect(name).toMatch(/^sessions-.*\.csv$/);
  expect(lines).toHaveLength(2);
});

it('asks for a station before subscribing to the archive', async () => {
  await at.call(stations.create, { params: { id: at.account }, body: { name: 'Fog Horn Radio' } });
  await show(page, `${product.url}${at.accountPath}/analytics/raw`);
  // The raw data of the station that was opened last.
  await expect.poll(() => page.getByRole('combobox', { name: 'Station' }).inputValue()).not.toBe('');
  await page.getByRole('link', { name: 'Archived raw data' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('alert').getByText('Please select a station', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Station' }).fill('Fog');
  await page.getByRole('option', { name: 'Fog Horn Radio' }).click();
  await page.waitForURL(/station=s-/);
  await page.getByText('Fog Horn Radio is not subscribed.').waitFor();
  expect(await violations(page)).toEqual([]);
});

it('subscribes a station from the next month on, and cancels', async () => {
  await navigate(page, `${raw()}/archive`);
  await page.getByRole('heading', { name: 'No monthly files yet' }).waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText(/is subscribed. Access begins on/).waitFor();
  const status = await at.call(rawData.status, { params: { key: at.station } });
  expect([status.subscribed, status.from! > new Date().toISOString().slice(0, 7)]).toEqual([true, true]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription?' });
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Harbour Lights Radio is not subscribed.').waitFor();
});

it('pages through many sessions', async () => {
  const to = today();
  await insertListening(product, { ...at, audience: 14, days: 1, untilAge: 0 });
  const from = new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10);
  const days = `?period=range&from=${from}&to=${to}`;
  await navigate(page, raw() + days);
  await expect.poll(() => sessions().getByRole('row').count()).toBe(26);
  const first = await sessions().getByRole('row').nth(1).innerText();
  await region('Newest sessions').getByRole('button', { name: 'Page 2 of newest sessions' }).click();
  await expect.poll(() => sessions().getByRole('row').nth(1).innerText()).not.toBe(first);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Data', { exact: true }).selectOption('Tracks played');
  const { name, lines } = await downloadOf(() => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(name).toBe(`plays-${from}-${to}.csv`);
  expect(lines.length).toBeGreaterThan(10);
  await takeScreenshots(`${at.stationPath}/analytics/raw${days}`, 'raw');
});

/** With mocked months, as the product has only run in this one. */
it('offers several months at once', async () => {
  const files = Array.from({ length: 14 }, (_, i): RawArchive => {
    const period = `2026-${String(i % 12 || 12).padStart(2, '0')}`;
    const name = { period: i === 13 ? '2025-12' : period, filename: `raw-${at.station}-${period}.csv.gz` };
    return {
      ...name,
      rows: 41_000 + i * 977,
      bytes: 2_100_000 + i * 52_000,
      sha256: 'ab'.repeat(32),
      made: '2026-11-01T00:20:00Z',
      url: null,
    };
  }).filter(({ period }, i, files) => files.findIndex((one) => one.period === period) === i);
  await page.route('**/v1/archive/stations/*/stats/raw*', (route) =>
    route.fulfill({ json: { timezone: 'Europe/Berlin', files, waiting: ['2026-11'] } }),
  );
  // Reloaded: the page would use its cached answer.
  await show(page, `${raw()}/archive`);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await page.getByRole('button', { name: 'Download 10 files' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${at.stationPath}/analytics/raw/archive`, 'raw-archive');
  await page.unroute('**/v1/archive/stations/*/stats/raw*');
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
