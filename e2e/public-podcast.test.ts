import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFeed } from 'podcast-partytime';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { toneFile } from './encoder.ts';
import { show, rulesOf, waitUntilSettled, violations, applyLook } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { isTone, position } from './page-audio.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/*
 * The public side of a podcast: its page, its episodes' pages, the embedded player; and its RSS tab.
 */

const hz = 660;
const shots = process.env['SHOTS'];
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let podcastKey: PodcastKey;
let episodeKey: EpisodeKey;
let otherSite: Server;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const logo = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  const body = {
    title: 'Night Shift',
    description: 'For those who are awake.',
    categories: ['Music'],
    pretty_url: 'night-shift',
  };
  podcastKey = (await at.call(podcasts.create, { query: { accountKey: at.account }, body, file: logo })).key;
  episodeKey = await publish('The first night');
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(60_000);
  pageErrors = collectErrors(page);
});
afterAll(async () => {
  await browser?.close();
  otherSite?.close();
  await product?.stop();
});

/** Uploads a tone as an episode, with chapters and a transcript, and publishes it. */
const publish = async (title: string): Promise<EpisodeKey> => {
  const path = await toneFile(join(await mkdtemp(join(tmpdir(), 'skywave-tone-')), 'tone.mp3'), {
    hz,
    seconds: 30,
    title,
    artist: 'A',
    album: 'B',
  });
  const file = new File([new Uint8Array(await readFile(path))], 'tone.mp3', { type: 'audio/mpeg' });
  const upload = await at.call(episodes.upload, { params: { podcastKey }, fields: { name: 'tone.mp3' }, file });
  const params = { podcastKey, episodeKey: upload.data.key };
  await vi.waitUntil(async () => (await at.call(episodes.get, { params })).upload_status === 'ready', {
    timeout: 60_000,
  });
  const transcript =
    'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Nora>Good evening.\n\n00:12.000 --> 00:15.000\nThe captain is here.\n';
  await at.call(episodes.setTranscript, { params, file: new File([transcript], 'a.vtt', { type: 'text/vtt' }) });
  const chapters = [
    { start: 0, title: 'Good evening', url: '' },
    { start: 12, title: 'The captain', url: '' },
  ];
  const body = { title, description: 'We begin.', published: true, chapters };
  await at.call(episodes.update, { params, body });
  return params.episodeKey;
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
        await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};

it('shows a podcast to everyone, and plays its episodes', async () => {
  await page.goto(`${product.url}/shows/night-shift`);
  await page.getByRole('heading', { name: 'Night Shift', level: 1 }).waitFor();
  await checkLooks('show');
  await page.getByRole('button', { name: 'Play: The first night' }).click();
  const player = page.getByRole('complementary', { name: 'Now playing' });
  await player.getByRole('link', { name: 'The first night' }).waitFor();
  await expect.poll(() => isTone(page, hz)).toBe(true);
  await player.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.paused)).toBe(true);
  await player.getByRole('button', { name: 'Forward 30 seconds' }).focus();
  const before = await position(page);
  await player.getByRole('button', { name: 'Back 15 seconds' }).click();
  await expect.poll(() => position(page)).toBeCloseTo(Math.max(0, before - 15), 1);
  expect(await violations(page)).toEqual([]);
});

it('shows an episode, whose chapters and transcript seek in the audio', async () => {
  await page.goto(`${product.url}/shows/night-shift`);
  await page.getByRole('link', { name: 'The first night' }).click();
  await page.getByRole('heading', { name: 'The first night', level: 1 }).waitFor();
  await checkLooks('episode');
  await page.getByRole('link', { name: /The captain/ }).click();
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(12);
  await expect.poll(() => isTone(page, hz)).toBe(true);
  await page.getByText('Transcript', { exact: true }).click();
  await page.getByRole('button', { name: /Nora: Good evening/ }).click();
  await expect.poll(() => position(page)).toBeLessThan(10);
  const cue = page.getByRole('button', { name: /The captain is here/ });
  const atCue = async () => {
    // Seeks again if playback has passed the cue meanwhile.
    if ((await position(page)) < 12 || (await position(page)) > 14)
      await page.getByRole('slider', { name: 'Position' }).fill('13');
    return await cue.getAttribute('aria-current');
  };
  await expect.poll(atCue).toBe('true');
  expect(await violations(page)).toEqual([]);
});

it('follows chapters and cues to where they are in the audio that its listener gets', async () => {
  // As with a spot of five seconds before the episode, which the first byte decides about.
  let isDecided = false;
  page.on('request', (request) => (isDecided ||= request.url().endsWith('.mp3')));
  await page.route('**/chapters.json', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { chapters: { startTime: number }[] };
    for (const chapter of json.chapters) chapter.startTime += 5;
    await route.fulfill({ response, json });
  });
  await page.route('**/transcript.vtt', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: isDecided ? text.replace('00:12.000', '00:17.000') : text });
  });
  await page.goto('about:blank');
  await page.goto(`${product.url}/shows/night-shift/${episodeKey}`);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  isDecided = false;
  const seeks = await page.evaluateHandle(() => {
    const audio = document.querySelector('audio')!;
    const all: number[] = [];
    audio.addEventListener('seeking', () => all.push(audio.currentTime));
    return all;
  });
  await page.getByText('Transcript', { exact: true }).click();
  await page.getByRole('button', { name: '0:12 The captain is here.' }).click();
  await expect.poll(() => seeks.jsonValue()).toContain(17);
  await page.getByRole('button', { name: '0:17 The captain is here.' }).waitFor();
  await seeks.evaluate((all) => all.splice(0));
  await page.getByRole('link', { name: '0:17 The captain' }).click();
  await expect.poll(() => seeks.jsonValue()).toEqual([17]);
  await page.unrouteAll();
});

