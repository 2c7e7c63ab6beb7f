import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stations } from '#contract/api/stations.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import { goLive, type Encoder } from './encoder.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* What a station plays, changed by hand from its page and from the command palette. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];
let encoder: Encoder | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Alpha', 'Bravo', 'Charlie'], 90);
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
  await show(page, `${product.url}${at.stationPath}`);
});
afterAll(async () => {
  await encoder?.stop('kill');
  await browser?.close();
  await product?.stop();
});

const live = () => at.call(stations.live, { params: { key: at.station } });
const plays = (title: string) => expect.poll(async () => (await live()).track?.title).toBe(title);
const panel = () => page.getByRole('region', { name: 'On the air', exact: true });
const press = (name: string) => panel().getByRole('button', { name, exact: true }).click();

it('queues a track from the library, and skips to it', async () => {
  await plays('Alpha');
  await press('Queue a track');
  const dialog = page.getByRole('dialog', { name: 'Queue a track' });
  await dialog.getByLabel('Search library').fill('Charlie');
  await dialog.getByRole('button', { name: 'Play Charlie next' }).click();
  await page.getByText('“Charlie” plays next.').waitFor();
  await page.keyboard.press('Escape');
  await panel()
    .getByText(/^Charlie.*queued by/)
    .waitFor();
  await saveScreenshots(page, `${product.url}${at.stationPath}`, 'on-air');
  await press('Skip');
  await plays('Charlie');
  await panel().getByText('The Tones - Charlie').waitFor();
  await panel()
    .getByText(/queued by/)
    .waitFor({ state: 'hidden' });
});

it('removes a track from the queue', async () => {
  await press('Queue a track');
  await page.getByRole('button', { name: 'Queue Alpha', exact: true }).click();
  await page.keyboard.press('Escape');
  await panel().getByRole('button', { name: 'Remove Alpha from the queue' }).click();
  await expect.poll(async () => (await live()).air?.queue).toEqual([]);
});

it('stops after the track, and cancels that', async () => {
  await press('Stop after this');
  await panel()
    .getByText(/^Stops after this track/)
    .waitFor();
  await press('Cancel stop');
  await panel().getByRole('button', { name: 'Stop after this' }).waitFor();
  expect((await live()).air?.stop).toBe(null);
});

it('skips by the command palette, and opens the queue there', async () => {
  const [before] = [(await live()).track?.title];
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /^Search stations/ }).fill('Skip');
  await page.getByText(`Skip “${before}”`).click();
  await expect.poll(async () => (await live()).track?.title).not.toBe(before);
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /^Search stations/ }).fill('Queue a track');
  await page.getByRole('button', { name: 'Queue a track' }).last().click();
  await page.getByRole('dialog', { name: 'Queue a track' }).waitFor();
  await page.keyboard.press('Escape');
});

it('disconnects the encoder for ten minutes, and allows it again', async () => {
  const { icecast } = await at.call(stations.encoder, { params: { key: at.station } });
  const { password } = await at.call(stations.revealPassword, { params: { key: at.station } });
  const url = `icecast://source:${password}@127.0.0.1:${String(icecast.port)}/${icecast.mount.replace(/^\//, '')}`;
  encoder = goLive({ url, hz: 440 });
  await panel().getByRole('button', { name: 'Disconnect encoder', exact: true }).waitFor();
  await panel().getByRole('button', { name: 'Disconnect encoder for a time' }).click();
  await page.getByRole('menuitem', { name: 'For 10 minutes' }).click();
  await panel()
    .getByText(/^Encoders are refused until/)
    .waitFor();
  await press('Allow again');
  await expect.poll(async () => (await live()).air?.barred_until).toBe(null);
});

it('raises no page errors', () => {
  expect(pageErrors()).toEqual([]);
});
