import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, openWindow, signIn, watch } from './browser.ts';
import { linkTo } from './crew.ts';
import { goLive, toneFile } from './encoder.ts';
import { decode, heard, longestGap, order } from './hear.ts';
import { listen, type Listener } from './listener.ts';
import { startProduct, type Product } from './product.ts';

/*
 * A new user's first session: from registration to a station with listeners. Each step continues from the one before.
 */

const tones = { first: 440, second: 660, third: 550, live: 1100, ogg: 1760 } as const;
const allTones = Object.values(tones);
const user = { email: 'nadia@harbour.example', password: 'tide tables and toast' };

let product: Product;
let browser: Browser;
let window: BrowserContext;
let page: Page;
let pageErrors: () => string[];
let files: string[];
let mount = '';
let password = '';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-tones-'));
  const taggedTone = (name: string, hz: number, title: string) =>
    toneFile(join(folder, name), { hz, seconds: 240, title, artist: 'The Tones', album: 'Sines' });
  [product, browser, files] = await Promise.all([
    startProduct(),
    launch(),
    Promise.all([
      taggedTone('a.mp3', tones.first, 'Concert Pitch'),
      taggedTone('b.flac', tones.second, 'The Fifth'),
      taggedTone('c.m4a', tones.third, 'Third'),
    ]),
  ]);
  window = await openWindow(browser);
  page = await window.newPage();
  pageErrors = watch(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('lets a new user register, confirm by e-mail and sign in', async () => {
  await page.goto(product.url);
  await page.getByRole('link', { name: /create an account|register/i }).click();
  await page.getByLabel('First name').fill('Nadia');
  await page.getByLabel('Last name').fill('Berg');
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel(/^Password/).fill(user.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: /check your mail|e-mail/i }).waitFor();
  await page.goto(await linkTo(product, user.email, '/realms/'));
  await page.getByRole('button', { name: /confirm/i }).click();
  await signIn(page, product.url, user);
  expect(pageErrors()).toEqual([]);
});

