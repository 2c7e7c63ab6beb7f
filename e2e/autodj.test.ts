import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playout } from '#contract/api/playout.ts';
import { playlists } from '#contract/api/playlists.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { toneFile } from './encoder.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/*
 * The Auto DJ's rules, jingles, playlists and log, each on its page; most steps are verified through the API as well.
 */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Alpha', 'Bravo', 'Station Ident'], 8);
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
  await show(page, `${product.url}${at.stationPath}/autodj`);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const tab = (name: string) => page.getByRole('navigation', { name: 'Auto DJ' }).getByRole('link', { name }).click();
const params = () => ({ params: { key: at.station } });
const trackMenu = async (title: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const rows = async () => (await at.call(playlists.playlists, params())).playlists;
const addHours = async (days: string[], from: string, to: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  for (const day of days) await dialog.getByText(day, { exact: true }).click();
  await dialog.getByLabel('From').fill(from);
  await dialog.getByLabel('To', { exact: true }).fill(to);
};

/** Scrolls first, as scrolling closes an open menu. */
const playlistMenu = async (name: string, item: string): Promise<void> => {
  const actions = page.getByRole('button', { name: `Actions for ${name}` });
  await actions.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await actions.click();
  await page.getByRole('menuitem', { name: item }).click();
};

it('shows what is up next while the Auto DJ plays', async () => {
  const next = page.getByRole('region', { name: 'Next up' });
  await next.getByRole('listitem').first().waitFor();
  expect(await next.getByRole('listitem').first().innerText()).toMatch(/^(Alpha|Bravo|Station Ident) · The Tones$/);
});

it('has its first track in the upper half of the page, and takes files dropped anywhere', async () => {
  const first = page.getByRole('row', { name: /Alpha/ });
  expect((await first.boundingBox())?.y).toBeLessThan(450);
  await page.getByRole('button', { name: 'Upload media' }).waitFor();
  const files = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['no sound'], 'dropped.mp3', { type: 'audio/mpeg' }));
    return dropped;
  });
  await first.dispatchEvent('dragover', { dataTransfer: files });
  await page.getByText('Drop music here').waitFor();
  await first.dispatchEvent('drop', { dataTransfer: files });
  await page.getByRole('region', { name: 'Uploads' }).getByText('dropped.mp3').waitFor();
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await page.getByRole('button', { name: 'Add media URL' }).click();
  await page.getByRole('dialog').getByLabel('MP3 URL').waitFor();
  await page.keyboard.press('Escape');
  await saveScreenshots(page, page.url(), 'autodj');
});

it('plays a track of the playlist next, from its row', async () => {
  await trackMenu('Bravo', 'Play next');
  await page.getByText('“Bravo” plays next.').waitFor();
  const next = page.getByRole('region', { name: 'Next up' }).getByRole('listitem').first();
  await expect.poll(() => next.innerText()).toBe('Bravo · The Tones');
});

it('makes a track of the playlist a jingle, and says that jingles are off', async () => {
  await trackMenu('Station Ident', 'Use as jingle');
  await page.getByRole('checkbox', { name: 'Select Station Ident' }).waitFor({ state: 'detached' });
  await tab('Jingles');
  await page.getByRole('row', { name: /Station Ident/ }).waitFor();
  await page.getByText('Jingles are off').waitFor();
  expect((await at.call(playoutRules.jingles, params())).jingles.map(({ title }) => title)).toEqual(['Station Ident']);
});

it('adds and removes jingles on the Jingles page', async () => {
  await page.getByRole('button', { name: 'Add jingles from the library' }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Bravo/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1' }).click();
  await page.getByRole('row', { name: /Bravo/ }).waitFor();
  await page.getByRole('button', { name: 'Remove Bravo from the jingles' }).click();
  await page.getByRole('row', { name: /Bravo/ }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await at.call(playoutRules.jingles, params())).jingles.length).toBe(1);
});

it('sets how often jingles play, and how tracks are separated and mixed', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Playback rules' }).last().click();
  await page.getByLabel('Tracks between jingles').fill('1');
  await page.getByLabel('Same artist').fill('30');
  await page.getByLabel('Overlap').fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The Auto DJ configuration was successfully updated').waitFor();
  expect(await at.call(playoutRules.rules, params())).toEqual({
    jingle_every: 1,
    artist_minutes: 30,
    title_minutes: 0,
    mix_offset: 0,
    mix_speed: 300,
  });
  expect((await at.call(stations.get, params())).radio_server_settings.mix_offset).toBe(0);
  await tab('Jingles');
  await page.getByText('A jingle plays after every track.').waitFor();
});

