import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Player } from '#contract/api/player.ts';
import { players } from '#contract/api/players.ts';
import { sites } from '#contract/api/sites.ts';
import { stations } from '#contract/api/stations.ts';
import { launch } from './browser.ts';
import { cutOff } from './cut-off.ts';
import { addDevices } from './fake-devices.ts';
import { violations } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createPodcast, createTestStation, type TestStation } from './test-station.ts';
import { frameOfPlayer, openWebsite, type Website } from './website.ts';

/*
 * What listeners see in a window of 320 × 256, as WCAG's 1280 × 1024 at 400 % zoom: players in each layout, with their menus, and
 * the public pages, in both directions. Nothing is cut off, nothing scrolls sideways, and the keyboard is enough.
 */

const shots = process.env['SHOTS'];
const longName = 'The Harbour Lights and Lighthouse Keepers Radio of the North';
const longTitle = 'Symphony No. 9 in D minor, recorded live in the old lighthouse';
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let own: Player;
let episodes: Player;
let site: string;
let website: Website;
const pages: Record<string, string> = {};

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch('long-lived')]);
  at = await createTestStation(product, 'Harbour Small', longName);
  await addTracks(at, [longTitle]);
  const params = { id: at.account };
  const second = await at.call(stations.create, { params, body: { name: 'Quiet Station' } });
  const body = { name: longName, stations: [at.station, second.key], show: { ...allParts, listeners: true } };
  own = await at.call(players.create, { params, body });
  const { podcastKey } = await createPodcast(at);
  episodes = await at.call(players.create, { params, body: { kind: 'podcast', podcast: podcastKey as PodcastKey } });
  const { slug, draft } = await at.call(sites.get, { params });
  const { revision } = await at.call(sites.save, { params, body: { revision: 0, slug, draft } });
  site = (await at.call(sites.publish, { params, body: { revision } })).url;
  website = await openWebsite(product.url, pages);
  const context = await browser.newContext({
    ...{ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4, reducedMotion: 'reduce' },
  });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  await addDevices(page);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  website?.close();
  await product?.stop();
});

const allParts = {
  ...{ artwork: true, history: true, volume: true, share: true, stations: true, listeners: true, sleep: true },
  brand: true,
};
/** The layouts of a player, in a window as narrow as can be, and that of 400 % zoom. */
const sizes = { pill: [180, 60], bar: [320, 72], card: [320, 120], zoomed: [320, 256], tall: [320, 480] } as const;
/** Beside text of their own direction; German words are long. */
const looks = [
  { language: 'de', colorScheme: 'light', more: 'Mehr', play: 'Abspielen', pause: 'Pause' },
  { language: 'ar', colorScheme: 'dark', more: 'المزيد', play: 'تشغيل', pause: 'إيقاف مؤقت' },
] as const;
const shoot = async (name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/small-${name}.png` });
};

it.each(looks)('shows a player whole in each layout, with its menu, in $language', async (look) => {
  await page.emulateMedia({ colorScheme: look.colorScheme });
  for (const [kind, player] of Object.entries({ stations: own, episodes })) {
    await page.setViewportSize({ width: 320, height: 480 });
    await page.goto(`${player.urls.embed}?lang=${look.language}`);
    await page.getByRole('button', { name: look.play, exact: true }).click();
    await page.getByRole('button', { name: look.pause, exact: true }).waitFor();
    await page.locator('.device:not([hidden])').waitFor();
    for (const [size, [width, height]] of Object.entries(sizes)) {
      const name = `${kind}-${size}-${look.language}`;
      await page.setViewportSize({ width, height });
      await shoot(name);
      expect([name, await cutOff(page), await violations(page)]).toEqual([name, [], []]);
      if (size === 'pill') continue;
      await page.getByRole('button', { name: look.more }).click();
      await page.locator('#menu:not([hidden])').waitFor();
      await shoot(`${name}-menu`);
      // The menu of a bar is one line.
      const sideways = size === 'bar' ? '#menu' : undefined;
      expect([`menu ${name}`, await cutOff(page, sideways), await violations(page)]).toEqual([`menu ${name}`, [], []]);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: look.pause, exact: true }).click();
  }
});

/** The name of what has the focus. */
const focused = (where: Page | Frame): Promise<string> =>
  where.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent.trim() ?? '',
  );
/** Presses Tab until something has the focus; fails after 60 times. */
const tabTo = async (name: string | RegExp): Promise<void> => {
  const isIt = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  for (let n = 0; n < 60; n++) {
    if (isIt(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(name)} cannot be reached by Tab.`);
};

