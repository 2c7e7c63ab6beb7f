import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stations } from '#contract/api/stations.ts';
import { dayMs } from '#contract/rules/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { goLive } from './encoder.ts';
import { listen, type Listener } from './listener.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, rulesOf, violations, navigate, applyLook } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* What a station performed, from playing it to the report of use. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let listener: Listener;
let pageErrors: () => string[];
const patience = { timeout: 90_000, interval: 1000 };

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(90_000);
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  listener?.leave();
  await browser?.close();
  await product?.stop();
});

/** From yesterday to tomorrow: by itself the page shows this month, which may end while the tests run. */
const [from, to] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
const reportUrl = () =>
  `${product.url}${at.accountPath}/analytics/sound-exchange-reports?period=custom&from=${from}&to=${to}`;
const region = (name: string): Locator => page.getByRole('region', { name, exact: true });
const row = (title: string): Locator => region('Recordings').getByRole('row', { name: new RegExp(title) });
const rowCount = async (title: string): Promise<number> => {
  await show(page, reportUrl());
  return await row(title).count();
};

const takeScreenshots = (name: string): Promise<void> => saveScreenshots(page, reportUrl(), name);

it('explains the report while there are no plays', async () => {
  await show(page, `${product.url}${at.accountPath}/analytics/streaming`);
  await page.getByRole('link', { name: 'SoundExchange', exact: true }).click();
  await page.getByRole('heading', { name: 'No plays in this period' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await takeScreenshots('royalty-empty');
});

it('counts performances, current ones included, and lists missing identifiers', async () => {
  await addTracks(at, ['Alpha', 'Bravo', 'Charlie', 'Delta'], 6);
  const station = await at.call(stations.get, { params: { key: at.station } });
  const { password } = await at.call(stations.revealPassword, { params: { key: at.station } });
  const mount = station.streamname;
  listener = await listen(`${product.streamUrl}/${mount}`);
  for (const title of ['Alpha', 'Bravo', 'Charlie', 'Delta'])
    await expect.poll(() => rowCount(title), patience).toBe(1);
  const host = new URL(product.streamUrl).host;
  const encoder = goLive({ url: `icecast://source:${password}@${host}/${mount}`, hz: 880 });
  const headers = { authorization: `Basic ${Buffer.from(`source:${password}`).toString('base64')}` };
  const song = encodeURIComponent('Cleo - Foam');
  const metadataUrl = `${product.streamUrl}/admin/metadata?mount=/${mount}&mode=updinfo&song=${song}`;
  await expect.poll(async () => (await fetch(metadataUrl, { headers })).status, patience).toBe(200);
  await expect.poll(() => rowCount('Foam'), patience).toBe(1);
  await encoder.stop('quit');
  await region('Report of use')
    .getByText(/recordings are missing identifiers/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
});

it('completes a track in the list', async () => {
  await show(page, `${reportUrl()}&list=incomplete`);
  await page.getByRole('button', { name: 'Edit Alpha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit track' });
  await dialog.getByLabel('ISRC').fill('nonsense');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('An ISRC looks like CC-XXX-YY-NNNNN.').waitFor();
  await dialog.getByLabel('ISRC').fill('us-rc1-76-07839');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => row('Alpha').count(), patience).toBe(0);
  await navigate(page, reportUrl());
  await row('Alpha').getByText('US-RC1-76-07839').waitFor();
});

it('identifies a title that an encoder sent', async () => {
  await navigate(page, `${reportUrl()}&list=sent`);
  await page.getByRole('button', { name: 'Edit Foam' }).click();
  const dialog = page.getByRole('dialog', { name: 'Identify this title' });
  await dialog.getByLabel('Featured artist').fill('Cleo & Co');
  await dialog.getByLabel('Album').fill('Shore');
  await dialog.getByLabel('Label').fill('Quay Records');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row('Foam').getByText('Corrected').waitFor();
  await page.getByRole('button', { name: 'Edit Foam' }).click();
  await dialog.getByText('Speech, show or ad').click();
  await dialog.getByText('Excluded from reports.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('warns of violations of the performance complement', async () => {
  const warnings = region('Performance complement');
  await warnings
    .getByText(/4 selections of the album in a row|4 selections of the album within 3 hours/)
    .first()
    .waitFor();
  await applyLook(page, { theme: 'dark', direction: 'ltr' });
  expect(await violations(page, { rules: rulesOf.colours })).toEqual([]);
  await applyLook(page, { theme: 'light', direction: 'ltr' });
  await takeScreenshots('royalty');
});

it('exports the report in SoundExchange’s format, under the configured service name', async () => {
  await navigate(page, reportUrl());
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report settings' });
  await dialog.getByLabel('Service name of Harbour Lights Radio').fill('KHAR');
  await dialog.getByLabel('Transmission category').selectOption('B');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await region('Report of use').getByText('Service: “KHAR”.').waitFor();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download report' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^soundexchange-khar-\d{4}-\d\d.*\.txt$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/^NAME_OF_SERVICE\|TRANSMISSION_CATEGORY\|/);
  expect(lines).toContainEqual(expect.stringMatching(/^KHAR\|B\|The Tones\|Alpha\|USRC17607839\|Sines\|\|\d+$/));
  expect(lines).toContainEqual(expect.stringMatching(/^KHAR\|B\|Cleo & Co\|Foam\|\|Shore\|Quay Records\|\d+$/));
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
