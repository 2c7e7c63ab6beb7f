import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordingSchedules } from '#contract/api/recording-schedules.ts';
import { session } from '#contract/api/session.ts';
import { people } from '#contract/api/people.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openSignedIn, openWindow, collectErrors } from './browser.ts';
import { forcedThemes, isForced, unseen } from './forced-colours.ts';
import { show, violations } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { acceptInvitations, register } from './registered-users.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createPodcast, createTestStation, setArtwork, type TestStation } from './test-station.ts';

/*
 * The public page of a station, as its listeners see it: with and without scripts, in every width, light and dark, from
 * right to left, without a network; and the page of a radio personality.
 */

const shots = process.env['SHOTS'];
/** The tones of the playlist. */
const tones = [300, 410];
const prettyUrl = 'tide-radio';
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Tide Media', 'Tide Radio');
  const params = { key: at.station };
  const about = 'Started by two sailors in a shed at the harbour.\nOn the air without a break since 1999.';
  await at.call(stations.setProfile, {
    params,
    body: {
      site_url: prettyUrl,
      about,
      website: 'tide.example',
      phone: '+49 40 1234',
      social: { facebook: 'facebook.com/tide' },
    },
  });
  await at.call(stations.update, {
    params,
    body: {
      description: 'Slow music for long evenings by the water.',
      default_timezone: 'Europe/Berlin',
      country: 'DE',
    },
  });
  const file = new File([new Uint8Array(picture(400))], 'logo.png', { type: 'image/png' });
  await at.call(stations.setLogo, { params, file });
  await at.call(stations.setBackground, { params, file });
  const { podcastKey = '' } = await createPodcast(at);
  await at.call(recordingSchedules.create, {
    params: { podcastKey: podcastKey as never },
    body: {
      ...{ stream: at.station, name: 'Tea', begin: '2026-01-01', end: null, timezone: 'Europe/Berlin' },
      ...{ slots: [{ duration: 60, daysOfWeek: [1, 3, 5], start: '10:00' }], frequency: 1 },
      ...{ publish: 'draft', title: '{name}' },
    },
  });
  await setArtwork(at, await addTracks(at, ['Low Tide', 'High Tide']), picture(200));
  await addPersonality();
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(60_000);
  pageErrors = collectErrors(page);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A member of the station's team, with a public profile. */
const addPersonality = async (): Promise<void> => {
  const email = 'nova.tide@skywave.example';
  const person = await register(product, email);
  await at.call(people.inviteToStation, { params: { id: at.station, role: 'staff' }, query: { email }, body: {} });
  await acceptInvitations(person);
  const dj_info = {
    ...{ radio_personality: true, public: true, nickname: 'DJ Nova', pretty_url: 'dj-nova' },
    ...{ bio: 'Collects records of the sea.', tags: ['Dub', 'Ambient'] },
  };
  await person.call(session.update, { body: { dj_info } });
};

const pageUrl = (more = ''): string => `${product.url}/radio/${prettyUrl}${more}`;

/** Lets the page's audio elements be heard by an analyser: `pitch()` is the loudest frequency in Hz, 0 in silence. */
const listenIn = async (to: Page): Promise<void> => {
  await to.addInitScript(() => {
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 8192 });
    analyser.connect(context.destination);
    const Plain = window.Audio;
    const made: HTMLAudioElement[] = [];
    const tapped = function (): HTMLAudioElement {
      const audio = new Plain();
      audio.crossOrigin = 'anonymous';
      context.createMediaElementSource(audio).connect(analyser);
      made.push(audio);
      return audio;
    };
    const pitch = async (): Promise<number> => {
      await context.resume();
      const powers = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(powers);
      const loudest = powers.indexOf(Math.max(...powers));
      return (powers[loudest] ?? -200) < -80 ? 0 : (loudest * context.sampleRate) / 8192;
    };
    Object.assign(window, { Audio: tapped, pitch, made });
  });
};
const hearsTone = async (): Promise<boolean> => {
  const heard = await page.evaluate(() => (window as unknown as { pitch(): Promise<number> }).pitch());
  return tones.some((hz) => Math.abs(heard - hz) < 15);
};

