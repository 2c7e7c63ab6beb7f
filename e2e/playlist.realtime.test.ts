import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playout } from '#contract/api/playout.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { toneFile } from './encoder.ts';
import { saveScreenshots } from './screenshots.ts';
import { open, show } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* The playlist of the Auto DJ page; most steps are verified through the API as well. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];
let folder: string;

beforeAll(async () => {
  [product, browser, folder] = await Promise.all([
    sharedProduct(),
    launch(),
    mkdtemp(join(tmpdir(), 'skywave-playlist-')),
  ]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Alpha', 'Bravo', 'Charlie', 'Delta']);
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  // Lets tests measure what the page plays.
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
  await show(page, `${product.url}${at.stationPath}/autodj`);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('reorders by dragging a track by its handle', async () => {
  await handle('Delta').scrollIntoViewIfNeeded();
  const from = await handle('Delta').boundingBox();
  const to = await row('Bravo').boundingBox();
  if (!from || !to) throw new Error('The tracks are not visible');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 20, { steps: 5 });
  await page.mouse.move(to.x + 80, to.y + to.height * 0.2, { steps: 10 });
  await page.mouse.up();
  await expectOrder('Alpha', 'Delta', 'Bravo', 'Charlie');
});

it('reorders by arrow keys on the handle, keeps the focus there and announces the new position', async () => {
  await handle('Delta').focus();
  await page.keyboard.press('ArrowDown');
  await expectOrder('Alpha', 'Bravo', 'Delta', 'Charlie');
  await page.keyboard.press('ArrowDown');
  await expectOrder('Alpha', 'Bravo', 'Charlie', 'Delta');
  await page.getByText('Delta moved to position 4 of 4').waitFor({ state: 'attached' });
  await page.keyboard.press('Home');
  await expectOrder('Delta', 'Alpha', 'Bravo', 'Charlie');
  expect(await handle('Delta').evaluate((element) => element === document.activeElement)).toBe(true);
});

it('reorders by "Move to"', async () => {
  await trackMenu('Delta', 'Move to…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^New position/).fill('3');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expectOrder('Alpha', 'Bravo', 'Delta', 'Charlie');
});

it('turns shuffle on and off', async () => {
  const shuffle = page.getByRole('switch', { name: 'Shuffle' });
  const isOn = async (): Promise<boolean> => (await autoDj()).shuffle;
  // The input itself is hidden behind its track.
  await shuffle.press('Space');
  await expect.poll(isOn).toBe(true);
  await show(page, page.url());
  await expect.poll(() => shuffle.isChecked()).toBe(true);
  await shuffle.press('Space');
  await expect.poll(isOn).toBe(false);
});

it('removes a track, and undo restores it in its position', async () => {
  await trackMenu('Bravo', 'Remove');
  // It stays as long as the pointer rests on it.
  await toastUndo().hover();
  await expectOrder('Alpha', 'Delta', 'Charlie');
  await toastUndo().click();
  await expectOrder('Alpha', 'Bravo', 'Delta', 'Charlie');
});

it('removes several tracks at once', async () => {
  await page.getByRole('checkbox', { name: 'Select Alpha' }).check();
  await page.getByRole('checkbox', { name: 'Select Charlie' }).check();
  await page.getByRole('button', { name: 'Remove 2' }).click();
  await toastUndo().hover();
  await expectOrder('Bravo', 'Delta');
  await toastUndo().click();
  await expectOrder('Alpha', 'Bravo', 'Delta', 'Charlie');
});

it('undoes changes step by step after a reload, by button and by Ctrl+Z', async () => {
  await trackMenu('Alpha', 'Move to end');
  await expectOrder('Bravo', 'Delta', 'Charlie', 'Alpha');
  await page.getByRole('checkbox', { name: 'Select Charlie' }).check();
  await page.getByRole('checkbox', { name: 'Select Alpha' }).check();
  await page.getByRole('button', { name: 'Move 2…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^New position/).fill('1');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expectOrder('Charlie', 'Alpha', 'Bravo', 'Delta');
  await open(page, `${product.url}${at.stationPath}/autodj`);
  const undo = page.getByRole('region', { name: 'Playlist', exact: true }).getByRole('button', { name: 'Undo' });
  await undo.hover();
  await page.getByRole('tooltip').filter({ hasText: '2 tracks moved' }).waitFor();
  await undo.click();
  await expectOrder('Bravo', 'Delta', 'Charlie', 'Alpha');
  await page.keyboard.press('Control+z');
  await expectOrder('Alpha', 'Bravo', 'Delta', 'Charlie');
});

it('sorts the playlist once, and adds a removed track back from the library', async () => {
  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By title' }).click();
  await expectOrder('Alpha', 'Bravo', 'Charlie', 'Delta');
  await trackMenu('Bravo', 'Remove');
  await expectOrder('Alpha', 'Charlie', 'Delta');
  await page.getByRole('button', { name: 'Add from library' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search library').fill('rav');
  await dialog.getByRole('checkbox', { name: /^Charlie/ }).waitFor({ state: 'detached' });
  await dialog.getByRole('checkbox', { name: /^Bravo/ }).check();
  await dialog.getByRole('button', { name: 'Add 1' }).click();
  await expectOrder('Alpha', 'Charlie', 'Delta', 'Bravo');
  for (const order of ['Alpha Charlie Delta', 'Alpha Bravo Charlie Delta', 'Alpha Bravo Delta Charlie']) {
    await page.getByRole('region', { name: 'Playlist', exact: true }).getByRole('button', { name: 'Undo' }).click();
    await expectOrder(...order.split(' '));
  }
});

it('plays a track in the page, and stops', async () => {
  await page.getByRole('button', { name: 'Preview Bravo' }).click();
  await expect.poll(playedS).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Stop Bravo' }).click();
  await expect.poll(isSilent).toBe(true);
});

it('uploads valid files, says what is wrong with others, and stops canceled ones', async () => {
  const bad = join(folder, 'broken.mp3');
  await writeFile(bad, 'This is no sound at all. '.repeat(400));
  const tags = { hz: 700, seconds: 20, artist: 'The Tones', album: 'Sines' };
  const good = await toneFile(join(folder, 'echo.mp3'), { ...tags, title: 'Echo' });
  const unwanted = await toneFile(join(folder, 'foxtrot.wav'), { ...tags, seconds: 240, title: 'Foxtrot' });
  // Slow enough to cancel halfway.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const rate = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', { ...rate, uploadThroughput: 1024 ** 2 });
  await page.locator('input[type=file]').setInputFiles([bad, unwanted, good]);
  const tray = page.getByRole('region', { name: 'Uploads' });
  await tray.getByRole('button', { name: 'Cancel foxtrot.wav' }).click();
  // A tray that the user opened stays open.
  await tray.getByRole('button', { name: 'Hide uploads' }).click();
  await tray.getByRole('button', { name: 'Show uploads' }).click();
  await tray.getByRole('listitem').filter({ hasText: 'foxtrot.wav' }).getByText('Canceled').waitFor();
  await devtools.send('Network.emulateNetworkConditions', { ...rate, uploadThroughput: -1 });
  await tray.getByRole('listitem').filter({ hasText: 'echo.mp3' }).getByText('Added to the playlist').waitFor();
  const reason = await tray.getByRole('listitem').filter({ hasText: 'broken.mp3' }).locator('p').last().innerText();
  expect(reason).toMatch(/audio|sound|read|format/i);
  await expectOrder('Alpha', 'Bravo', 'Delta', 'Charlie', 'Echo');
  await tray.getByRole('button', { name: 'Close uploads' }).click();
  await tray.waitFor({ state: 'detached' });
});

it('asks before leaving while uploads are in progress; they continue on other pages', async () => {
  const release = Promise.withResolvers<void>();
  await page.route('**/media/upload/**', async (route) => {
    await release.promise;
    await route.continue();
  });
  const lateUpload = await toneFile(join(folder, 'late.mp3'), {
    hz: 900,
    seconds: 5,
    title: 'Late',
    artist: 'A',
    album: 'B',
  });
  await page.locator('input[type=file]').setInputFiles([lateUpload]);
  const leave = () => page.getByRole('link', { name: 'Overview', exact: true }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Uploads are in progress' });
  await leave();
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(new URL(page.url()).pathname).toMatch(/autodj$/);
  await leave();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((url) => url.pathname === at.stationPath);
  // Leaving other pages does not ask.
  await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Logger' }).click();
  await page.waitForURL(/logger$/);
  release.resolve();
  const tray = page.getByRole('region', { name: 'Uploads' });
  await tray.getByText('1 upload done').waitFor({ timeout: 60_000 });
  await tray.getByRole('button', { name: 'Close uploads' }).click();
  await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Auto DJ' }).click();
  await row('Late').waitFor();
  await page.unroute('**/media/upload/**');
});

it('restarts the playlist by "Save and restart"', async () => {
  await page.getByRole('button', { name: 'Save and restart' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save and restart' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row('Alpha').and(page.locator('[aria-current=true]')).waitFor();
  expect((await autoDj()).dirty).toBe(false);
  await saveScreenshots(page, page.url(), 'autodj');
});

it('restarts the stream by "Restart", and says before that listeners are disconnected', async () => {
  const { streamname } = await at.call(stations.get, { params: { key: at.station } });
  const listener = await fetch(`${product.streamUrl}/${streamname}`);
  const ended = listener.body?.pipeTo(new WritableStream()).catch(() => undefined);
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/disconnected/).waitFor();
  await dialog.getByRole('button', { name: 'Restart' }).click();
  await ended;
  await expect.poll(async () => (await at.call(stations.live, { params: { key: at.station } })).status).toBe('active');
});

it('plays the station in the page, with the current title', async () => {
  await page.getByRole('button', { name: 'Listen to Harbour Lights Radio' }).click();
  await expect.poll(playedS).toBeGreaterThan(2);
  const bar = page.getByRole('region', { name: 'Player' });
  await bar.getByText(/^The Tones - (Alpha|Bravo|Charlie|Delta|Echo|Late)$/).waitFor();
  const showsCurrentTitle = async (): Promise<boolean> => {
    const { track } = await at.call(playout.current, { params: { key: at.station } });
    return await bar.getByText(`The Tones - ${track?.title ?? ''}`).isVisible();
  };
  await expect.poll(showsCurrentTitle).toBe(true);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const before = await playedS();
  await expect.poll(playedS).toBeGreaterThan(before);
  await bar.getByRole('button', { name: 'Close player' }).click();
  await bar.waitFor({ state: 'detached' });
  await expect.poll(isSilent).toBe(true);
  expect(pageErrors()).toEqual([]);
});

const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
const handle = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}, position`) });
const trackMenu = async (title: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const toastUndo = () => page.locator('.toasts').getByRole('button', { name: 'Undo' }).last();
const autoDj = () => at.call(playout.autoDj, { params: { key: at.station } });

/** Waits until the page and the API have this order. */
const expectOrder = async (...titles: string[]): Promise<void> => {
  const shown = () => page.locator('[aria-label=Playlist] tbody td:nth-child(5) > span:first-child').allInnerTexts();
  await expect.poll(shown, { timeout: 60_000 }).toEqual(titles);
  await expect.poll(async () => (await autoDj()).playlist.map(({ title }) => title)).toEqual(titles);
};

/** Seconds played by the page: the furthest of its audio elements. */
const playedS = (): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      ...(globalThis as unknown as { audioElements: HTMLAudioElement[] }).audioElements.map(
        ({ currentTime }) => currentTime,
      ),
    ),
  );
const isSilent = (): Promise<boolean> =>
  page.evaluate(() =>
    (globalThis as unknown as { audioElements: HTMLAudioElement[] }).audioElements.every(({ paused }) => paused),
  );
