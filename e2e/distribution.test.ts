import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { distribution } from '#contract/api/distribution.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { podcastAds } from '#contract/api/podcast-ads.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { portal } from '#contract/api/portal.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { acceptInvitations, register } from './registered-users.ts';
import { toneFile } from './encoder.ts';
import { show, violations, applyLook } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* The directories a podcast is submitted to, and the placement of its spots. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
let key: PodcastKey;
let episodeKey: EpisodeKey;
let path: string;
const shots = process.env['SHOTS'];
/** Length of the episode's tone: enough for two spots a minute apart. */
const seconds = 300;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const body = { title: 'Tea & Talk', station_key: at.station, categories: ['Music'] };
  const file = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  key = (await at.call(podcasts.createInStation, { params: { key: at.station }, body, file })).key;
  path = `${at.accountPath}/podcasts/${key}`;
  const allowed = { pre_roll: 1, mid_roll: 2, post_roll: 1, minutes_between: 1, opt_out_allowed: true, cpm: 1000 };
  await at.call(portal.setPodcastAds, { body: { enabled: true, ...allowed } });
  episodeKey = await addEpisode('Of kettles');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const addEpisode = async (title: string): Promise<EpisodeKey> => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-episode-'));
  const name = await toneFile(join(folder, 'e.mp3'), { hz: 440, seconds, title, artist: 'A', album: 'B' });
  const params = { podcastKey: key };
  const file = new File([await readFile(name)], 'e.mp3', { type: 'audio/mpeg' });
  await rm(folder, { recursive: true });
  const upload = await at.call(episodes.upload, { params, fields: {}, file });
  const episode = { ...params, episodeKey: upload.data.key };
  const isReady = async () => (await at.call(episodes.get, { params: episode })).upload_status === 'ready';
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 200 });
  await at.call(episodes.update, { params: episode, body: { title, published: true } });
  return upload.data.key;
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const card = (name: string) => page.getByRole('region', { name, exact: true });
const stateOf = async (platform: string) =>
  (await at.call(distribution.get, { params: { key } })).platforms.find((one) => one.platform === platform);
const spots = async () =>
  (await at.call(podcastAds.episode, { params: { podcastKey: key, episodeKey } })).markers.map(
    ({ kind, at: second }) => `${kind} ${String(Math.round(second))}`,
  );