it('starts at the time in a link', async () => {
  await page.goto('about:blank');
  await page.goto(`${product.url}/shows/night-shift/${episodeKey}#t=20`);
  await expect.poll(() => position(page)).toBe(20);
});

it('plays on another site, embedded by oEmbed', async () => {
  const oembed = await fetch(
    `${product.url}/oembed?url=${encodeURIComponent(`${product.url}/shows/night-shift/${episodeKey}`)}`,
  );
  const { html } = (await oembed.json()) as { html: string };
  // WordPress puts what it embeds into a sandbox without an origin.
  const inSandbox = html.replace(/ (?:style|allow)="[^"]*"/g, '').replace('<iframe', '<iframe sandbox="allow-scripts"');
  otherSite = createServer(({ url }, reply) =>
    reply
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><title>Blog</title><h1>My blog</h1>${url === '/wordpress' ? inSandbox : html}</html>`,
      ),
  );
  await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${String((otherSite.address() as AddressInfo).port)}`;
  await page.goto(`${site}/wordpress`);
  await page.frameLocator('iframe[sandbox="allow-scripts"]').getByRole('button', { name: 'Play' }).click();
  const sandboxed = page.frames().find((one) => one.url().includes('/embed/'))!;
  expect(await sandboxed.evaluate(() => self.origin)).toBe('null');
  await expect.poll(() => position(sandboxed)).toBeGreaterThan(0.5);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/embed-sandboxed.png` });
  await page.goto(site);
  const inside = page.frameLocator('iframe');
  await inside.getByRole('button', { name: 'Play' }).click();
  const frame = page.frames().find((one) => one.url().includes('/embed/'))!;
  await expect.poll(() => isTone(frame, hz)).toBe(true);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/embed.png` });
  await page.goto(`${product.url}/embed/episodes/${episodeKey}`);
  expect(await violations(page)).toEqual([]);
  // The pages themselves may not be framed.
  const showPage = await fetch(`${product.url}/shows/night-shift`);
  expect(showPage.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

it('shows the brand’s logo if a cover can’t be loaded', async () => {
  await page.route('**/images/**', (route) => route.abort());
  for (const path of ['/shows/night-shift', `/shows/night-shift/${episodeKey}`, `/embed/episodes/${episodeKey}`]) {
    await page.goto(`${product.url}${path}`);
    await page.locator('div.art svg').first().waitFor();
    expect(await page.locator('img.art').isVisible()).toBe(false);
  }
  await page.unroute('**/images/**');
});

it('says that a page was not found', async () => {
  const reply = await page.goto(`${product.url}/shows/nothing-here`);
  expect(reply?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await checkLooks('lost');
});

it('says what directories would reject, and links to the field', async () => {
  await openSignedIn(page, product.url, product.admin);
  const path = `${product.url}${at.accountPath}/podcasts/${podcastKey}`;
  await show(page, path);
  await page.getByRole('link', { name: 'RSS' }).click();
  await page.getByText(`${product.url}/feeds/night-shift`, { exact: true }).waitFor();
  const finding = page.getByRole('listitem').filter({ hasText: 'The owner’s e-mail address is missing' });
  await finding.getByText('Error', { exact: true }).waitFor();
  await checkTabLooks('rss');
  await finding.getByRole('link', { name: 'Go to field' }).click();
  const field = page.locator('[name="owner_email"]');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill('nora@radio.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/updated successfully/i).waitFor();
  await page.getByRole('link', { name: 'RSS' }).click();
  await page.getByRole('heading', { name: 'Feed validation' }).waitFor();
  await expect.poll(() => finding.count()).toBe(0);
});

it('shows the feed, and redirects once it has moved', async () => {
  await page.getByRole('button', { name: 'Show feed' }).click();
  await page.getByRole('region', { name: 'Feed XML' }).getByText('<title>The first night</title>').waitFor();
  await checkTabLooks('rss-open');
  const feed = `${product.url}/feeds/night-shift`;
  expect(parseFeed(await (await fetch(feed)).text())?.items.map(({ title }) => title)).toEqual(['The first night']);
  await page.getByLabel('New feed URL').fill('nonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The new feed URL field must be a valid URL').waitFor();
  await page.getByLabel('New feed URL').fill('https://new.example/feed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/apps and directories are sent to https:\/\/new.example\/feed/).waitFor();
  await expect
    .poll(async () => (await fetch(feed, { redirect: 'manual' })).headers.get('location'))
    .toBe('https://new.example/feed');
  expect(pageErrors()).toEqual([]);
});

const checkTabLooks = async (name: string): Promise<void> => {
  expect(await violations(page)).toEqual([]);
  for (const theme of ['light', 'dark'] as const) {
    await applyLook(page, { theme, direction: 'ltr' });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await waitUntilSettled(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      if (shots !== undefined)
        await page.screenshot({ path: `${shots}/${name}-${theme}-${width}.png`, fullPage: true });
    }
    expect(await violations(page, { rules: rulesOf.colours })).toEqual([]);
  }
  await applyLook(page, { theme: 'light', direction: 'ltr' });
  await page.setViewportSize({ width: 1440, height: 900 });
};
