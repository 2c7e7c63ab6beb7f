import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Episode } from '#contract/episode.ts';
import { episodes } from '#contract/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/keys.ts';
import { podcasts } from '#contract/podcasts.ts';
import { launch, openWindow, signIn, watch } from './browser.ts';
import { decode, heard, order } from './hear.ts';
import { open, settled, violations, wear } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { stage, type Stage } from './stage.ts';

/* The episodes of a podcast, from a file on somebody's disk to what is heard of it. */

const tones = [440, 880, 660] as const;
let product: Product;
let browser: Browser;
let page: Page;
let at: Stage;
let podcastKey: PodcastKey;
let episodeKey: EpisodeKey;
let list: string;
let folder: string;
let complaints: () => string[];
const shots = process.env['SHOTS'];

beforeAll(async () => {
  [product, browser, folder] = await Promise.all([sharedProduct(), launch(), mkdtemp(join(tmpdir(), 'skywave-ep-'))]);
  at = await stage(product, 'Harbour Lights', 'Harbour Lights Radio');
  const body = { title: 'Tea & Talk', station_key: at.station, categories: ['Arts'], published: true };
  const logo = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  podcastKey = (await at.call(podcasts.createInStation, { params: { key: at.station }, body, file: logo })).key;
  list = `${product.url}${at.stationPath}/podcasts/${podcastKey}/episodes`;
  await writeFile(join(folder, 'tones.wav'), wav(tones, 4));
  await writeFile(join(folder, 'second.wav'), wav([500], 2));
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(60_000);
  complaints = watch(page);
  await signIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('teaches what an episode is while there is none', async () => {
  await open(page, `${product.url}${at.stationPath}/podcasts/${podcastKey}`);
  await page.getByRole('heading', { name: 'No episodes yet' }).waitFor();
  expect(page.url()).toBe(list);
  await looksRight('empty');
});

it('creates an episode with its sound, and asks before one is left unsaved', async () => {
  await page.getByRole('link', { name: 'New episode' }).first().click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Of kettles');
  await tab('Settings').click();
  const question = page.getByRole('dialog');
  await question.getByText('You have an unsaved episode. Are you sure you want to leave without saving it?').waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await choose(page.getByRole('button', { name: 'Choose a file' }), 'tones.wav');
  await page.getByText('tones.wav').waitFor();
  await page.getByRole('textbox', { name: 'Description' }).fill('All about kettles.');
  await looksRight('create');
  await page.getByRole('button', { name: 'Create episode' }).click();
  await page.waitForURL(/\/e-[^/]+\/edit$/);
  episodeKey = /(e-[^/]+)\/edit$/.exec(page.url())?.[1] as EpisodeKey;
  await page.getByRole('button', { name: 'Play Of kettles' }).waitFor();
  await page.getByRole('slider', { name: 'Position in the audio' }).waitFor();
  expect(await now()).toMatchObject({ state: 'draft', upload_status: 'ready', description: 'All about kettles.' });
});

it('plays what will be heard: a cut is leapt over', async () => {
  await page.getByRole('button', { name: 'Select from here' }).click();
  const selection = page.getByRole('region', { name: 'Selection' });
  await type(selection.getByLabel('To'), '8');
  await type(selection.getByLabel('From'), '4');
  await selection.getByRole('button', { name: 'Cut out' }).click();
  await page.getByText('Edited 0:08.0').waitFor();
  const wave = page.getByRole('slider', { name: 'Position in the audio' });
  await wave.focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  const times: number[] = [];
  await expect
    .poll(async () => {
      times.push(Number(await wave.getAttribute('aria-valuenow')));
      return times.at(-1);
    })
    .toBeGreaterThan(8.5);
  expect(times.filter((time) => time > 4.2 && time < 7.9)).toEqual([]);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play edited audio' }).waitFor();
});

it('names chapters where they are, undoes and does again', async () => {
  const wave = page.getByRole('slider', { name: 'Position in the audio' });
  await wave.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('c');
  await page.getByLabel('Title of chapter 1').fill('Water');
  await page.getByRole('button', { name: 'Add chapter here' }).click();
  await type(page.getByLabel('Start of chapter 2'), '9');
  await page.getByLabel('Title of chapter 2').fill('Tea');
  await page.getByText('plays at 0:05.0').waitFor();
  await page.getByRole('switch', { name: 'Normalize loudness' }).check();
  await page.getByRole('group', { name: 'Audio and chapters' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.getByRole('switch', { name: 'Normalize loudness' }).isChecked()).toBe(false);
  await looksRight('editor');
});

it('saves the cut, and its sound is what is left', async () => {
  await page.getByRole('button', { name: 'Save audio' }).click();
  await page.getByText('Audio saved.').waitFor();
  const saved = await now();
  expect(saved.edit).toEqual({ cuts: [{ from: 4, to: 8 }], level: false });
  expect(saved.duration).toBeCloseTo(8, 1);
  expect(saved.chapters).toEqual([
    { start: 0, title: 'Water', url: '' },
    { start: 5, title: 'Tea', url: '' },
  ]);
  const { delivered } = await at.call(episodes.preview, { params: { podcastKey, episodeKey } });
  expect(await tonesAt(delivered ?? '')).toEqual([440, 660]);
});

it('publishes later, at a time of the station’s zone, and then now', async () => {
  await page.getByRole('radio', { name: 'Later' }).check();
  await page.getByText(/Time zone: /).waitFor();
  await page.getByLabel('Date and time').fill('2030-03-01T09:30');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Episode saved.').waitFor();
  const zone = (await page.getByText(/Time zone: /).innerText()).replace('Time zone: ', '').replaceAll(' ', '_');
  const later = await now();
  const clock = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  expect(later.state).toBe('scheduled');
  expect(new Date(later.publish_date ?? '').toLocaleString('en-GB', clock)).toBe('01/03/2030, 09:30');
  expect((await fetch(later.file_url ?? '')).status).toBe(404);

  await page.getByRole('radio', { name: 'Now' }).check();
  await save();
  await expect.poll(async () => (await now()).state).toBe('published');
  const address = (await now()).file_url ?? '';
  // Delivery hears of it within a second or two.
  await expect.poll(async () => (await fetch(address, { method: 'HEAD' })).status).toBe(200);
  expect(await tonesAt(address)).toEqual([440, 660]);
});

it('shows a transcript in step with the sound, and takes it away', async () => {
  await open(page, `${list}/${episodeKey}`);
  const lines = 'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Ann>Water first.\n\n00:04.000 --> 00:08.000\nThen tea.\n';
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload transcript' }).click(),
  ]);
  await chooser.setFiles({ name: 'tea.vtt', mimeType: 'text/vtt', buffer: Buffer.from(lines) });
  await page.getByText('Ann: Water first.').waitFor();
  await page.getByRole('button', { name: /Then tea\./ }).click();
  await page.getByRole('list', { name: 'Transcript' }).locator('[aria-current]', { hasText: 'Then tea.' }).waitFor();
  await page.getByRole('list', { name: 'Chapters' }).locator('[aria-current]', { hasText: 'Tea' }).waitFor();
  await looksRight('episode');
  await page.getByRole('button', { name: 'Remove transcript' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No transcript yet' }).waitFor();
});

it('makes drafts of files that are dropped on the list, in the tray while other pages are looked at', async () => {
  await open(page, list);
  const content = [...wav([500], 2)];
  const dropped = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    for (const name of ['one.wav', 'two.wav'])
      data.items.add(new File([new Uint8Array(bytes)], name, { type: 'audio/wav' }));
    return data;
  }, content);
  await page.dispatchEvent('#content', 'drop', { dataTransfer: dropped });
  await tab('Settings').click();
  await page.getByRole('region', { name: 'Uploads' }).getByText('2 uploads done').waitFor();
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await open(page, list);
  for (const title of ['one', 'two']) await row(title).getByText('Draft').waitFor();
  await row('Of kettles').getByText('Published').waitFor();
  await looksRight('list');
});

it('says what a deletion touches, and deletes several', async () => {
  for (const title of ['one', 'two', 'Of kettles']) await row(title).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 3 episodes?' });
  await dialog.getByText(/1 of them is published and will disappear from the/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row('Of kettles').getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await row('one').waitFor({ state: 'detached' });
  const { entities } = await at.call(episodes.list, { params: { podcastKey } });
  expect(entities.map(({ title }) => title)).toEqual(['Of kettles']);
});

it('fits a phone, at every page', async () => {
  const phone = await (await openWindow(browser, 390)).newPage();
  await signIn(phone, product.url, product.admin);
  for (const path of ['', '/create', `/${episodeKey}`, `/${episodeKey}/edit`]) {
    await open(phone, `${list}${path}`);
    if (path.endsWith('edit')) await phone.getByRole('slider', { name: 'Position in the audio' }).waitFor();
    const over = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([path, over]).toEqual([path, 0]);
    expect(await violations(phone)).toEqual([]);
    if (shots) await phone.screenshot({ path: `${shots}/phone${path.replaceAll('/', '-')}.png`, fullPage: true });
  }
  expect(complaints()).toEqual([]);
});

const now = (): Promise<Episode> => at.call(episodes.get, { params: { podcastKey, episodeKey } });
const tab = (name: string): Locator => page.getByRole('navigation', { name: 'Tea & Talk' }).getByRole('link', { name });
const row = (title: string): Locator => page.getByRole('row', { name: new RegExp(`(^| )${title}( |$)`) });
const save = async (): Promise<void> => {
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
};
const type = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text);
  await field.press('Enter');
};
const choose = async (button: Locator, name: string): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(join(folder, name));
};
const tonesAt = async (address: string): Promise<number[]> => {
  const reply = await fetch(new URL(address, product.url));
  expect(reply.status).toBe(200);
  return order(heard(await decode(new Uint8Array(await reply.arrayBuffer())), tones));
};

/** Nothing to complain of in any look; a picture of each where somebody wants to see them. */
const looksRight = async (name: string): Promise<void> => {
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, { theme, direction: 'ltr' });
    await settled(page);
    expect(await violations(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${theme}.png`, fullPage: true });
  }
};

/** Tones one after the other, each so many seconds: 44.1 kHz, mono, 16 bit. */
const wav = (hz: readonly number[], seconds: number): Buffer => {
  const rate = 44_100;
  const sound = Buffer.alloc(hz.length * seconds * rate * 2);
  for (let i = 0; i < sound.length / 2; i++) {
    const tone = hz[Math.floor(i / (seconds * rate))] ?? 0;
    sound.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * tone * i) / rate)), i * 2);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
};