const checkAndScreenshot = async (name: string): Promise<void> => {
  expect(await violations(page)).toEqual([]);
  if (shots === undefined) return;
  for (const [width, theme] of [
    [1440, 'light'],
    [768, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await applyLook(page, { theme, direction: 'ltr' });
    await page.screenshot({ path: join(shots, `${name}-${String(width)}-${theme}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await applyLook(page, { theme: 'light', direction: 'ltr' });
};

describe('distribution', () => {
  it('says what directories would reject, and fills the feed into submission links', async () => {
    await show(page, `${product.url}${path}/distribute`);
    await page.getByText('Your feed is not ready for directories').waitFor();
    const submit = card('Apple Podcasts').getByRole('link', { name: /^Submit/ });
    const feed = (await at.call(distribution.get, { params: { key } })).feed_url;
    expect(await submit.getAttribute('href')).toContain(`submitfeed=${encodeURIComponent(feed)}`);
    await page.getByText(feed, { exact: true }).waitFor();
    await checkAndScreenshot('distribute');
  });

  it('asks whether the feed was submitted, and saves the answer', async () => {
    const apple = card('Apple Podcasts');
    // The link leads to an external page, which tests don't load.
    await page.context().route('https://podcastsconnect.apple.com/**', (route) => route.fulfill({ body: 'Apple' }));
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      apple.getByRole('link', { name: /^Submit/ }).click(),
    ]);
    await popup.close();
    await apple.getByRole('button', { name: 'Yes, submitted' }).click();
    await apple.getByText('Submitted', { exact: true }).waitFor();
    expect(await stateOf('apple')).toMatchObject({ state: 'submitted' });
  });

  it('refuses a listing URL of another site', async () => {
    const castbox = card('Castbox');
    await castbox.getByRole('button', { name: /^Enter listing URL/ }).click();
    const field = castbox.getByLabel('URL of the listing on Castbox');
    await field.fill('https://castbox.example/channel/id1');
    await castbox.getByRole('button', { name: 'Save and check' }).click();
    await castbox.getByText(/Enter the URL of a Castbox listing/).waitFor();
    expect(await stateOf('castbox')).toMatchObject({ state: 'not_submitted' });
  });

  it('saves a listing URL that cannot be checked, says so, and can start over', async () => {
    const castbox = card('Castbox');
    // This listing does not exist; without a network it cannot be checked either.
    await castbox.getByLabel('URL of the listing on Castbox').fill('https://castbox.fm/channel/id1');
    await castbox.getByRole('button', { name: 'Save and check' }).click();
    await castbox.getByText(/Checked/).waitFor({ timeout: 90_000 });
    const listing = await stateOf('castbox');
    expect(listing?.url).toBe('https://castbox.fm/channel/id1');
    expect(['unchecked', 'refuted']).toContain(listing?.state);
    await castbox.getByText(listing?.finding ?? '').waitFor();
    await checkAndScreenshot('distribute-addresses');
    await castbox.getByRole('button', { name: /^Start over/ }).click();
    await castbox.getByText('Not submitted', { exact: true }).waitFor();
    expect(await stateOf('castbox')).toMatchObject({ state: 'not_submitted', url: '' });
  });
});

describe('ad settings', () => {
  it('says that no spots play yet, and saves the default of every episode', async () => {
    await show(page, `${product.url}${path}/ad-settings`);
    await page.getByText('Spots play once campaigns are running').waitFor();
    await page.getByRole('radio', { name: /At fixed intervals/ }).check();
    await page.getByLabel('Interval', { exact: true }).fill('3');
    await page.getByText('Preview: one-hour episode with five chapters').waitFor();
    await checkAndScreenshot('ads');
    await press('Save');
    await page.getByText('Ad settings saved.').waitFor();
    expect(await spots()).toEqual(['pre 0', 'mid 180', 'post 300']);
  });

  it('moves a spot on the waveform by keyboard, adds one by a click, and saves both', async () => {
    await page.getByRole('link', { name: 'Of kettles' }).click();
    await page.waitForURL(new RegExp(`/ad-settings/${episodeKey}$`));
    await page.getByRole('radio', { name: 'Own placement' }).check();
    const first = page.getByRole('slider', { name: 'Spot 1' });
    await first.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => first.getAttribute('aria-valuetext')).toBe('2:49');
    const bar = first.locator('xpath=..');
    const { width } = (await bar.boundingBox())!;
    await bar.click({ position: { x: (width * 240) / seconds, y: 60 } });
    await page.getByRole('slider', { name: 'Spot 2' }).waitFor();
    await page.getByLabel('Time of spot 2').fill('4:00');
    await checkAndScreenshot('ads-episode');
    await press('Save');
    await page.getByText('Spots saved.').waitFor();
    expect(await spots()).toEqual(['pre 0', 'mid 169', 'mid 240', 'post 300']);
  });

  it('says what is wrong with a spot’s time, and does not save it', async () => {
    await page.getByLabel('Time of spot 2').fill('3:00');
    await page.getByText('It must be at least a minute from the next one.').waitFor();
    await press('Save');
    await page.getByText('Please check inputs and try again.').waitFor();
    expect(await spots()).toEqual(['pre 0', 'mid 169', 'mid 240', 'post 300']);
    await press('Remove spot 2');
    await press('Save');
    await expect.poll(spots).toEqual(['pre 0', 'mid 169', 'post 300']);
  });

  it('removes all spots from an episode, and restores the podcast’s default', async () => {
    await page.getByRole('radio', { name: 'No spots', exact: true }).check();
    await press('Save');
    await expect.poll(spots).toEqual([]);
    await page.getByRole('radio', { name: 'Default of the podcast' }).check();
    await press('Save');
    await expect.poll(spots).toEqual(['pre 0', 'mid 180', 'post 300']);
  });

  it('is read-only for a station’s staff', async () => {
    const member = await register(product, 'staff.person@example.com');
    const query = { email: member.email };
    await at.call(people.inviteToStation, { params: { id: at.station, role: 'staff' }, query, body: {} });
    const window = await openWindow(browser);
    const memberPage = await window.newPage();
    await acceptInvitations(member);
    await openSignedIn(memberPage, product.url, member);
    await show(memberPage, `${product.url}${at.stationPath}/podcasts/${key}/distribute`);
    await memberPage.getByRole('region', { name: 'Apple Podcasts' }).getByText('Submitted', { exact: true }).waitFor();
    expect(await memberPage.getByRole('button', { name: /^(Enter|Check|Start over)/ }).count()).toBe(0);
    expect(await memberPage.getByRole('link', { name: 'Ads', exact: true }).count()).toBe(0);
    await show(memberPage, `${product.url}${at.stationPath}/podcasts/${key}/ad-settings`);
    await memberPage.getByText('Spots play once campaigns are running').waitFor();
    expect(await memberPage.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await window.close();
  });

  it('logs no errors in the browser', () => {
    expect(pageErrors()).toEqual([]);
  });
});