it('adds a playlist that plays alone in hours, and refuses one that overlaps it', async () => {
  await tab('Rotation');
  await page.getByRole('button', { name: 'Add playlist' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('This field is required').first().waitFor();
  await dialog.getByLabel('Name').fill('Night Shift');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Please choose tracks.').waitFor();
  await dialog.getByRole('checkbox', { name: /^Alpha/ }).check();
  await dialog.getByRole('switch', { name: /^Plays alone in its hours/ }).press('Space');
  await addHours(['Sat'], '22:00', '02:00');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Night Shift.*Sat, 10:00 PM–2:00 AM, past midnight.*1 track/ }).waitFor();
  expect(await rows()).toMatchObject([
    { name: 'Night Shift', exclusive: true, hours: [{ days: [6], from: 1320, to: 120 }] },
  ]);

  await page.getByRole('button', { name: 'Add playlist' }).click();
  await dialog.getByLabel('Name').fill('Too Late');
  await dialog.getByRole('checkbox', { name: 'Select all shown' }).check();
  await dialog.getByRole('switch', { name: /^Plays alone in its hours/ }).press('Space');
  await addHours(['Sat'], '23:00', '00:00');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('“Night Shift” already plays alone during some of these hours.').waitFor();
  await dialog.getByLabel('From').fill('06:30');
  await dialog.getByLabel('To', { exact: true }).fill('10:00');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Too Late.*Sat, 6:30 AM–10:00 AM.*2 tracks/ }).waitFor();
});

it('tags tracks in the library, for a playlist that finds them and shares the time by its weight', async () => {
  await show(page, `${product.url}${at.stationPath}/library`);
  for (const title of [/Alpha/, /Bravo/]) await page.getByRole('row', { name: title }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Add tags').fill('Calm');
  await dialog.getByLabel('Add tags').press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Alpha.*calm/ }).waitFor();

  await show(page, `${product.url}${at.stationPath}/autodj/rotation`);
  await page.getByRole('button', { name: 'Add playlist' }).click();
  await dialog.getByLabel('Name').fill('Calm Hours');
  await dialog.getByText('By tags').click();
  const tags = dialog.locator('input').and(dialog.getByLabel('Tags', { exact: true }));
  await tags.fill('calm');
  await tags.press('Enter');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Calm Hours.*50%.*2 tracks/ }).waitFor();
  await page.getByLabel('Weight of Calm Hours').fill('3');
  await page.getByLabel('Weight of Calm Hours').press('Enter');
  await page.getByRole('row', { name: /Calm Hours.*75%/ }).waitFor();
  await page.getByRole('row', { name: /Main playlist.*25%/ }).waitFor();
});

it('edits and removes playlists', async () => {
  await tab('Rotation');
  await playlistMenu('Too Late', 'Edit');
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('checkbox', { name: /^Bravo/ }).isChecked()).toBe(true);
  await dialog.getByLabel('Name').fill('Breakfast');
  await dialog.getByRole('checkbox', { name: /^Bravo/ }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Breakfast.*1 track/ }).waitFor();
  for (const name of ['Night Shift', 'Breakfast']) {
    await playlistMenu(name, 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: new RegExp(name) }).waitFor({ state: 'detached' });
  }
  await page.getByLabel('Play Calm Hours').press('Space');
  await expect.poll(async () => (await rows()).map(({ enabled }) => enabled)).toEqual([false]);
});

it('logs why each track and jingle was played, and searches the log', async () => {
  await expect
    .poll(async () => (await at.call(playoutRules.log, params())).plays.some(({ why }) => why === 'jingle'), {
      timeout: 90_000,
      interval: 500,
    })
    .toBe(true);
  await tab('Log');
  await page
    .getByRole('row', { name: /Station Ident.*Jingle.*Jingle was due\./ })
    .first()
    .waitFor();
  await page
    .getByRole('row', { name: /First track after a restart\./ })
    .first()
    .waitFor();
  await page.getByLabel('Search plays').fill('ident');
  await page.getByRole('row', { name: /Alpha/ }).first().waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toContain('search=ident');
});

it('uploads jingles where they are used, which are not played as music', async () => {
  await tab('Jingles');
  const folder = await mkdtemp(join(tmpdir(), 'skywave-jingle-'));
  const file = await toneFile(join(folder, 'slogan.mp3'), {
    hz: 523,
    seconds: 3,
    title: 'Slogan',
    artist: 'The Tones',
    album: 'Sines',
  });
  await page.locator('main input[type=file]').setInputFiles(file);
  await page.getByRole('row', { name: /Slogan/ }).waitFor({ timeout: 60_000 });
  const { playlist } = await at.call(playout.autoDj, params());
  expect(playlist.map(({ title }) => title)).not.toContain('Slogan');
  await page.getByRole('button', { name: 'Remove Slogan from the jingles' }).click();
  await page.getByRole('row', { name: /Slogan/ }).waitFor({ state: 'detached' });
});

it('logs no errors in the browser', () => {
  expect(pageErrors()).toEqual([]);
});
