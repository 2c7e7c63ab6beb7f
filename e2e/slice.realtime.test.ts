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
 * What a person does who has never seen the product: from an account of their own to a station with listeners.
 * Each step goes on from the one before.
 */

const tones = { first: 440, second: 660, third: 550, live: 1100, ogg: 1760 } as const;
const all = Object.values(tones);
const person = { email: 'nadia@harbour.example', password: 'tide tables and toast' };

let product: Product;
let browser: Browser;
let window: BrowserContext;
let page: Page;
let complaints: () => string[];
let files: string[];
let mount = '';
let password = '';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-tones-'));
  const tagged = (name: string, hz: number, title: string) =>
    toneFile(join(folder, name), { hz, seconds: 240, title, artist: 'The Tones', album: 'Sines' });
  [product, browser, files] = await Promise.all([
    startProduct(),
    launch(),
    Promise.all([
      tagged('a.mp3', tones.first, 'Concert Pitch'),
      tagged('b.flac', tones.second, 'The Fifth'),
      tagged('c.m4a', tones.third, 'Third'),
    ]),
  ]);
  window = await openWindow(browser);
  page = await window.newPage();
  complaints = watch(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('lets a new person register, confirm by e-mail and sign in', async () => {
  await page.goto(product.url);
  await page.getByRole('link', { name: /create an account|register/i }).click();
  await page.getByLabel('First name').fill('Nadia');
  await page.getByLabel('Last name').fill('Berg');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: /check your mail|e-mail/i }).waitFor();
  await page.goto(await linkTo(product, person.email, '/realms/'));
  await page.getByRole('button', { name: /confirm/i }).click();
  await signIn(page, product.url, person);
  expect(complaints()).toEqual([]);
});

it('creates an account and a station in it', async () => {
  await page.goto(`${product.url}/accounts/create`);
  await page.getByLabel('Name').fill('Harbour Lights');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: /create/i }).click();
  await page.waitForURL(/\/accounts\/a-[^/]+\/?$/);
  await page.goto(`${page.url().replace(/\/$/, '')}/stations/create`);
  await page.getByLabel('Name').fill('Harbour Lights Radio');
  await page.getByRole('button', { name: /create/i }).click();
  await page.waitForURL(/\/stations\/s-/);
  await page.getByRole('heading', { name: 'Harbour Lights Radio' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^Harbour Lights Radio - /);
});

it('shows where an encoder connects, and its password on demand', async () => {
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

it('puts dropped files on the air, with the title of what plays', { timeout: 400_000 }, async () => {
  await page.goto(
    `${page
      .url()
      .replace(/[/#]*$/, '')
      .replace(/#.*/, '')}/autodj`,
  );
  const drop = (some: string[]) => page.locator('input[type=file]').first().setInputFiles(some);
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
  expect(order(heard(await decode(sound), all))).toEqual([tones.first]);
  expect(titles.map(({ title }) => title)).toContain('The Tones - Concert Pitch');
});

it('hands over to an encoder and back without dropping anybody', async () => {
  const listener = await listen(product.streamUrl + mount);
  const at = new URL(product.streamUrl);
  const encoder = goLive({ url: `icecast://source:${password}@${at.host}${mount}`, hz: tones.live });
  await expect.poll(() => liveShown()).toBe(true);
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
  await moreSound(listener, 3);
  await encoder.stop('kill');
  await expect.poll(() => liveShown()).toBe(false);
  await moreSound(listener, 3);
  expect(listener.ended()).toBe(false);
  const stretches = heard(await decode(listener.leave().sound), all);
  expect(order(stretches)).toEqual([tones.first, tones.live, tones.first]);
  expect(longestGap(stretches)).toBeLessThan(0.06);
});

it('takes Ogg in another rate too, and says which setting would save the conversion', async () => {
  const listener = await listen(product.streamUrl + mount);
  const at = new URL(product.streamUrl);
  const url = `icecast://source:${password}@${at.host}${mount}`;
  const encoder = goLive({ url, hz: tones.ogg, codec: 'vorbis', rate: 48_000, channels: 1 });
  await expect.poll(() => liveShown()).toBe(true);
  await moreSound(listener, 4);
  await encoder.stop('quit');
  expect(order(heard(await decode(listener.leave().sound), all))).toContain(tones.ogg);
});

it('refuses listeners and encoders while the station is shut down', async () => {
  await page.goto(page.url().replace(/\/autodj.*/, ''));
  await page.getByRole('button', { name: 'Shutdown' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /shut/i }).click();
  await page.getByText('Not active').first().waitFor();
  await expect.poll(onAir).toBe(503);
  expect(await (await fetch(product.streamUrl + mount)).text()).toMatch(/\w/);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Active', { exact: true }).first().waitFor();
  expect((await fetch(`${product.streamUrl}/no-such-mount`)).status).toBe(404);
});

it('counts its listeners, now and over the day', async () => {
  await expect.poll(onAir).toBe(200);
  const listener = await listen(product.streamUrl + mount);
  await page.goto(page.url().replace(/\/stations\/.*/, '/analytics/live'));
  await page.getByText('VLC').first().waitFor();
  await page.goto(page.url().replace(/\/live.*/, '/streaming'));
  await page
    .getByText(/listening/i)
    .first()
    .waitFor();
  listener.leave();
  expect(complaints()).toEqual([]);
});

/** Waits until a listener got this many more seconds of sound at 128 kbit/s. */
const moreSound = async (listener: Listener, seconds: number): Promise<void> => {
  const wanted = listener.heard().sound.length + seconds * 16_000;
  await expect.poll(() => listener.heard().sound.length, { timeout: 30_000 }).toBeGreaterThan(wanted);
};

/** What the stream's address answers. */
const onAir = async (): Promise<number> => (await fetch(product.streamUrl + mount, { method: 'HEAD' })).status;

const liveShown = async (): Promise<boolean> => (await page.getByText(/^Live$/i).count()) > 0;
