import type { Browser, Frame, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Player } from '#contract/api/player.ts';
import { players } from '#contract/api/players.ts';
import { playout } from '#contract/api/playout.ts';
import { stations } from '#contract/api/stations.ts';
import { collectErrors, launch, openWindow } from './browser.ts';
import { forcedThemes, isForced, unseen } from './forced-colours.ts';
import { isTone } from './page-audio.ts';
import { violations } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { picture } from './picture.ts';
import { addTracks, createTestStation, setArtwork, type TestStation } from './test-station.ts';
import { frameOfPlayer, openWebsite, withoutStyles, type Website } from './website.ts';

/* A player in other websites: in a frame, in WordPress's sandbox, by the script, on a page with more of them. */

const hz = 300;
const shots = process.env['SHOTS'];
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let own: Player;
let quiet: Player;
let pageErrors: () => string[];
let website: Website;
let site: string;
/** The body of each page of the website. */
const pages: Record<string, string> = {};

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch('long-lived')]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await setArtwork(at, await addTracks(at, ['One']), picture(200));
  const second = (await at.call(stations.create, { params: { id: at.account }, body: { name: 'Quiet Station' } })).key;
  own = await at.call(players.ofStation, { params: { id: at.station } });
  quiet = await at.call(players.ofStation, { params: { id: second } });
  await at.call(playout.stop, { params: { key: second } });
  website = await openWebsite(product.url, pages);
  site = website.url;
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  website?.close();
  await product?.stop();
});

const frameOf = (key: string): Promise<Frame> => frameOfPlayer(page, key);

it('plays its station in a frame of another website, in the language of the browser', async () => {
  pages['/'] = own.code.iframe;
  await page.goto(site);
  const frame = await frameOf(own.key);
  await frame.getByRole('region', { name: 'Harbour Lights Radio, player' }).waitFor();
  await expect.poll(() => frame.locator('#title').innerText()).toBe('One');
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => isTone(frame, hz)).toBe(true);
  await frame.getByRole('button', { name: 'Pause' }).click();
  await frame.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect(await frame.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  expect(pageErrors()).toEqual([]);
});

