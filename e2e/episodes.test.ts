import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Episode } from '#contract/api/episode.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { decode, toneRanges, toneOrder } from './tones.ts';
import { open, show, waitUntilSettled, violations, applyLook } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';
import { wav } from './wav.ts';

/* The episodes of a podcast, from the upload to the delivered audio. */

const tones = [440, 880, 660] as const;
let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let podcastKey: PodcastKey;
let episodeKey: EpisodeKey;
let list: string;
let folder: string;
let pageErrors: () => string[];
const shots = process.env['SHOTS'];

beforeAll(async () => {
  [product, browser, folder] = await Promise.all([sharedProduct(), launch(), mkdtemp(join(tmpdir(), 'skywave-ep-'))]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const body = { title: 'Tea & Talk', station_key: at.station, categories: ['Arts'], published: true };
  const logo = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  podcastKey = (await at.call(podcasts.createInStation, { params: { key: at.station }, body, file: logo })).key;
  list = `${product.url}${at.stationPath}/podcasts/${podcastKey}/episodes`;
  await writeFile(join(folder, 'tones.wav'), wav(tones, 4));
  await writeFile(join(folder, 'second.wav'), wav([500], 2));
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(60_000);
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('explains episodes while there are none', async () => {
  await show(page, `${product.url}${at.stationPath}/podcasts/${podcastKey}`);
  await page.getByRole('heading', { name: 'No episodes yet' }).waitFor();
  expect(page.url()).toBe(list);
  await checkAndScreenshot('empty');
});

it('creates an episode with its audio, and asks before unsaved changes are lost', async () => {
  await page.getByRole('link', { name: 'New episode' }).first().click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Of kettles');
  await tab('Settings').click();
  const question = page.getByRole('dialog');
  await question.getByText('You have an unsaved episode. Are you sure you want to leave without saving it?').waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await choose(page.getByRole('button', { name: 'Choose a file' }), 'tones.wav');
  await page.getByText('tones.wav').waitFor();
  await page.getByRole('textbox', { name: 'Description' }).fill('All about kettles.');
  await checkAndScreenshot('create');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL(/\/e-[^/]+\/edit$/);
  episodeKey = /(e-[^/]+)\/edit$/.exec(page.url())?.[1] as EpisodeKey;
  await page.getByRole('button', { name: 'Play Of kettles' }).waitFor();
  await page.getByRole('slider', { name: 'Position in the audio' }).waitFor();
  expect(await currentEpisode()).toMatchObject({
    state: 'draft',
    upload_status: 'ready',
    description: 'All about kettles.',
  });
});

it('skips a cut in the preview', async () => {
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

it('adds chapters at their times, and undoes a change', async () => {
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
  await checkAndScreenshot('editor');
});

it('saves the cut, and delivers the remaining audio', async () => {
  await page.getByRole('button', { name: 'Save audio' }).click();
  await page.getByText('Audio saved.').waitFor();
  const response = await currentEpisode();
  expect(response.edit).toEqual({ cuts: [{ from: 4, to: 8 }], level: false });
  expect(response.duration).toBeCloseTo(8, 1);
  expect(response.chapters).toEqual([
    { start: 0, title: 'Water', url: '' },
    { start: 5, title: 'Tea', url: '' },
  ]);
  const { delivered } = await at.call(episodes.preview, { params: { podcastKey, episodeKey } });
  expect(await tonesAt(delivered ?? '')).toEqual([440, 660]);
});

it('schedules publication in the station’s time zone, then publishes now', async () => {
  await page.getByRole('radio', { name: 'Later' }).check();
  await page.getByText(/Time zone: /).waitFor();
  await page.getByLabel('Date and time').fill('2030-03-01T09:30');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Episode saved.').waitFor();
  const zone = (await page.getByText(/Time zone: /).innerText()).replace('Time zone: ', '').replaceAll(' ', '_');
  const later = await currentEpisode();
  const clock = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  expect(later.state).toBe('scheduled');
  expect(new Date(later.publish_date ?? '').toLocaleString('en-GB', clock)).toBe('01/03/2030, 09:30');
  expect((await fetch(later.file_url ?? '')).status).toBe(404);

  await page.getByRole('radio', { name: 'Now' }).check();
  await save();
  await expect.poll(async () => (await currentEpisode()).state).toBe('published');
  const url = (await currentEpisode()).file_url ?? '';
  // Delivery learns of it within a second or two.
  await expect.poll(async () => (await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect(await tonesAt(url)).toEqual([440, 660]);
});

it('is shared with its link and its code, and its podcast with its link', async () => {
  await show(page, `${list}/${episodeKey}`);
  const { page_url, embed_code, title } = await currentEpisode();
  expect(embed_code).toContain(`/embed/episodes/${episodeKey}`);
  await page.getByRole('region', { name: 'URLs' }).getByRole('button', { name: 'Share' }).click();
  const ofEpisode = page.getByRole('dialog', { name: `Share ${title}` });
  await ofEpisode.getByText(page_url, { exact: true }).waitFor();
  await ofEpisode.getByText(embed_code, { exact: true }).waitFor();
  expect(await ofEpisode.getByRole('link', { name: 'Telegram' }).getAttribute('href')).toContain(
    encodeURIComponent(page_url),
  );
  await page.keyboard.press('Escape');
  await ofEpisode.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Share' }).first().click();
  const ofPodcast = page.getByRole('dialog', { name: 'Share Tea & Talk' });
  await ofPodcast.getByText(page_url.slice(0, page_url.lastIndexOf('/')), { exact: true }).waitFor();
  expect(await ofPodcast.getByText('For your website').count()).toBe(0);
  await page.keyboard.press('Escape');
  await ofPodcast.waitFor({ state: 'hidden' });
});

it('shows a transcript in sync with the audio, and removes it', async () => {
  await show(page, `${list}/${episodeKey}`);
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
  await checkAndScreenshot('episode');
  await page.getByRole('button', { name: 'Remove transcript' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No transcript yet' }).waitFor();
});

it('creates drafts from files dropped on the list, which upload while other pages are open', async () => {
  // A load, as the uploads of the tests before stay listed on every screen.
  await open(page, list);
  const content = [...wav([500], 2)];
  const files = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    for (const name of ['one.wav', 'two.wav'])
      data.items.add(new File([new Uint8Array(bytes)], name, { type: 'audio/wav' }));
    return data;
  }, content);
  // Files are dragged over a page before they are dropped; by then it accepts them.
  await expect
    .poll(async () => {
      await page.dispatchEvent('#content', 'dragover', { dataTransfer: files });
      return await page.locator('[data-over]').count();
    })
    .toBeGreaterThan(0);
  const release = Promise.withResolvers<void>();
  await page.route('**/podcasts/upload/**', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.dispatchEvent('#content', 'drop', { dataTransfer: files });
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByText('2 uploads remaining').waitFor();
  await tab('Settings').click();
  await page.getByRole('dialog', { name: 'Uploads are in progress' }).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/settings$/);
  release.resolve();
  await uploads.getByText('2 uploads done').waitFor();
  await page.unroute('**/podcasts/upload/**');
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await show(page, list);
  for (const title of ['one', 'two']) await row(title).getByText('Draft').waitFor();
  await row('Of kettles').getByText('Published').waitFor();
  await checkAndScreenshot('list');
});

it('says what a deletion affects, and deletes several episodes', async () => {
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

it('fits a phone on every page', async () => {
  const phone = await (await openWindow(browser, 390)).newPage();
  await openSignedIn(phone, product.url, product.admin);
  for (const path of ['', '/create', `/${episodeKey}`, `/${episodeKey}/edit`]) {
    await show(phone, `${list}${path}`);
    if (path.endsWith('edit')) await phone.getByRole('slider', { name: 'Position in the audio' }).waitFor();
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([path, overflow]).toEqual([path, 0]);
    expect(await violations(phone)).toEqual([]);
    if (shots) await phone.screenshot({ path: `${shots}/phone${path.replaceAll('/', '-')}.png`, fullPage: true });
  }
  expect(pageErrors()).toEqual([]);
});

const currentEpisode = (): Promise<Episode> => at.call(episodes.get, { params: { podcastKey, episodeKey } });
const tab = (name: string): Locator => page.getByRole('navigation', { name: 'Tea & Talk' }).getByRole('link', { name });
const row = (title: string): Locator => page.getByRole('row', { name: new RegExp(`(^| )${title}( |$)`) });
const save = async (): Promise<void> => {
  const response = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await response;
};
const type = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text);
  await field.press('Enter');
};
const choose = async (button: Locator, name: string): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(join(folder, name));
};
const tonesAt = async (url: string): Promise<number[]> => {
  const reply = await fetch(new URL(url, product.url));
  expect(reply.status).toBe(200);
  return toneOrder(toneRanges(await decode(new Uint8Array(await reply.arrayBuffer())), tones));
};

/** Checks accessibility in every theme; saves screenshots if `SHOTS` names a folder. */
const checkAndScreenshot = async (name: string): Promise<void> => {
  for (const theme of ['dark', 'light'] as const) {
    await applyLook(page, { theme, direction: 'ltr' });
    await waitUntilSettled(page);
    expect(await violations(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${theme}.png`, fullPage: true });
  }
};
