import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { telephonyAdmin } from '#contract/api/telephony-admin.ts';
import { telephony } from '#contract/api/telephony.ts';
import { makeTone } from '#server/engines/audio/testing/test-audio.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Call-to-listen: a station asks for a phone number and says hello; the portal gives numbers. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let problems: () => string[];
let folder: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Foghorn Radio');
  page = await (await openWindow(browser)).newPage();
  problems = collectErrors(page);
  folder = mkdtempSync(join(tmpdir(), 'prompts-'));
  makeTone(join(folder, 'hello.mp3'), { hz: 600, seconds: 5 });
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => `${product.url}${at.stationPath}/ctl`;
const region = (name: string) => page.getByRole('region', { name, exact: true });
const line = () => at.call(telephony.line, { params: { id: at.station } });

it('asks for a number and has one, which it can copy and call', async () => {
  await at.call(billing.assign, { params: { key: at.account }, body: { plan: 'premier' } });
  await show(page, product.url + at.stationPath);
  await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Call-To-Listen' }).click();
  await page.getByText('Sandbox: reachable from this machine only').waitFor();
  await saveScreenshots(page, path(), 'ctl-empty');
  await region('Ask for a phone number').getByLabel('Country').selectOption('US');
  await page.getByRole('button', { name: 'Request a number' }).click();
  await page.getByText('Your station has a phone number').waitFor();
  const [number] = (await line()).numbers;
  expect(number).toMatchObject({ main: true, sandbox: true, country: 'US' });
  const link = page.getByRole('link', { name: number!.display });
  expect(await link.getAttribute('href')).toBe(`tel:${number!.did}`);
  await page.getByText('Nobody is calling').waitFor();
  await page.getByText(`sip:${number!.did}@localhost`).waitFor();
  await region('Last calls').getByText('Nobody has called yet').waitFor();
  expect(await violations(page)).toEqual([]);
});

it('uploads a welcome prompt, hears it as callers do, and removes it', async () => {
  await show(page, path());
  await page.locator('input[type=file]').setInputFiles(join(folder, 'hello.mp3'));
  await page.getByText('Welcome prompt saved').waitFor();
  const prompt = region('Welcome prompt');
  await prompt.getByText('hello.mp3').waitFor();
  await prompt.getByText('0:05').first().waitFor();
  const audio = prompt.locator('audio');
  await audio.waitFor();
  const heard = await audio.evaluate(async (element: HTMLAudioElement) => {
    element.muted = true;
    const playing = new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
    await element.play();
    await playing;
    return element.duration;
  });
  expect(heard).toBeCloseTo(5, 0);
  expect((await line()).prompt).toMatchObject({ name: 'hello.mp3', ms: 5000, cut: false });
  await saveScreenshots(page, path(), 'ctl');
  await prompt.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Prompt removed').waitFor();
  expect((await line()).prompt).toBeNull();
});

it('hears the station as a caller does', async () => {
  await addTracks(at, ['Long Tone'], 30);
  await show(page, path());
  const hear = region('Hear it as a caller does');
  const audio = hear.locator('audio');
  // The track may still be on its way to the engine.
  await expect
    .poll(async () => {
      await hear.getByRole('button', { name: /Listen/ }).click();
      await audio.or(hear.getByText('Nothing can be heard right now.')).waitFor();
      return await audio
        .evaluate((element: HTMLAudioElement) => element.play().then(() => element.duration))
        .catch(() => 0);
    })
    .toBeCloseTo(20, 0);
  expect(await violations(page)).toEqual([]);
});

