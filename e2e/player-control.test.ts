import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Player } from '#contract/api/player.ts';
import { players } from '#contract/api/players.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openSignedIn, openWindow } from './browser.ts';
import { addDevices, leaveDevice } from './fake-devices.ts';
import { isTone, position } from './page-audio.ts';
import { cutOff } from './cut-off.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createPodcast, createTestStation, type TestStation } from './test-station.ts';
import { frameOfPlayer, openWebsite, withoutStyles, type Website } from './website.ts';

/* What players do in websites beside playing: their place in the page, at the edge of the window, told by the page, on another device, over HLS, and with episodes. */

const hz = 300;
const shots = process.env['SHOTS'];
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let own: Player;
let website: Website;
let site: string;
const pages: Record<string, string> = {};

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch('long-lived')]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['One']);
  own = await at.call(players.ofStation, { params: { id: at.station } });
  pages['/'] = own.code.iframe;
  website = await openWebsite(product.url, pages);
  site = website.url;
  page = await (await openWindow(browser)).newPage();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  website?.close();
  await product?.stop();
});

const frameOf = (key: string): Promise<Frame> => frameOfPlayer(page, key);

it('stands at the edge of the window, makes room for itself, and can be shrunk', async () => {
  const body = { stations: [at.station], variant: 'sticky' as const, position: 'bottom' as const };
  const sticky = await at.call(players.create, { params: { id: at.account }, body });
  pages['/sticky'] = sticky.code.script;
  await page.goto(`${site}/sticky`);
  const frame = await frameOf(sticky.key);
  const room = () => page.evaluate(() => document.body.style.paddingBottom);
  const height = () => page.locator('radio-player').evaluate((bar) => bar.getBoundingClientRect().height);
  await expect.poll(() => Promise.all([room(), height()])).toEqual(['72px', 72]);
  await frame.getByRole('button', { name: 'Mehr' }).click();
  await expect.poll(height).toBe(420);
  await frame.getByRole('button', { name: 'Schließen' }).click();
  await expect.poll(height).toBe(72);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/player-sticky.png` });
  await page.getByRole('button', { name: 'Schließen' }).click();
  await expect.poll(() => Promise.all([room(), height()])).toEqual(['', 0]);
  await page.getByRole('button', { name: 'Abspielen' }).click();
  await expect.poll(height).toBe(72);
});

/** How far the page's content moved by itself (Cumulative Layout Shift), also before this was asked. */
const moved = (): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList): void => {
          for (const { value } of entries as unknown as { value: number }[]) sum += value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );

it('has its place in the page before its script is there, so that nothing moves', async () => {
  await page.setViewportSize({ width: 900, height: 700 });
  /** Shows the code between two paragraphs that are painted before the loader comes, and the player's data later still. */
  const open = async (code: string): Promise<void> => {
    pages['/room'] = `<p>Above</p>${code}<p>Below</p>`;
    const painted = Promise.withResolvers<void>();
    await page.route(/\/embed\/(v1\.js|y-\w+\.json)/, async (route) => {
      await painted.promise;
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await route.continue();
    });
    await page.goto(`${site}/room`, { waitUntil: 'commit' });
    await page.getByText('Below').waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    painted.resolve();
    const frame = await frameOf(own.key);
    await frame.getByRole('button', { name: 'Abspielen' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  };
  await open(own.code.script);
  expect(await page.locator('radio-player').boundingBox()).toMatchObject({ height: 120 });
  expect(await moved()).toBe(0);
  await open(own.code.element);
  expect(await moved()).toBe(0);
  // Without it, the text below moves.
  await open(withoutStyles(own.code.script).replace(/ data-height="\d+"/, ''));
  await expect.poll(moved).toBeGreaterThan(0);
});

it('is loaded once it is nearly seen, or the website plays it', async () => {
  pages['/room'] = `<p style="height:9000px">Above</p>${own.code.element}`;
  await page.goto(`${site}/room`);
  const host = page.locator('radio-player iframe');
  await host.waitFor({ state: 'attached' });
  const isLoaded = () => page.frames().some((one) => one.url().includes(`/embed/${own.key}`));
  expect(isLoaded()).toBe(false);
  await host.scrollIntoViewIfNeeded();
  await expect.poll(isLoaded).toBe(true);
});

it('is controlled by pages that speak player.js', async () => {
  await page.goto(site);
  await frameOf(own.key);
  /** Sends to the frame, and collects what it answers. */
  const send = (message: Record<string, unknown>) =>
    page.evaluate((sent) => {
      const scope = window as unknown as { answers?: string[] };
      if (!scope.answers) {
        const answers: string[] = (scope.answers = []);
        addEventListener('message', ({ data }) => typeof data === 'string' && answers.push(data));
      }
      const to = document.querySelector('iframe')?.contentWindow;
      to?.postMessage(JSON.stringify({ context: 'player.js', version: '0.0.11', ...sent }), '*');
    }, message);
  const answered = async () => {
    const answers = await page.evaluate(() => (window as unknown as { answers: string[] }).answers);
    return answers.map((text) => JSON.parse(text) as { event: string; value?: unknown; listener?: string });
  };
  const last = async (event: string) => (await answered()).findLast((one) => one.event === event);
  await expect
    .poll(async () => {
      await send({ method: 'addEventListener', value: 'ready', listener: 'r' });
      return (await last('ready'))?.listener;
    })
    .toBe('r');
  await send({ method: 'addEventListener', value: 'play', listener: 'p' });
  await send({ method: 'getPaused', listener: 'g' });
  await expect.poll(() => last('getPaused')).toMatchObject({ value: true, listener: 'g' });
  await send({ method: 'play' });
  await expect.poll(() => last('play')).toMatchObject({ listener: 'p' });
  await send({ method: 'setVolume', value: 40 });
  await send({ method: 'getVolume' });
  await expect.poll(async () => (await last('getVolume'))?.value).toBe(40);
  await send({ method: 'mute' });
  await send({ method: 'getMuted' });
  await expect.poll(async () => (await last('getMuted'))?.value).toBe(true);
  await send({ method: 'pause' });
  await expect
    .poll(async () => {
      await send({ method: 'getPaused' });
      return (await last('getPaused'))?.value;
    })
    .toBe(true);
});

it('plays on another device once one is found, and here again when that ends', async () => {
  const window = await (await openWindow(browser)).newPage();
  await addDevices(window);
  await window.goto(site);
  const frame = await frameOfPlayer(window, own.key);
  const device = frame.getByRole('button', { name: 'Play on another device' });
  const pressed = () => device.getAttribute('aria-pressed');
  expect(await device.count()).toBe(0);
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  await device.waitFor();
  expect(await violations(window)).toEqual([]);
  await device.click();
  await expect.poll(pressed).toBe('true');
  const sources = () =>
    frame.evaluate(() =>
      [...document.querySelectorAll('audio')].map(({ src }) => URL.parse(src)?.searchParams.get('s')),
    );
  expect((await sources()).filter((nonce) => nonce !== undefined)).toHaveLength(1);
  await leaveDevice(frame);
  await expect.poll(pressed).toBe('false');
  await expect.poll(() => isTone(frame, hz)).toBe(true);
  await frame.getByRole('button', { name: 'Pause' }).click();

  const { pretty_url } = await at.call(stations.get, { params: { key: at.station } });
  await window.goto(`${product.url}/radio/${pretty_url}`);
  await window.getByRole('button', { name: 'Listen: Harbour Lights Radio' }).click();
  await window.getByRole('button', { name: 'Play on another device' }).click();
  await window.getByRole('button', { name: 'Play on another device', pressed: true }).waitFor();
  for (const width of [1440, 320]) {
    await window.setViewportSize({ width, height: 900 });
    expect([width, await violations(window), await cutOff(window)]).toEqual([width, [], []]);
    if (shots !== undefined) await window.screenshot({ path: `${shots}/station-device-${String(width)}.png` });
  }
  await openSignedIn(window, product.url, product.admin);
  await show(window, product.url + at.stationPath);
  await window
    .getByRole('button', { name: /^Listen to/ })
    .first()
    .click();
  await window.getByRole('button', { name: 'Play on another device' }).click();
  await window.getByRole('button', { name: 'Play on another device', pressed: true }).waitFor();
  if (shots !== undefined) await window.screenshot({ path: `${shots}/bar-device.png` });
  await window.context().close();
});

it('plays by HLS where the stream does not come through, and is counted for its website', async () => {
  await at.call(stations.update, { params: { key: at.station }, body: { radio_server_settings: { hls: true } } });
  const text = async () => await (await fetch(own.urls.embed)).text();
  await expect.poll(async () => (await text()).includes('/hls/')).toBe(true);
  const [, stream = ''] = /"stream":"([^"]+)"/.exec(await text()) ?? [];
  const isStream = (url: URL) => url.href.startsWith(`${stream}?`);
  await page.route(isStream, (route) => route.abort());
  await page.goto(site);
  const frame = await frameOf(own.key);
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  const played = () =>
    frame.evaluate(() => {
      const all = [...document.querySelectorAll('audio')].filter(({ src }) => src.startsWith('blob:'));
      return Math.max(0, ...all.map(({ currentTime }) => currentTime));
    });
  await expect.poll(played).toBeGreaterThan(1);
  expect(await frame.locator('#player').getAttribute('data-state')).toBe('playing');
  await frame.getByRole('button', { name: 'Pause' }).click();
  await page.unroute(isStream);
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const numbers = async () => {
    const query = { from_date: yesterday, to_date: today };
    const { site_stats } = await at.call(players.statsOfStation, { params: { id: at.station, type: 'period' }, query });
    const { loads = 0, plays = 0, start_ms } = site_stats.find((one) => one.site === '127.0.0.1')?.stats ?? {};
    return [loads > 1, plays > 1, (start_ms?.p95 ?? 0) > 0];
  };
  await expect.poll(numbers).toEqual([true, true, true]);
});

it('plays the episodes of a podcast one after the other, also without an origin', async () => {
  const { podcastKey } = await createPodcast(at);
  const body = { kind: 'podcast' as const, podcast: podcastKey as PodcastKey, domains: [] };
  const episodes = await at.call(players.create, { params: { id: at.account }, body });
  pages['/episodes'] = episodes.code.iframe
    .replace(/ (?:style|allow)="[^"]*"/g, '')
    .replace('<iframe', '<iframe sandbox="allow-scripts"');
  await page.goto(`${site}/episodes`);
  const frame = await frameOf(episodes.key);
  await frame.getByRole('button', { name: /^Of kettles/ }).waitFor();
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  // A frame without an origin may not read the sound of its own server.
  await expect.poll(() => position(frame)).toBeGreaterThan(0.5);
  const chapters = () =>
    frame.evaluate(() => {
      const shown = navigator.mediaSession.metadata as (MediaMetadata & { chapterInfo?: { title: string }[] }) | null;
      return 'chapterInfo' in MediaMetadata.prototype ? shown?.chapterInfo?.map(({ title }) => title) : ['Hello'];
    });
  await expect.poll(chapters).toEqual(['Hello']);
  await frame.getByRole('slider', { name: 'Of kettles' }).fill('60');
  await expect.poll(() => frame.locator('#time').innerText()).toMatch(/^1:0\d \/ 1:3\d$/);
  await frame.getByRole('button', { name: 'Pause' }).click();
  await frame.getByRole('button', { name: 'More' }).click();
  await frame.getByRole('button', { name: 'Copy link' }).waitFor();
  await page.goto(episodes.urls.embed);
  await page.getByRole('button', { name: /^Of kettles/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/player-episodes.png` });
});