const checkLooks = async (name: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      if (shots !== undefined)
        await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${String(width)}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

it('plays the station, and shows what is heard', async () => {
  await listenIn(page);
  await page.goto(pageUrl());
  await page.getByRole('heading', { name: 'Tide Radio', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Listen: Tide Radio' }).click();
  await page.getByRole('button', { name: 'Stop: Tide Radio' }).waitFor();
  await expect.poll(hearsTone).toBe(true);
  await page
    .getByText(/^(Low|High) Tide$/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.album)).toBe('Tide Radio');
  const newest = page.getByRole('region', { name: 'Recently played' }).getByRole('listitem').first();
  await newest.getByText(/Tide/).waitFor();
  const isDrawn = () => newest.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  await page.getByRole('slider', { name: 'Volume' }).fill('40');
  expect(await page.evaluate(() => (window as unknown as { made: HTMLAudioElement[] }).made[0]?.volume)).toBe(0.4);
  await checkLooks('station-page-playing');
  await page.getByRole('button', { name: 'Stop: Tide Radio' }).click();
  await expect.poll(hearsTone).toBe(false);
  const sources = () =>
    page.evaluate(() => (window as unknown as { made: HTMLAudioElement[] }).made.map((one) => one.getAttribute('src')));
  expect(await sources()).toEqual([null, null]);
});

it('starts with sound where a link asks for it', async () => {
  await page.goto(pageUrl('?play'));
  await expect.poll(hearsTone).toBe(true);
  await page.getByRole('button', { name: 'Stop: Tide Radio' }).click();
});

it('leads to the podcasts and people of the station', async () => {
  await page.goto(pageUrl());
  await page.getByRole('region', { name: 'Programme' }).getByText('Times in your time zone.').waitFor();
  await checkLooks('station-page');
  await page.getByRole('link', { name: 'DJ Nova' }).click();
  await page.getByRole('heading', { name: 'DJ Nova', level: 1 }).waitFor();
  await checkLooks('person-page');
  await page.getByRole('link', { name: 'Tide Radio' }).click();
  await page.getByRole('heading', { name: 'Tea and Talk' }).click();
  await page.getByRole('heading', { name: 'Tea and Talk', level: 1 }).waitFor();
});

it('is copied and shared', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  await page.goto(pageUrl());
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied!' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pageUrl());
});

it('shows the page without a network, and says so', async () => {
  await page.goto(pageUrl());
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Tide Radio', level: 1 }).waitFor();
  await page.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
});

it('works without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(pageUrl());
  await plain.getByRole('link', { name: 'Listen', exact: true }).waitFor();
  const source = await plain.locator('audio').getAttribute('src');
  const stream = await fetch(source ?? '');
  expect(stream.headers.get('content-type')).toBe('audio/mpeg');
  await stream.body?.cancel();
  await plain
    .getByText(/^(Low|High) Tide$/)
    .first()
    .waitFor();
  await plain.getByText('Times in Europe/Berlin.').waitFor();
  if (shots !== undefined) await plain.screenshot({ path: `${shots}/station-page-plain.png`, fullPage: true });
  await context.close();
});

it('is written from right to left in such a language', async () => {
  await at.call(stations.update, { params: { key: at.station }, body: { language: 'ar' } });
  await page.goto(pageUrl());
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl');
  await checkLooks('station-page-rtl');
  await at.call(stations.update, { params: { key: at.station }, body: { language: 'en' } });
});

it('is used in the colours of the system', async () => {
  for (const colorScheme of forcedThemes) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await page.goto(pageUrl());
    const button = page.getByRole('button', { name: 'Listen: Tide Radio' });
    await button.waitFor();
    expect([await isForced(page), await unseen(button), await violations(page)]).toEqual([true, [], []]);
    if (shots !== undefined)
      await page.screenshot({ path: `${shots}/station-page-forced-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
});

it('is opened and copied from the portal', async () => {
  expect(pageErrors()).toEqual([]);
  const portal = await (await openWindow(browser)).newPage();
  await openSignedIn(portal, product.url, product.admin);
  await show(portal, `${product.url}${at.stationPath}/widget`);
  expect(await portal.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(pageUrl());
  await portal.getByText(pageUrl(), { exact: true }).waitFor();
  await portal.getByRole('button', { name: 'Copy page URL' }).waitFor();
  await saveScreenshots(portal, `${product.url}${at.stationPath}/widget`, 'station-page-card');
  await portal.getByRole('button', { name: 'Share' }).click();
  const dialog = portal.getByRole('dialog', { name: 'Share Tide Radio' });
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
  await dialog.getByText('data-player=').waitFor();
  const links = await dialog.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toContain(`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(pageUrl())}`);
  expect(await violations(portal, { within: '[role="dialog"]' })).toEqual([]);
  await portal.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await saveScreenshots(portal, `${product.url}${at.stationPath}/widget`, 'share', async () => {
    await portal.getByRole('button', { name: 'Share' }).click();
    await dialog.waitFor();
  });
  await at.call(stations.update, { params: { key: at.station }, body: { public: false } });
  await show(portal, `${product.url}${at.stationPath}/widget`);
  await portal.getByText('The station has no public page.').waitFor();
  expect((await fetch(pageUrl())).status).toBe(404);
});
