import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { toneFile } from './encoder.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, violations } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Downloads of a podcast, by apps and bots, and the reports about them. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
let key: PodcastKey;
let episodeUrl: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const file = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  const body = { title: 'Tea & Talk', categories: ['Music'] };
  key = (await at.call(podcasts.create, { query: { accountKey: at.account }, body, file })).key;
  episodeUrl = await addEpisode('Of kettles');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const addEpisode = async (title: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-episode-'));
  const name = await toneFile(join(folder, 'e.mp3'), { hz: 440, seconds: 180, title, artist: 'A', album: 'B' });
  const params = { podcastKey: key };
  const audio = new File([await readFile(name)], 'e.mp3', { type: 'audio/mpeg' });
  await rm(folder, { recursive: true });
  const upload = await at.call(episodes.upload, { params, fields: {}, file: audio });
  const episode = { ...params, episodeKey: upload.data.key };
  const isReady = async () => (await at.call(episodes.get, { params: episode })).upload_status === 'ready';
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 200 });
  return (await at.call(episodes.update, { params: episode, body: { title, published: true } })).file_url ?? '';
};

const fetchAs = async (agent: string, ip: string, headers: Record<string, string> = {}): Promise<number> => {
  const reply = await fetch(episodeUrl, { headers: { 'user-agent': agent, 'x-forwarded-for': ip, ...headers } });
  return (await reply.arrayBuffer()).byteLength;
};
const stat = (label: string) =>
  page
    .locator('#content')
    .getByRole('button', { name: `${label}:` })
    .locator('xpath=../../..');
const region = (name: string) => page.getByRole('region', { name, exact: true });

const takeScreenshots = (path: string, name: string): Promise<void> =>
  saveScreenshots(page, `${product.url}${path}`, name);

it('explains the report while there are no downloads', async () => {
  await show(page, `${product.url}${at.accountPath}/podcasts/${key}`);
  await page.getByRole('main').getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByText('No downloads in this period').waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${at.accountPath}/podcasts/${key}/analytics`, 'empty');
});

it('counts downloads by apps, and shows why other requests don’t count', async () => {
  const bytes = await fetchAs('AntennaPod/3.2.0', '8.8.8.8');
  expect(bytes).toBeGreaterThan(1_000_000);
  await fetchAs('AntennaPod/3.2.0', '8.8.8.8', { range: 'bytes=0-1' });
  await fetchAs('Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', '81.2.69.142');
  await fetchAs('Podcasts/1550.1 watchOS/8.5 model/Watch6,2', '81.2.69.142');
  await fetchAs('Googlebot/2.1 (+http://www.google.com/bot.html)', '66.249.66.1');
  await fetchAs('Podcasts/1650.20 CFNetwork/1333.0.4 Darwin/21.5.0', '2a00:1450:4001:80b::1', {
    range: 'bytes=0-300000',
  });
  const shown = async () => {
    await show(page, `${product.url}${at.accountPath}/podcasts/${key}/analytics`);
    return await stat('Requests').innerText();
  };
  await expect.poll(shown, { timeout: 60_000, interval: 1000 }).toContain('6');
  expect(await stat('Downloads').innerText()).toContain('2');
  expect(await stat('Unique listeners').innerText()).toContain('2');
  await region('Apps').getByText('AntennaPod').waitFor();
  await region('Countries').getByText('United States').waitFor();
  await region('Episodes').getByRole('link', { name: 'Of kettles' }).waitFor();
  await region('How we count').getByRole('button', { name: 'How we count' }).click();
  for (const verdict of ['Download', 'Probe', 'Apple Watch', 'Bot', 'Too short'])
    await region('How we count').getByRole('cell', { name: verdict, exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
});

it('lists requests, filters them by result, and exports all of them as a file', async () => {
  const requests = region('Requests');
  await requests.getByRole('cell', { name: 'Bot', exact: true }).waitFor();
  await requests.getByLabel('Filter by result').selectOption('Apple Watch');
  await requests.getByText('the paired phone is counted').waitFor();
  await expect.poll(() => requests.getByRole('cell', { name: 'Bot', exact: true }).count()).toBe(0);
  await requests.getByLabel('Filter by result').selectOption('All requests');
  const waiting = page.waitForEvent('download');
  await requests.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile((await (await waiting).path()) as string, 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(7);
  expect(text).toContain('Googlebot');
  expect(text).not.toContain('66.249.66.1');
});

it('reports on all podcasts of an account or one of them, as overview and in full', async () => {
  const file = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  const body = { title: 'Of Ships', categories: ['Music'] };
  await at.call(podcasts.create, { query: { accountKey: at.account }, body, file });
  await show(page, `${product.url}${at.accountPath}`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Podcasts' }).click();
  await region('Podcasts').getByRole('link', { name: 'Tea & Talk' }).waitFor();
  expect(await stat('Downloads').innerText()).toContain('2');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Everything', exact: true }).click();
  await region('Devices').waitFor();
  await page.getByLabel('Podcast', { exact: true }).selectOption('Of Ships');
  await expect.poll(() => stat('Downloads').innerText()).toContain('0');
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(`${at.accountPath}/podcasts/${key}/analytics`, 'podcast');
  await takeScreenshots(`${at.accountPath}/analytics/podcasts`, 'overview');
  await takeScreenshots(`${at.accountPath}/analytics/podcasts/full`, 'full');
});

it('shows the raw data of a podcast, and exports it as a file', async () => {
  await show(page, `${product.url}${at.accountPath}/analytics/raw`);
  await page.getByRole('link', { name: 'Podcasts raw', exact: true }).click();
  await page.getByRole('combobox', { name: 'Podcast', exact: true }).click();
  await page.getByRole('option', { name: 'Tea & Talk' }).click();
  await region('Requests').getByRole('cell', { name: 'Bot', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  const waiting = page.waitForEvent('download');
  await region('Requests').getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile((await (await waiting).path()) as string, 'utf8')).toContain('Googlebot');
  await takeScreenshots(`${at.accountPath}/analytics/raw/podcasts?podcast=${key}`, 'raw-podcasts');
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