it('plays on in a window of its own', async () => {
  await page.goto(site);
  const frame = await frameOf(own.key);
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  await frame.getByRole('button', { name: 'More' }).click();
  const opened = page.context().waitForEvent('page');
  await frame.getByRole('button', { name: 'Open in its own window' }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(() => isTone(popup, hz)).toBe(true);
  await frame.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await popup.close();
});

it('plays in a sandbox without an origin, as WordPress makes it', async () => {
  pages['/wordpress'] = own.code.iframe
    .replace(/ (?:style|allow)="[^"]*"/g, '')
    .replace('<iframe', '<iframe sandbox="allow-scripts"');
  await page.goto(`${site}/wordpress`);
  const frame = await frameOf(own.key);
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  expect(await frame.evaluate(() => self.origin)).toBe('null');
  await expect.poll(() => isTone(frame, hz)).toBe(true);
});

it('is put into the page by the script, answers to its API, and plays on in the next page', async () => {
  pages['/script'] = `${withoutStyles(own.code.script)}<a href="/next">Next</a>`;
  pages['/next'] = withoutStyles(own.code.element);
  await page.goto(`${site}/script`);
  const frame = await frameOf(own.key);
  await frame.getByRole('button', { name: 'Abspielen' }).click();
  const status = () =>
    page.evaluate(
      (key) =>
        (
          window as unknown as {
            radioPlayer: { get(key: string): { state?: { playingStatus: string } } | undefined };
          }
        ).radioPlayer.get(key)?.state?.playingStatus,
      own.key,
    );
  await expect.poll(status).toBe('playing');
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL('**/next');
  await expect.poll(status).toBe('playing');
  await page.evaluate(
    (key) =>
      (window as unknown as { radioPlayer: { get(key: string): { pause(): void } } }).radioPlayer.get(key).pause(),
    own.key,
  );
  await expect.poll(status).toBe('stopped');
});

it('opens from a button over the page, and closes by Escape', async () => {
  const body = { stations: [at.station], variant: 'floating' as const };
  const floating = await at.call(players.create, { params: { id: at.account }, body });
  pages['/floating'] = floating.code.script;
  await page.goto(`${site}/floating`);
  const opener = page.getByRole('button', { name: 'Harbour Lights Radio, Player' });
  await opener.click();
  const frame = await frameOf(floating.key);
  await frame.getByRole('button', { name: 'Abspielen' }).waitFor();
  if (shots !== undefined) await page.screenshot({ path: `${shots}/player-floating.png` });
  await page.getByRole('button', { name: /^Schließen/ }).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
  // A website that has the code from when the player stood within the page keeps no room for it.
  pages['/room'] = `<p>Above</p>${own.code.element.replaceAll(own.key, floating.key)}<p>Below</p>`;
  await page.goto(`${site}/room`);
  await opener.waitFor();
  expect(await page.locator('radio-player').boundingBox()).toMatchObject({ height: 0 });
});

it('follows the titles of all players of a page by one connection, also after the first is gone', async () => {
  pages['/two'] = own.code.iframe + quiet.code.iframe.replace('loading="lazy"', '');
  const open = new Set<Request>();
  page.on('request', (request) => request.url().includes('/live/events') && open.add(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => open.delete(request));
  await page.goto(`${site}/two`);
  const [first, second] = [await frameOf(own.key), await frameOf(quiet.key)];
  const mounts = (request: Request) => new URL(request.url()).searchParams.get('mounts')?.split(',').length;
  // The second frame may have been there first: it gives up its own connection once it finds the other.
  await expect.poll(() => [...open].map(mounts)).toEqual([2]);
  await expect.poll(() => first.locator('#title').innerText()).toBe('One');
  await second.getByText('Off air').first().waitFor();
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  const ofSecond = () => [...open].filter((request) => request.frame() === second);
  await expect.poll(() => ofSecond().map(mounts)).toEqual([1]);
});

it('says that its station is off the air, and why it does not play', async () => {
  await page.goto(quiet.urls.embed);
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await expect.poll(() => play.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('The station is not broadcasting right now.').first().waitFor();
  expect(await violations(page)).toEqual([]);
});

it('is used by keyboard alone', async () => {
  await page.goto(own.urls.embed);
  await page.getByText('One', { exact: true }).first().waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('play');
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('slider', { name: 'Volume' }).inputValue()).toBe('95');
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await page.getByRole('button', { name: 'QR' }).press('Enter');
  await expect
    .poll(() => page.locator('.qr').evaluate((code) => (code as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('more');
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

it('lists what was played with its pictures, each in a box of its size', async () => {
  await page.setViewportSize({ width: 360, height: 480 });
  await page.goto(own.urls.embed);
  const image = page.locator('#past img').first();
  await image.waitFor({ timeout: 90_000 });
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(await image.boundingBox()).toMatchObject({ width: 40, height: 40 });
  if (shots !== undefined) await page.screenshot({ path: `${shots}/player-history.png` });
});

it('can be read in each size, theme and direction, also with its menu open', async () => {
  const sizes = { pill: [180, 60], bar: [640, 72], card: [420, 120], tall: [360, 480] } as const;
  for (const [language, name] of [
    ['en', 'More'],
    ['ar', 'المزيد'],
  ] as const)
    // oxfmt-ignore
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${own.urls.embed}?lang=${language}`);
      await page.getByText('One', { exact: true }).first().waitFor({ state: 'attached' });
      for (const [size, [width, height]] of Object.entries(sizes)) {
        await page.setViewportSize({ width, height });
        expect(await violations(page), `${size} ${colorScheme} ${language}`).toEqual([]);
        if (shots !== undefined) await page.screenshot({ path: `${shots}/player-${size}-${colorScheme}-${language}.png` });
        if (size === 'pill') continue;
        await page.getByRole('button', { name }).click();
        await page.locator('#menu:not([hidden])').waitFor();
        expect(await violations(page), `menu ${size} ${colorScheme} ${language}`).toEqual([]);
        if (shots !== undefined)
          await page.screenshot({ path: `${shots}/player-${size}-${colorScheme}-${language}-menu.png` });
        await page.keyboard.press('Escape');
      }
    }
  expect(pageErrors()).toEqual([]);
});

it('is used in the colours of the system: its edges and signs are seen, on and off the air, and over the page', async () => {
  await page.setViewportSize({ width: 420, height: 480 });
  for (const colorScheme of forcedThemes) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await page.goto(own.urls.embed);
    await page.getByText('One', { exact: true }).first().waitFor();
    expect(await isForced(page)).toBe(true);
    expect(await unseen(page.locator('#play'))).toEqual([]);
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#menu:not([hidden])').waitFor();
    expect(await violations(page)).toEqual([]);
    if (shots !== undefined) await page.screenshot({ path: `${shots}/player-forced-${colorScheme}-menu.png` });
    await page.keyboard.press('Escape');
    if (shots !== undefined) await page.screenshot({ path: `${shots}/player-forced-${colorScheme}.png` });
    await page.goto(quiet.urls.embed);
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await expect.poll(() => play.getAttribute('aria-disabled')).toBe('true');
    expect(await unseen(play)).toEqual([]);
    await page.goto(`${site}/floating`);
    const opener = page.getByRole('button', { name: 'Harbour Lights Radio, Player' });
    await opener.waitFor();
    expect(await unseen(opener)).toEqual([]);
    if (shots !== undefined) await page.screenshot({ path: `${shots}/player-forced-${colorScheme}-floating.png` });
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
});