it('creates an account with a station', async () => {
  await page.goto(`${product.url}/accounts/create`);
  await page.getByLabel('Name').fill('Harbour Lights');
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByRole('button', { name: /create/i }).click();
  await page.waitForURL(/\/accounts\/a-[^/]+\/?$/);
  await page.goto(`${page.url().replace(/\/$/, '')}/stations/create`);
  await page.getByLabel('Name').fill('Harbour Lights Radio');
  await page.getByRole('button', { name: /create/i }).click();
  await page.waitForURL(/\/stations\/s-/);
  await page.getByRole('heading', { name: 'Harbour Lights Radio' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^Harbour Lights Radio - /);
});

it('shows the encoder settings, and the password on demand', async () => {
  const panel = page.locator('#encoder');
  const value = (label: string) =>
    panel
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .first()
      .locator('xpath=following-sibling::dd[1]/code');
  mount = (await value('Mount').innerText()).trim();
  expect(mount).toMatch(/^\/[\w-]+$/);
  await panel
    .getByRole('button', { name: /show password/i })
    .first()
    .click();
  await expect.poll(async () => (await value('Password').innerText()).trim()).not.toMatch(/^[•·*]+$/);
  password = (await value('Password').innerText()).trim();
});

it('plays dropped files, with the current title', { timeout: 400_000 }, async () => {
  await page.goto(
    `${page
      .url()
      .replace(/[/#]*$/, '')
      .replace(/#.*/, '')}/autodj`,
  );
  const drop = (paths: string[]) => page.locator('input[type=file]').first().setInputFiles(paths);
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
  await drop(files.slice(0, 1));
  await row('Concert Pitch').waitFor({ timeout: 120_000 });
  await drop(files.slice(1));
  for (const title of ['The Fifth', 'Third']) await row(title).waitFor({ timeout: 120_000 });
  const listener = await listen(product.streamUrl + mount);
  await expect.poll(() => listener.heard().sound.length).toBeGreaterThan(100_000);
  const { head, sound, titles } = listener.leave();
  expect(head).toMatch(/^HTTP\/1\.[01] 200 OK/);
  expect(head).toMatch(/content-type: audio\/mpeg/i);
  expect(order(heard(await decode(sound), allTones))).toEqual([tones.first]);
  expect(titles.map(({ title }) => title)).toContain('The Tones - Concert Pitch');
});

it('hands over to an encoder and back without dropping a listener', async () => {
  const listener = await listen(product.streamUrl + mount);
  const at = new URL(product.streamUrl);
  const encoder = goLive({ url: `icecast://source:${password}@${at.host}${mount}`, hz: tones.live });
  await expect.poll(() => showsLive()).toBe(true);
  const auth = { authorization: `Basic ${Buffer.from(`source:${password}`).toString('base64')}` };
  const song = new URLSearchParams({ mode: 'updinfo', mount, song: 'Nadia - On the Pier' });
  expect((await fetch(`${product.streamUrl}/admin/metadata?${song.toString()}`, { headers: auth })).status).toBe(200);
  await page.getByText('Nadia - On the Pier').first().waitFor();
  await expect.poll(() => listener.heard().titles.map(({ title }) => title)).toContain('Nadia - On the Pier');
  const second = await fetch(product.streamUrl + mount, {
    method: 'PUT',
    headers: { ...auth, 'content-type': 'audio/mpeg' },
    body: 'x',
  });
  expect(second.status).toBe(403);
  await waitForAudio(listener, 3);
  await encoder.stop('kill');
  await expect.poll(() => showsLive()).toBe(false);
  await waitForAudio(listener, 3);
  expect(listener.ended()).toBe(false);
  const ranges = heard(await decode(listener.leave().sound), allTones);
  expect(order(ranges)).toEqual([tones.first, tones.live, tones.first]);
  expect(longestGap(ranges)).toBeLessThan(0.06);
});

it('accepts Ogg at another sample rate too', async () => {
  const listener = await listen(product.streamUrl + mount);
  const at = new URL(product.streamUrl);
  const url = `icecast://source:${password}@${at.host}${mount}`;
  const encoder = goLive({ url, hz: tones.ogg, codec: 'vorbis', rate: 48_000, channels: 1 });
  await expect.poll(() => showsLive()).toBe(true);
  await waitForAudio(listener, 4);
  await encoder.stop('quit');
  expect(order(heard(await decode(listener.leave().sound), allTones))).toContain(tones.ogg);
});

it('refuses listeners and encoders while the station is shut down', async () => {
  await page.goto(page.url().replace(/\/autodj.*/, ''));
  await page.getByRole('button', { name: 'Shutdown' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /shut/i }).click();
  await page.getByText('Not active').first().waitFor();
  await expect.poll(streamStatus).toBe(503);
  expect(await (await fetch(product.streamUrl + mount)).text()).toMatch(/\w/);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Active', { exact: true }).first().waitFor();
  expect((await fetch(`${product.streamUrl}/no-such-mount`)).status).toBe(404);
});

it('counts its listeners, live and over the day', async () => {
  await expect.poll(streamStatus).toBe(200);
  const listener = await listen(product.streamUrl + mount);
  await page.goto(page.url().replace(/\/stations\/.*/, '/analytics/live'));
  await page.getByText('VLC').first().waitFor();
  await page.goto(page.url().replace(/\/live.*/, '/streaming'));
  await page
    .getByText(/listening/i)
    .first()
    .waitFor();
  listener.leave();
  expect(pageErrors()).toEqual([]);
});

/** Waits until a listener has received this many more seconds of audio at 128 kbit/s. */
const waitForAudio = async (listener: Listener, seconds: number): Promise<void> => {
  const target = listener.heard().sound.length + seconds * 16_000;
  await expect.poll(() => listener.heard().sound.length, { timeout: 30_000 }).toBeGreaterThan(target);
};

/** The HTTP status of the stream's URL. */
const streamStatus = async (): Promise<number> => (await fetch(product.streamUrl + mount, { method: 'HEAD' })).status;

const showsLive = async (): Promise<boolean> => (await page.getByText(/^Live$/i).count()) > 0;