it('refuses a prompt of 10 MB before it is sent', async () => {
  await show(page, path());
  const file = { name: 'long.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(10 * 1024 * 1024) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('The Welcome Prompt field size must be less than 10MB').waitFor();
});

it('gives the number back', async () => {
  await show(page, path());
  await page.getByRole('button', { name: 'Give back the number' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click();
  await region('Ask for a phone number').waitFor();
  expect((await line()).numbers).toEqual([]);
});

it('waits for the portal where none is free, and gets the number that an administrator chooses', async () => {
  const body = { action: 'enable', country: 'DE', note: 'For our morning show' } as const;
  await at.call(telephony.setRequest, { params: { key: at.station }, body });
  await show(page, path());
  await region('A phone number was requested').getByText('A number of Germany.').waitFor();
  await saveScreenshots(page, path(), 'ctl-waiting');
  await show(page, `${product.url}/portal/ctl`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Numbers').fill('did,country,label\n+49 30 55500,DE,Berlin\n030 555');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Line 3: The number must begin with + and its country code.').waitFor();
  await dialog.getByLabel('Numbers').fill('did,country,label\n+49 30 55500,DE,Berlin');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('Numbers imported').waitFor();
  await saveScreenshots(page, `${product.url}/portal/ctl`, 'portal-numbers');
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await saveScreenshots(page, `${product.url}/portal/ctl/requests`, 'portal-phone-requests');
  const row = page.getByRole('row', { name: /Foghorn Radio.*For our morning show/s });
  await row.getByRole('button', { name: 'Decide' }).click();
  await dialog.getByLabel('Number', { exact: true }).selectOption('+493055500');
  await dialog.getByRole('button', { name: 'Give this number' }).click();
  await row.getByText('Given').waitFor();
  await show(page, path());
  await page.getByRole('link', { name: '+49 30 55500' }).waitFor();
});

it('gets a second number from an administrator, which becomes the main one', async () => {
  await show(page, `${product.url}/portal/ctl?search=${encodeURIComponent('"5550149"')}`);
  await page.getByRole('button', { name: 'Give +1 202 555 0149 to a station' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Station').fill('Foghorn Radio');
  await page
    .getByRole('option', { name: /Foghorn Radio/ })
    .first()
    .click();
  await dialog.getByText('It has').waitFor();
  await dialog.getByRole('button', { name: 'Give this number' }).click();
  await page.getByText('Number given').waitFor();
  await page.getByRole('row', { name: /0149.*Second number/s }).waitFor();
  await page.getByRole('button', { name: 'Make +1 202 555 0149 the main number' }).click();
  await page.getByText('Main number changed').waitFor();
  const numbers = async () => (await line()).numbers.map(({ did, main }) => [did, main]);
  expect(await numbers()).toEqual([
    ['+12025550149', true],
    ['+493055500', false],
  ]);
  await page.getByRole('button', { name: 'Take +1 202 555 0149 back' }).click();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('row', { name: /0149.*Free/s }).waitFor();
  expect(await numbers()).toEqual([['+493055500', true]]);
});

it('is taken back by an administrator, and its number changed and removed', async () => {
  await show(page, `${product.url}/portal/ctl?search=55500`);
  await page.getByRole('button', { name: 'Take +49 30 55500 back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('row', { name: /55500.*Resting/s }).waitFor();
  await page.getByRole('button', { name: 'Edit +49 30 55500' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('Potsdam');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Potsdam/ }).waitFor();
  await page.getByRole('button', { name: 'Remove +49 30 55500' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The number was removed from the pool.').waitFor();
  const pool = await at.call(telephonyAdmin.numbers, { query: { search: '55500' } });
  expect(pool.entities).toEqual([]);
});

it('shows the lines of carriers, and refuses an address that is none', async () => {
  await show(page, `${product.url}/portal/ctl/lines`);
  await page.getByRole('button', { name: 'Connect a line' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('Carrier');
  await dialog.getByLabel('Addresses').fill('carrier.example');
  await dialog.getByLabel('Addresses').press('Enter');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText(/Not an IP address or network/).waitFor();
  await dialog.getByLabel('Kind').selectOption('twilio');
  await dialog.getByLabel(/^Public address/).fill('calls.example.com');
  await dialog.getByLabel(/^Auth token/).fill('a token');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('Please write an address like https://calls.example.com.').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await saveScreenshots(page, `${product.url}/portal/ctl/lines`, 'portal-lines');
});

it('has no errors on these pages', () => expect(problems()).toEqual([]));
