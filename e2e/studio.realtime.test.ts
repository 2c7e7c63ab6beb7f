import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playoutAir } from '#contract/api/playout-air.ts';
import { stations } from '#contract/api/stations.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import { toneFile } from './encoder.ts';
import { listen } from './listener.ts';
import { violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { recordArrivals, type Arrivals } from './stream-arrivals.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* The browser studio: microphone and files go on the air, files give way to the voice, a cut connection is replaced. */

const [voiceHz, deckHz] = [440, 1000];
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];
let url: string;
let streamUrl: string;
let folder: string;
let arrivals: Arrivals | undefined;

/** A microphone that hears a tone without end. */
const microphoneFile = async (path: string): Promise<string> => {
  const source = ['-f', 'lavfi', '-i', `sine=frequency=${voiceHz}:duration=20:sample_rate=48000`, '-af', 'volume=6dB'];
  await once(spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...source, '-ac', '1', path]), 'exit');
  return path;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-studio-'));
  const microphone = await microphoneFile(join(folder, 'voice.wav'));
  const device = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const fake = [...device, `--use-file-for-fake-audio-capture=${microphone}`];
  [product, browser] = await Promise.all([sharedProduct(), launch('long-lived', fake)]);
  at = await createTestStation(product, 'Kitchen Table', 'Kitchen Table Radio');
  const { icecast } = await at.call(stations.encoder, { params: { key: at.station } });
  streamUrl = `http://127.0.0.1:${String(icecast.port)}${icecast.mount}`;
  url = `${product.url}${at.stationPath}/studio`;
  const context = await openWindow(browser);
  await context.grantPermissions(['microphone']);
  page = await context.newPage();
  page.setDefaultTimeout(40_000);
  // So that the test can cut the connection.
  await page.addInitScript(() => {
    const Original = window.WebSocket;
    const opened: WebSocket[] = [];
    Object.assign(window, { opened });
    window.WebSocket = class extends Original {
      constructor(address: string | URL) {
        super(address);
        opened.push(this);
      }
    };
  });
  pageErrors = collectErrors(page);
  await openSignedIn(page, `${product.url}${at.stationPath}`, product.admin);
});
afterAll(async () => {
  arrivals?.stop();
  await browser?.close();
  await product?.stop();
});

const says = (text: string) => page.getByRole('status').getByText(text);

it('opens with the microphone, and goes live', async () => {
  await saveScreenshots(page, `${product.url}${at.stationPath}`, 'studio-link');
  await page.getByRole('link', { name: 'Studio', exact: true }).click();
  await page.getByRole('button', { name: 'Open the studio' }).waitFor();
  await saveScreenshots(page, url, 'studio-closed');
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await page.getByText('Not sending').waitFor();
  await page.getByLabel('Title while no file plays').fill('Tea at the kitchen table');
  await page.getByRole('button', { name: 'Go live' }).click();
  await says('You are on the air').waitFor();
  arrivals = recordArrivals(await listen(streamUrl));
  await page.getByText('Title shown: Tea at the kitchen table').waitFor();
});

it('plays a file with its title, and lowers it by 12 dB while the voice is heard', async () => {
  const file = await toneFile(join(folder, 'deck.mp3'), {
    ...{ hz: deckHz, seconds: 120, title: 'One thousand', artist: 'The Sines', album: 'Tones' },
  });
  const deck = page.getByRole('region', { name: 'Deck A' });
  await deck.locator('input[type=file]').setInputFiles(file);
  await deck.getByText('The Sines - One thousand').first().waitFor();
  await deck.getByRole('button', { name: 'Play Deck A' }).click();
  await page.getByText('Title shown: The Sines - One thousand').waitFor();
  await arrivals!.heard(deckHz);
  await arrivals!.pass(2);
  const alone = await arrivals!.level(deckHz);
  const heard = arrivals!.heard(voiceHz);
  await page.evaluate(() => {
    const note = (): void => void Object.assign(window, { clicked: Date.now() });
    document.addEventListener('click', note, { capture: true, once: true });
  });
  await page.getByRole('button', { name: 'Switch on' }).click();
  const clicked = await page.evaluate(() => (window as unknown as { clicked: number }).clicked);
  // Two seconds on a machine with nothing else to do (ADR 26).
  expect((await heard) - clicked).toBeLessThan(4000);
  await page.getByText('Files are 12 dB lower now.').waitFor();
  await arrivals!.pass(2.5);
  const below = await arrivals!.level(deckHz);
  expect(below - alone).toBeGreaterThan(-13);
  expect(below - alone).toBeLessThan(-11);
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, url, 'studio');
});

it('is heard again by itself after its connection was cut', async () => {
  const sockets = () => page.evaluate(() => (window as unknown as { opened: WebSocket[] }).opened.length);
  const before = await sockets();
  const cut = arrivals!.now();
  await page.evaluate(() => (window as unknown as { opened: WebSocket[] }).opened.at(-1)?.close());
  await expect.poll(sockets).toBeGreaterThan(before);
  await says('You are on the air').waitFor();
  await arrivals!.heard(voiceHz, cut + 3);
  await arrivals!.pass(2);
  expect(await arrivals!.level(voiceHz)).toBeGreaterThan(-20);
});

it('asks before it is left, and ends when it is disconnected by hand', async () => {
  await page.getByRole('link', { name: 'Presenters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the studio?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await at.call(playoutAir.kick, { params: { key: at.station }, body: {} });
  await says('Your broadcast has ended').waitFor();
  await says('Disconnected by the operator.').waitFor();
  expect(pageErrors()).toEqual([]);
});
