import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playout } from '#contract/playout.ts';
import { launch, openWindow, signIn, watch } from './browser.ts';
import { toneFile } from './encoder.ts';
import { open } from './page.ts';
import { picture, sizeOf } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, stage, type Stage } from './stage.ts';

/* The media library of a station: what comes in, what is done with it, and what goes. */

let product: Product;
let browser: Browser;
let page: Page;
let at: Stage;
let complaints: () => string[];
let folder: string;

beforeAll(async () => {
  [product, browser, folder] = await Promise.all([sharedProduct(), launch(), mkdtemp(join(tmpdir(), 'skywave-lib-'))]);
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(90_000);
  complaints = watch(page);
  await signIn(page, product.url, product.admin);
  at = await stage(product, 'Harbour Lights', 'Harbour Lights Radio');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('teaches what it is for while it is empty, and takes music there', async () => {
  await open(page, `${product.url}${at.stationPath}`);
  await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Library' }).click();
  await page.getByRole('heading', { name: 'No music in the library yet' }).waitFor();
  const tags = { hz: 440, seconds: 8, title: 'Alpha', artist: 'The Tones', album: 'Sines' };
  await choose(await toneFile(join(folder, 'alpha.mp3'), tags));
  await row('Alpha').waitFor({ timeout: 90_000 });
  await row('Alpha').getByText('Playlist #1').waitFor({ timeout: 60_000 });
});

it('says how much storage of the account is used, of how much', async () => {
  await page.getByText(/^Storage: [\d.]+ of [\d,]+ GB used$/).waitFor();
});

it('says of the same sound that it is there already', async () => {
  const tray = page.getByRole('region', { name: 'Uploads' });
  const tags = { hz: 440, seconds: 8, title: 'Alpha', artist: 'The Tones', album: 'Sines' };
  await choose(await toneFile(join(folder, 'alpha.mp3'), tags));
  await tray.getByText('Already in the library').waitFor({ timeout: 120_000 });
  expect(await page.getByRole('row', { name: /Alpha/ }).count()).toBe(1);
  await tray.getByRole('button', { name: 'Close uploads' }).click();
});

it('searches, sorts, and keeps both in the address', async () => {
  // Long enough to be stopped while they play.
  await addTracks(at, ['Bravo', 'Charlie'], 40);
  await open(page, `${product.url}${at.stationPath}/library`);
  await isOrdered('Charlie', 'Bravo', 'Alpha');
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await isOrdered('Alpha', 'Bravo', 'Charlie');
  await page.getByRole('textbox', { name: 'Search tracks' }).fill('rav');
  await isOrdered('Bravo');
  await expect.poll(() => page.url()).toContain('search=rav');
  await open(page, `${product.url}${at.stationPath}/library`);
}, 300_000);

it('changes what a track is called, and its artwork', async () => {
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

it('refuses the address of a stream or of this machine, and says why at the field', async () => {
  await page.getByRole('tab', { name: 'Add media URL' }).click();
  const field = page.getByLabel('MP3 URL');
  for (const [address, reason] of [
    ['nonsense', /valid URL/],
    ['http://127.0.0.1/song.mp3', /not a public address/],
    ['https://example.com/live.m3u8', /streaming URLs are not supported/],
  ] as const) {
    await field.fill(address);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('form').getByText(reason).last().waitFor();
  }
  await page.getByRole('tab', { name: 'Upload media' }).click();
});

it('goes on with a large upload after the page was closed in the middle of it', async () => {
  const path = join(folder, 'large.wav');
  await writeFile(path, wav(26 * 1024 ** 2));
  const sent: string[] = [];
  const note = (request: Request): void => {
    if (request.url().includes('/tus/')) sent.push(request.method());
  };
  page.on('request', note);
  const slow = await page.context().newCDPSession(page);
  await slow.send('Network.enable');
  const rate = { offline: false, latency: 0, downloadThroughput: -1 };
  await slow.send('Network.emulateNetworkConditions', { ...rate, uploadThroughput: 2 * 1024 ** 2 });
  await choose(path);
  await page.getByText(/Uploading · [1-9]\d %/).waitFor({ timeout: 90_000 });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await slow.send('Network.emulateNetworkConditions', { ...rate, uploadThroughput: -1 });
  await page.getByRole('tab', { name: 'Upload media' }).waitFor();
  await choose(path);
  await row('large').waitFor({ timeout: 120_000 });
  expect(sent.filter((method) => method === 'POST')).toHaveLength(1);
  expect(sent.filter((method) => method === 'HEAD').length).toBeGreaterThan(0);
  page.off('request', note);
});

it('fails with a lost connection, and continues where it ended when the person sends it again', async () => {
  const path = join(folder, 'broken-off.wav');
  await writeFile(path, wav(25 * 1024 ** 2));
  const parts: string[] = [];
  let isLost = true;
  await page.route(/\/tus\//, async (route) => {
    const method = route.request().method();
    parts.push(method);
    await (method === 'PATCH' && isLost ? route.abort('connectionfailed') : route.continue());
  });
  await choose(path);
  const item = page.getByRole('listitem').filter({ hasText: 'broken-off.wav' });
  await item.getByText('Failed to upload the file. Please try again.').waitFor();
  expect(parts).toEqual(['POST', 'PATCH']);
  isLost = false;
  await item.getByRole('button', { name: 'Upload broken-off.wav again' }).click();
  await row('broken-off').waitFor({ timeout: 120_000 });
  expect(parts.slice(0, 3)).toEqual(['POST', 'PATCH', 'HEAD']);
  expect(parts.filter((method) => method === 'POST')).toHaveLength(1);
  await page.unroute(/\/tus\//);
});

it('deletes several tracks once it has said where they are used', async () => {
  await open(page, `${product.url}${at.stationPath}/library`);
  for (const title of ['Alpha', 'Charlie']) await row(title).getByRole('checkbox').check();
  await page.getByText('2 rows selected').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 tracks?' });
  await dialog.getByText(/Alpha: the Auto DJ playlist \(position 1\)/).waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  // The list is told of each as it goes.
  for (const title of ['Alpha', 'Charlie']) await row(title).waitFor({ state: 'detached' });
  const { playlist } = await at.call(playout.autoDj, { params: { key: at.station } });
  expect(playlist.map(({ title }) => title)).not.toContain('Charlie');
  expect(complaints()).toEqual([]);
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
const isOrdered = async (...titles: string[]): Promise<void> => {
  const shown = () => page.locator('table[aria-label=Tracks] tbody td:nth-child(3)').allInnerTexts();
  await expect
    .poll(async () => (await shown()).map((text) => text.split('\n').at(-1)), { timeout: 60_000 })
    .toEqual(titles);
};

/** A sound of so many bytes: noise, 44.1 kHz, stereo, 16 bit. */
const wav = (length: number): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(length - 8, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(176_400, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(length - 44, 40);
  return Buffer.concat([head, randomBytes(length - 44)]);
};
