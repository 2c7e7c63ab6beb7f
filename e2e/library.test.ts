import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playout } from '#contract/api/playout.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { toneFile } from './encoder.ts';
import { show } from './page.ts';
import { picture, sizeOf } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';
import { wavHeader } from '../tools/demo/wav-header.ts';

/* The media library of a station: uploading, editing and deleting tracks. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];
let folder: string;

beforeAll(async () => {
  [product, browser, folder] = await Promise.all([sharedProduct(), launch(), mkdtemp(join(tmpdir(), 'skywave-lib-'))]);
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(90_000);
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('explains itself while it is empty, and accepts uploads there', async () => {
  await show(page, `${product.url}${at.stationPath}`);
  await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Library' }).click();
  await page.getByRole('heading', { name: 'No music in the library yet' }).waitFor();
  const tags = { hz: 440, seconds: 8, title: 'Alpha', artist: 'The Tones', album: 'Sines' };
  await choose(await toneFile(join(folder, 'alpha.mp3'), tags));
  await row('Alpha').waitFor({ timeout: 90_000 });
  await row('Alpha').getByText('Playlist #1').waitFor({ timeout: 60_000 });
});

it('plays a track next, from its row', async () => {
  await trackMenu('Alpha', 'Play next');
  await page.getByText('“Alpha” plays next.').waitFor();
});

it('shows how much of the account’s storage is used', async () => {
  await page.getByText(/^Storage: [\d.]+ of [\d,]+ GB used$/).waitFor();
});

it('recognizes a duplicate upload', async () => {
  const tray = page.getByRole('region', { name: 'Uploads' });
  const tags = { hz: 440, seconds: 8, title: 'Alpha', artist: 'The Tones', album: 'Sines' };
  await choose(await toneFile(join(folder, 'alpha.mp3'), tags));
  // The tray folds to one line after a few seconds.
  await tray.getByText('Already in the library').waitFor({ state: 'attached', timeout: 120_000 });
  expect(await page.getByRole('row', { name: /Alpha/ }).count()).toBe(1);
  await tray.getByRole('button', { name: 'Close uploads' }).click();
});

it('searches and sorts, and keeps both in the URL', async () => {
  // Long enough to be stopped while they play.
  await addTracks(at, ['Bravo', 'Charlie'], 40);
  await show(page, `${product.url}${at.stationPath}/library`);
  await expectOrder('Charlie', 'Bravo', 'Alpha');
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await expectOrder('Alpha', 'Bravo', 'Charlie');
  await page.getByRole('textbox', { name: 'Search tracks' }).fill('rav');
  await expectOrder('Bravo');
  await expect.poll(() => page.url()).toContain('search=rav');
  await show(page, `${product.url}${at.stationPath}/library`);
}, 300_000);

it('edits a track’s title and artwork', async () => {
  await trackMenu('Bravo', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit track' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Upload artwork' }).click(),
  ]);
  await chooser.setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: picture(900) });
  await dialog.getByRole('button', { name: 'Remove artwork' }).waitFor();
  await dialog.getByLabel('Title').fill('Bravo Two');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const image = row('Bravo Two').locator('img');
  await image.waitFor();
  expect(await sizeOf(page, (await image.getAttribute('src')) ?? '')).toEqual([600, 600]);
});

it('plays a track in the page', async () => {
  await row('Charlie').getByRole('button', { name: 'Preview Charlie' }).click();
  await row('Charlie').getByRole('button', { name: 'Stop Charlie' }).click();
});

it('refuses stream and local URLs, and says why at the field', async () => {
  await page.getByRole('tab', { name: 'Add media URL' }).click();
  const field = page.getByLabel('MP3 URL');
  for (const [url, reason] of [
    ['nonsense', /valid URL/],
    ['http://127.0.0.1/song.mp3', /not a public address/],
    ['https://example.com/live.m3u8', /streaming URLs are not supported/],
  ] as const) {
    await field.fill(url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('form').getByText(reason).last().waitFor();
  }
  await page.getByRole('tab', { name: 'Upload media' }).click();
});

it('resumes a large upload after the page was reloaded during it', async () => {
  const path = join(folder, 'large.wav');
  await writeFile(path, wav(26 * 1024 ** 2));
  const methods: string[] = [];
  const recordMethod = (request: Request): void => {
    if (request.url().includes('/tus/')) methods.push(request.method());
  };
  page.on('request', recordMethod);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const rate = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', { ...rate, uploadThroughput: 2 * 1024 ** 2 });
  await choose(path);
  await page.getByText(/Uploading · [1-9]\d %/).waitFor({ timeout: 90_000 });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await devtools.send('Network.emulateNetworkConditions', { ...rate, uploadThroughput: -1 });
  await page.getByRole('tab', { name: 'Upload media' }).waitFor();
  await choose(path);
  await row('large').waitFor({ timeout: 120_000 });
  expect(methods.filter((method) => method === 'POST')).toHaveLength(1);
  expect(methods.filter((method) => method === 'HEAD').length).toBeGreaterThan(0);
  page.off('request', recordMethod);
});

it('fails when the connection is lost, and resumes when the user retries', async () => {
  const path = join(folder, 'broken-off.wav');
  await writeFile(path, wav(25 * 1024 ** 2));
  const retriedMethods: string[] = [];
  let isOffline = true;
  await page.route(/\/tus\//, async (route) => {
    const method = route.request().method();
    retriedMethods.push(method);
    await (method === 'PATCH' && isOffline ? route.abort('connectionfailed') : route.continue());
  });
  await choose(path);
  const item = page.getByRole('listitem').filter({ hasText: 'broken-off.wav' });
  await item.getByText('Failed to upload the file. Please try again.').waitFor();
  expect(retriedMethods).toEqual(['POST', 'PATCH']);
  isOffline = false;
  await item.getByRole('button', { name: 'Upload broken-off.wav again' }).click();
  await row('broken-off').waitFor({ timeout: 120_000 });
  expect(retriedMethods.slice(0, 3)).toEqual(['POST', 'PATCH', 'HEAD']);
  expect(retriedMethods.filter((method) => method === 'POST')).toHaveLength(1);
  await page.unroute(/\/tus\//);
});

it('changes the album of several tracks at once', async () => {
  await show(page, `${product.url}${at.stationPath}/library`);
  for (const title of ['Alpha', 'Charlie']) await row(title).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Artist and album' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 2 tracks' });
  await dialog.getByLabel('Album').fill('Collected');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const title of ['Alpha', 'Charlie']) await row(title).getByText('Collected').waitFor();
});

it('says where tracks are used before it deletes them', async () => {
  await show(page, `${product.url}${at.stationPath}/library`);
  for (const title of ['Alpha', 'Charlie']) await row(title).getByRole('checkbox').check();
  await page.getByText('2 rows selected').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 tracks?' });
  await dialog.getByText(/Alpha: the Auto DJ playlist \(position 1\)/).waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  // The list is updated as each track is deleted.
  for (const title of ['Alpha', 'Charlie']) await row(title).waitFor({ state: 'detached' });
  const { playlist } = await at.call(playout.autoDj, { params: { key: at.station } });
  expect(playlist.map(({ title }) => title)).not.toContain('Charlie');
  expect(pageErrors()).toEqual([]);
});

const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
const choose = async (path: string): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(path);
};
const trackMenu = async (title: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const expectOrder = async (...titles: string[]): Promise<void> => {
  const shown = () => page.locator('table[aria-label=Tracks] tbody td:nth-child(3)').allInnerTexts();
  await expect
    .poll(async () => (await shown()).map((text) => text.split('\n').at(-1)), { timeout: 60_000 })
    .toEqual(titles);
};

/**
 * A WAV file of `length` bytes with a second of noise, 44.1 kHz, stereo, 16 bit: the rest is a chunk that readers skip, as preparing minutes
 * of audio would take many times what the upload takes.
 */
const wav = (length: number): Buffer => {
  const seconds = wavHeader(44_100, { channels: 2, rate: 44_100 });
  const samples = randomBytes(44_100 * 4);
  const chunk = Buffer.alloc(8);
  const skipped = length - seconds.length - samples.length - chunk.length;
  chunk.write('JUNK', 0);
  chunk.writeUInt32LE(skipped, 4);
  seconds.writeUInt32LE(length - 8, 4);
  return Buffer.concat([seconds, samples, chunk, randomBytes(skipped)]);
};
