import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { recordingSchedules } from '#contract/api/recording-schedules.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { decode, toneRanges, longestSilence, toneOrder } from './tones.ts';
import { show, violations, applyLook } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* Scheduled recordings: schedule a show, watch it being recorded, get an episode. */

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const minute = 60_000;
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let podcast: PodcastKey;
let pageErrors: () => string[];
/** Selected in one test and deselected in the next, which may run after midnight. */
const tomorrow = new Date(Date.now() + 24 * 60 * minute);

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Lighthouse', 'Lighthouse Radio');
  const unmixed = { radio_server_settings: { mix_offset: 0, mix_speed: 0 } };
  await at.call(stations.update, { params: { key: at.station }, body: unmixed });
  // 300 and 410 Hz, 12 s each, one after the other.
  await addTracks(at, ['Alpha', 'Bravo'], 12);
  podcast = (
    await at.call(podcasts.create, {
      query: { accountKey: at.account },
      body: { title: 'Evening Waves', station_key: at.station, categories: ['Music'] },
      file: new Blob([new Uint8Array(picture(1400))], { type: 'image/png' }),
    })
  ).key;
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const params = () => ({ params: { podcastKey: podcast } });
const table = () => at.call(recordingSchedules.table, params());

/** Fills in time `n` of the form. */
const fillTime = async (n: number, begin: Date): Promise<void> => {
  const time = page.getByRole('group', { name: `Time ${n}` });
  await time.getByText(dayNames[begin.getUTCDay()]!, { exact: true }).click();
  await time.getByLabel('Start').fill(begin.toISOString().slice(11, 16));
  await time.getByLabel('Length').fill('1');
};

it('explains schedules while there are none, and refuses overlapping times', async () => {
  await show(page, `${product.url}${at.stationPath}/podcasts/${podcast}/recording`);
  await page.getByRole('heading', { name: 'Record episodes automatically' }).waitFor();
  await page.getByRole('button', { name: 'Add schedule' }).click();
  await fillTime(1, tomorrow);
  await page.getByRole('button', { name: 'Add time' }).click();
  await fillTime(2, tomorrow);
  await page.getByRole('dialog').getByRole('button', { name: 'Add schedule' }).click();
  await page.getByText('Two of these times overlap.').waitFor();
  await page.getByRole('button', { name: 'Remove time 2' }).click();
});

it('is scheduled, listed with its next times, and shown while it is recording', { timeout: 180_000 }, async () => {
  await page.getByRole('group', { name: 'Time 1' }).getByText(dayNames[tomorrow.getUTCDay()]!, { exact: true }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Waves of the minute');
  await page.getByRole('dialog').getByText('Publish', { exact: true }).click();
  await page.getByLabel('Episode title').fill('{name} on {station}');
  // Filled in last: it must be saved before that time.
  const begin = new Date(Math.ceil((Date.now() + 20_000) / minute) * minute);
  await fillTime(1, begin);
  await page.getByText('First episode: “Waves of the minute on Lighthouse Radio”').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Add schedule' }).click();
  await page.getByText('“Waves of the minute” saved.').waitFor();
  const { next, schedules } = await table();
  expect(schedules).toMatchObject([{ name: 'Waves of the minute', publish: 'published', timezone: 'UTC' }]);
  expect(next[0]?.begin).toBe(begin.toISOString());
  const rows = page.getByRole('table', { name: 'Next recordings' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(6);
  await page.getByRole('status').getByText('Recording now: Waves of the minute').waitFor({ timeout: 120_000 });
});

it(
  'becomes a published episode of the broadcast minute, with chapters of the tracks',
  { timeout: 240_000 },
  async () => {
    const link = page.getByRole('table', { name: 'Recordings' }).getByRole('link', { name: /^Waves of the minute on/ });
    await link.waitFor({ timeout: 150_000 });
    const [recording] = (await table()).recordings;
    expect(recording).toMatchObject({ state: 'done', seconds: 60 });
    const episodeKey = recording!.episode!.key;
    const episode = () => at.call(episodes.get, { params: { podcastKey: podcast, episodeKey } });
    await expect.poll(async () => (await episode()).upload_status, { timeout: 90_000 }).toBe('ready');
    const { chapters, state, duration } = await episode();
    expect(state).toBe('published');
    // Its audio may begin a little late on a busy machine.
    expect(Math.abs(duration - 60)).toBeLessThan(1);
    const { entities } = await at.call(episodes.list, { ...params(), query: {} });
    expect(entities).toHaveLength(1);
    // The recording matches the broadcast: a title every 12 s, each where its tone sounds.
    const file = await fetch((await episode()).file_url!);
    const tones = toneRanges(await decode(new Uint8Array(await file.arrayBuffer())), [300, 410]);
    expect(longestSilence(tones.slice(1, -1))).toBeLessThanOrEqual(0.06);
    expect(toneOrder(tones).length).toBeGreaterThanOrEqual(5);
    const toneAt = (second: number) => tones.find(({ from, to }) => from <= second && second < to)?.hz;
    for (const [i, { start, title }] of chapters.entries()) {
      const end = chapters[i + 1]?.start ?? duration;
      // A title cut off right at its start is too short to tell its tone.
      if (end - start < 0.3) continue;
      const middle = (start + end) / 2;
      expect([title, toneAt(middle)]).toEqual([title, title.includes('Alpha') ? 300 : 410]);
    }
  },
);

it('is accessible in every look', async () => {
  await show(page, `${product.url}${at.stationPath}/podcasts/${podcast}/recording`);
  await page.getByRole('table', { name: 'Schedules' }).waitFor();
  for (const look of [
    { theme: 'light', direction: 'ltr' },
    { theme: 'dark', direction: 'rtl' },
  ] as const) {
    await applyLook(page, look);
    expect(await violations(page)).toEqual([]);
  }
  await applyLook(page, { theme: 'light', direction: 'ltr' });
});

it('is edited and deleted; the episode stays', async () => {
  await page.getByRole('button', { name: 'Actions for Waves of the minute' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Frequency').selectOption('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await table()).schedules).toMatchObject([{ frequency: 2 }]);
  await page.getByRole('button', { name: 'Actions for Waves of the minute' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('“Waves of the minute” deleted.').waitFor();
  const { schedules, recordings } = await table();
  expect([schedules.length, recordings.length]).toEqual([0, 1]);
  expect(pageErrors()).toEqual([]);
});
