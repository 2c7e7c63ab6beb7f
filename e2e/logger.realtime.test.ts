import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { logger } from '#contract/api/logger.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { decode, toneRanges, toneOrder } from './tones.ts';
import { show, violations, applyLook } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Using the logger: turn it on, find a time, play it, save a clip. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let podcast: PodcastKey;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Lighthouse', 'Lighthouse Radio');
  // 300 and 410 Hz, 12 s each, one after the other.
  const unmixed = { radio_server_settings: { mix_offset: 0, mix_speed: 0 } };
  await at.call(stations.update, { params: { key: at.station }, body: unmixed });
  await addTracks(at, ['Alpha', 'Bravo'], 12);
  podcast = (
    await at.call(podcasts.create, {
      query: { accountKey: at.account },
      body: { title: 'Evening Waves', categories: ['Music'] },
      file: new Blob([new Uint8Array(picture(1400))], { type: 'image/png' }),
    })
  ).key;
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await page.addInitScript(() => {
    const elements: HTMLAudioElement[] = [];
    const Native = Audio;
    globalThis.Audio = function (src?: string) {
      elements.push(new Native(src));
      return elements.at(-1);
    } as unknown as typeof Audio;
    Object.assign(globalThis, { audioElements: elements });
  });
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const overview = () => at.call(logger.overview, { params: { key: at.station } });
const recorded = async (): Promise<number> => (await overview()).recorded[0]?.seconds ?? 0;
const today = async () =>
  at.call(logger.day, { params: { key: at.station, date: (await overview()).recorded[0]!.date } });
const playedS = (): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      ...(globalThis as unknown as { audioElements: HTMLAudioElement[] }).audioElements.map((one) => one.currentTime),
    ),
  );

it('says how much storage it takes while it is off, and is turned on there', async () => {
  await show(page, `${product.url}${at.stationPath}/logger`);
  await page.getByText(/A day takes 1\.29 GB/).waitFor();
  await page.getByLabel('Keep recordings for').selectOption('3');
  await page.getByRole('button', { name: 'Turn on logger' }).click();
  await page.getByRole('heading', { name: 'Storage' }).waitFor();
  expect(await overview()).toMatchObject({ enabled: true, days: 3 });
});

it('shows the recording as it grows, and plays from a title', async () => {
  await expect.poll(recorded, { timeout: 90_000 }).toBeGreaterThan(40);
  await show(page, `${product.url}${at.stationPath}/logger`);
  const titles = page.getByRole('region', { name: 'Titles of this hour' });
  await titles.getByRole('button', { name: /Alpha/ }).first().click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(playedS).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play from here' }).waitFor();
});

it('moves by keyboard, and announces the time and title', async () => {
  const bar = page.getByRole('slider', { name: 'Time within the hour' });
  const before = Number(await bar.getAttribute('aria-valuenow'));
  await bar.press('ArrowRight');
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')) - before).toBe(1000);
  expect(await bar.getAttribute('aria-valuetext')).toMatch(/^\d+:\d\d:\d\d\s[AP]M, The Tones - (Alpha|Bravo)$/);
});

it('downloads a selection: the audio of the selected title', async () => {
  const titleButtons = page.getByRole('region', { name: 'Titles of this hour' }).getByRole('button');
  // The first title began before the recording and the last one may still play: one in between is complete.
  const completeTitle = async (): Promise<number> => {
    const titles = await titleButtons.allInnerTexts();
    return titles.findIndex((title, i) => i > 0 && i < titles.length - 1 && title.includes('Bravo'));
  };
  const hasCompleteTitle = async (): Promise<boolean> => {
    // An hour that has just begun has none yet.
    if ((await completeTitle()) === -1) await show(page, `${product.url}${at.stationPath}/logger`);
    return (await completeTitle()) !== -1;
  };
  await expect.poll(hasCompleteTitle, { timeout: 90_000, interval: 3000 }).toBe(true);
  await titleButtons.nth(await completeTitle()).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Current title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('The Bravo hour');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('The Bravo hour.mp3');
  const audio = await decode(await readFile(await download.path()));
  expect(audio.samples.length / audio.rate).toBeGreaterThan(10);
  expect(toneOrder(toneRanges(audio, [300, 410]))).toEqual([410]);
});

it('saves a clip to the media library', async () => {
  await page.getByRole('button', { name: 'Save to media library' }).click();
  await page.getByText('“The Bravo hour” will be in the media library shortly.').waitFor();
  const { token } = await at.call(library.token, { params: { id: at.station } });
  const titles = async () =>
    (await at.call(library.list, { query: { limit: 50 } }, token)).tracks.map((track) => track.metadata.title);
  await expect.poll(titles, { timeout: 30_000 }).toContain('The Bravo hour');
});

it('creates a draft episode from a clip', async () => {
  await page.getByRole('radiogroup', { name: 'Save clip to' }).getByText('Episode', { exact: true }).click();
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('The Bravo hour');
  await page.getByRole('button', { name: 'Create episode' }).click();
  await page.getByText('“The Bravo hour” will be in your drafts shortly.').waitFor();
  const draft = async () => (await at.call(episodes.list, { params: { podcastKey: podcast }, query: {} })).entities[0];
  await expect.poll(async () => (await draft())?.upload_status, { timeout: 60_000 }).toBe('ready');
  expect(await draft()).toMatchObject({
    title: 'The Bravo hour',
    state: 'draft',
    chapters: [{ start: 0, title: 'The Tones - Bravo' }],
  });
});

it('matches the server’s record of the day, and is accessible in every look', async () => {
  const day = await today();
  expect(day.sources.map(({ source }) => source)).toEqual(['autodj']);
  for (const look of [
    { theme: 'light', direction: 'ltr' },
    { theme: 'dark', direction: 'rtl' },
  ] as const) {
    await applyLook(page, look);
    expect(await violations(page)).toEqual([]);
  }
  await applyLook(page, { theme: 'light', direction: 'ltr' });
});

it('deletes all recordings after confirmation', async () => {
  await page.getByRole('switch', { name: 'Record broadcasts', disabled: false }).press('Space');
  await expect.poll(async () => (await overview()).enabled).toBe(false);
  await page.getByRole('button', { name: 'Delete all recordings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Turn on logger' }).waitFor();
  expect(await overview()).toMatchObject({ bytes: 0, recorded: [] });
  expect(pageErrors()).toEqual([]);
});