it('shows the public pages whole, in both directions', async () => {
  const { pretty_url } = await at.call(stations.get, { params: { key: at.station } });
  await at.call(stations.update, { params: { key: at.station }, body: { description: longTitle } });
  const [, show = ''] = /href="(\/shows\/[^"]+)"/.exec(await (await fetch(`${product.url}/radio/${pretty_url}`)).text()) ?? []; // oxfmt-ignore
  const addresses = { station: `${product.url}/radio/${pretty_url}`, show: `${product.url}${show}`, site };
  for (const { language, colorScheme } of looks)
    for (const [name, address] of Object.entries(addresses)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 256 });
      await page.goto(`${address}?lang=${language}`);
      await page.locator('[data-radio] button, .round').first().waitFor();
      const where = `${name} ${language}`;
      expect([where, await cutOff(page), await violations(page)]).toEqual([where, [], []]);
      if (shots !== undefined)
        await page.screenshot({ path: `${shots}/small-${name}-${language}.png`, fullPage: true });
    }
});

it('is used by keyboard alone on the pages of a station and of a microsite', async () => {
  const { pretty_url } = await at.call(stations.get, { params: { key: at.station } });
  for (const address of [`${product.url}/radio/${pretty_url}`, site]) {
    await page.goto(address);
    await page.getByRole('button', { name: new RegExp(longName) }).waitFor();
    await tabTo(new RegExp(`: ${longName}$`));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Stop: ${longName}` }).waitFor();
    await page.locator('[data-status="playing"]').waitFor();
    await tabTo('Volume');
    await page.keyboard.press('ArrowLeft');
    expect(Number(await page.getByRole('slider', { name: 'Volume' }).inputValue())).toBeLessThan(100);
    await tabTo('Play on another device');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Play on another device', pressed: true }).waitFor();
  }
});

it('opens over a website whole, and closes by Escape from inside it', async () => {
  const body = { name: longName, stations: [at.station] };
  const make = (variant: 'floating' | 'sticky') =>
    at.call(players.create, { params: { id: at.account }, body: { ...body, variant } });
  const [floating, sticky] = [await make('floating'), await make('sticky')];
  pages['/floating'] = floating.code.script;
  pages['/sticky'] = sticky.code.script;
  await page.goto(`${website.url}/floating`);
  await tabTo(new RegExp(longName));
  await page.keyboard.press('Enter');
  const frame = await frameOfPlayer(page, floating.key);
  await frame.getByRole('button', { name: 'Abspielen' }).waitFor();
  await shoot('floating');
  expect([await cutOff(page), await cutOff(frame), await violations(page)]).toEqual([[], [], []]);
  const opener = page.getByRole('button', { name: new RegExp(longName) });
  await frame.getByRole('button', { name: 'Mehr' }).press('Enter');
  await frame.getByRole('button', { name: 'Schließen' }).press('Escape');
  expect(await opener.getAttribute('aria-expanded')).toBe('true');
  await frame.getByRole('button', { name: 'Mehr' }).press('Escape');
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => focused(page)).toMatch(longName);
  await page.goto(`${website.url}/sticky`);
  const bar = await frameOfPlayer(page, sticky.key);
  await bar.getByRole('button', { name: 'Mehr' }).click();
  await bar.getByRole('button', { name: 'Schließen' }).waitFor();
  await shoot('sticky');
  expect([await cutOff(page), await cutOff(bar), await violations(page)]).toEqual([[], [], []]);
});
