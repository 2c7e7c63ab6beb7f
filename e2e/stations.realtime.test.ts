import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { decode, toneRanges, toneOrder } from './tones.ts';
import { listen, type Listener } from './listener.ts';
import { show } from './page.ts';
import { picture, sizeOf } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* A station's settings, profile, score, suspension and transfer. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Quay Lights', 'Quay Lights Radio');
  await at.call(stations.create, { params: { id: at.account }, body: { name: 'Bell Buoy Radio' } });
  await addTracks(at, ['Concert Pitch']);
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const station = () => at.call(stations.get, { params: { key: at.station } });
const settings = (part: string) => show(page, `${product.url}${at.stationPath}/settings/${part}`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

describe('station info', () => {
  it('is reached from the station, and saves every field', async () => {
    await show(page, product.url + at.stationPath);
    await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(/\/settings\/stream$/);
    await page.getByRole('link', { name: 'Station info' }).click();
    await page.getByLabel('Description').fill('Songs of the sea');
    await page.getByRole('textbox', { name: 'Website' }).fill('harbour.example');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+30 210 1234567');
    expect(await page.getByRole('switch', { name: 'Show which track is playing' }).isChecked()).toBe(true);
    await page.getByRole('switch', { name: 'Show which track is playing' }).uncheck();
    await page.getByRole('checkbox', { name: 'TuneIn' }).check();
    await page.getByRole('switch', { name: 'Default station of the account' }).check();
    await press('Save');
    await page.getByText('Station saved.').waitFor();
    await show(page, page.url());
    await page.getByRole('switch', { name: 'Default station of the account' }).waitFor();
    expect(await page.getByRole('switch', { name: 'Show which track is playing' }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: 'TuneIn' }).isChecked()).toBe(true);
    const { description, website, tags } = await station();
    expect({ description, website, tags: tags.toSorted() }).toEqual({
      description: 'Songs of the sea',
      website: 'https://harbour.example',
      tags: ['default', 'tunein'],
    });
  });

  it('refuses a name that is too short at its field, with one toast for the form', async () => {
    await settings('info');
    await page.getByRole('textbox', { name: 'Name' }).fill('Tiny');
    await press('Save');
    await page.getByText('The name should be at least 6 characters.').waitFor();
    await page.getByText('Please check inputs and try again.').waitFor();
  });

  it('refuses another station’s URL at its field', async () => {
    await settings('info');
    const url = page.getByRole('textbox', { name: 'URL', exact: true });
    await url.fill('bell-buoy-radio');
    await press('Save');
    await page.getByText('The URL is already in use.').waitFor();
    await url.fill('quay_lights');
    await press('Save');
    await page.getByText('URL saved.').waitFor();
    expect((await station()).pretty_url).toBe('quay_lights');
  });

  it('crops a picture in the page, by keyboard alone', async () => {
    await settings('info');
    for (const [what, width, height] of [
      ['logo', 170, 170],
      ['background', 420, 300],
    ] as const) {
      const chooser = page.waitForEvent('filechooser');
      await press(`Upload ${what}`);
      await (await chooser).setFiles({ name: 'sea.png', mimeType: 'image/png', buffer: picture(600) });
      await page.getByRole('group', { name: new RegExp(`^Crop area of the ${what}`) }).press('ArrowLeft');
      await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
      await confirm('Crop');
      await page.getByText(`${what} saved.`).waitFor();
      expect(await sizeOf(page, (await station())[what] ?? '')).toEqual([width, height]);
    }
    await press('Remove background');
    await page.getByText('Background removed.').waitFor();
    expect((await station()).background).toBeNull();
  });

  it('refuses a file that is not a picture before uploading', async () => {
    const chooser = page.waitForEvent('filechooser');
    await press('Replace logo');
    await (await chooser).setFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await page.getByRole('alert').filter({ hasText: 'Please use JPG, PNG or WebP' }).waitFor();
  });
});

describe('the stream', () => {
  let listener: Listener;
  beforeAll(async () => {
    listener = await listen(`${product.streamUrl}/quay-lights-radio`);
  });
  afterAll(() => listener?.leave());
  const choose = async (label: string, option: string): Promise<void> => {
    await page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label }))
      .click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('is also available by HLS once that is turned on', async () => {
    const playlistUrl = `${product.streamUrl}/hls/quay-lights-radio/index.m3u8`;
    expect((await fetch(playlistUrl)).status).toBe(404);
    await settings('stream');
    await page.getByRole('switch', { name: 'HLS' }).click();
    await press('Save');
    await page.getByText('Listeners stayed connected.').waitFor();
    const segments = async () =>
      (await (await fetch(playlistUrl.replace('index', 'live'))).text())
        .split('\n')
        .filter((line) => /\.mp3/.test(line));
    await expect.poll(async () => (await segments()).length, { timeout: 30_000 }).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByText(playlistUrl).waitFor();
    expect(listener.ended()).toBe(false);
  });

  it('changes the bit rate without asking, as no listener is disconnected', async () => {
    await settings('stream');
    await choose('Bit rate', '96 kbit/s');
    await press('Save');
    await page.getByText('Listeners stayed connected.').waitFor();
    expect((await station()).radio_server_settings.bitrate).toBe(96_000);
    expect(listener.ended()).toBe(false);
  });

  it('asks before changing the format, which disconnects listeners, and then streams in it', async () => {
    await settings('stream');
    await choose('Output', 'AAC');
    await press('Save');
    await page.getByRole('dialog').getByText('1 listener will be disconnected').waitFor();
    await confirm('Cancel');
    expect((await station()).radio_server_settings.media_type).toBe('MP3');
    await press('Save');
    await confirm('Save and disconnect');
    await page.getByText('Players reconnect in the new format.').waitFor();
    await expect.poll(() => listener.ended()).toBe(true);
    let newListener: Listener | undefined;
    const head = async () => {
      newListener?.leave();
      newListener = await listen(`${product.streamUrl}/quay-lights-radio`);
      return newListener.received().head;
    };
    await expect.poll(head, { interval: 500 }).toMatch(/content-type: audio\/aac/i);
    const tones = async () => toneOrder(toneRanges(await decode(newListener!.received().audio), [300, 700]));
    await expect.poll(tones, { timeout: 60_000, interval: 1000 }).toContain(300);
    newListener?.leave();
  });
});

describe('ads.txt', () => {
  it('says which line is wrong while typing, and is public once saved', async () => {
    await settings('ads');
    const text = page.getByRole('textbox', { name: 'Authorized Digital Sellers' });
    await text.fill('example.com, 99\ngoogle.com, pub-1, DIRECT');
    const problems = page.getByRole('list', { name: 'Problems' });
    await problems.getByText(/^Error: A record needs a domain/).waitFor();
    await problems.getByRole('button', { name: 'Line 1' }).click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('example.com, 99');
    await text.fill('example.com, 99, RESELLER\ngoogle.com, pub-1, DIRECT');
    await page.getByText('No problems').waitFor();
    await press('Save');
    await page.getByText('2 sellers can sell ads for this station.').waitFor();
    const reply = await fetch(`${product.url}/ads/quay-lights-radio/ads.txt`);
    expect(await reply.text()).toContain('google.com, pub-1, DIRECT');
  });
});

describe('the profile', () => {
  it('saves social links, and refuses a site URL in use', async () => {
    await show(page, product.url + at.stationPath);
    await page.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Widget' }).click();
    await page.getByRole('textbox', { name: 'Instagram' }).fill('not an address');
    await press('Save');
    await page.getByText('The Instagram field must be a valid URL').waitFor();
    await page.getByRole('textbox', { name: 'Instagram' }).fill('https://instagram.com/harbour');
    await page.getByRole('textbox', { name: 'Site URL' }).fill('bell-buoy-radio');
    await press('Save');
    await page.getByText('The URL is already in use.').waitFor();
    await page.getByRole('textbox', { name: 'Site URL' }).fill('quay-site');
    await press('Save');
    await page.getByText('Profile saved.').waitFor();
    expect(await station()).toMatchObject({
      pretty_url: 'quay-site',
      profile: { instagram: 'https://instagram.com/harbour' },
    });
  });

  it('counts towards the score, which lists what is left and links to it', async () => {
    await show(page, product.url + at.stationPath);
    const { score, items } = await at.call(stations.score, { params: { key: at.station } });
    expect(items.find(({ id }) => id === 'social')?.done).toBe(true);
    await page.getByText(`${score} of 100 points`).waitFor();
    expect(await page.getByRole('link', { name: 'Link to social media' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Upload a background' }).click();
    await page.waitForURL(/\/settings\/info$/);
  });
});

it('features a station in the portal’s list, which shows in its account', async () => {
  await show(page, `${product.url}/portal/stations?search=Bell+Buoy`);
  await page
    .getByRole('row', { name: /Bell Buoy/ })
    .locator('label')
    .click();
  await page.getByText('Bell Buoy Radio is featured.').waitFor();
  await show(page, `${product.url}${at.accountPath}/stations`);
  const row = page.getByRole('row').filter({ hasText: 'Bell Buoy Radio' });
  await row.getByText('Featured').waitFor();
  await row.getByText('Master, streaming').waitFor();
});

describe('the advanced settings', () => {
  it('suspend a station after confirmation, which makes it read-only, and reactivate it', async () => {
    await settings('advanced');
    await press('Suspend station');
    await confirm('Suspend');
    await page.getByText('The station is not active.').first().waitFor();
    const streamStatus = async () => (await fetch(`${product.streamUrl}/quay-lights-radio`, { method: 'HEAD' })).status;
    await expect.poll(streamStatus).toBe(503);
    await page.getByRole('link', { name: 'Station info' }).click();
    expect(await page.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Advanced' }).click();
    await press('Reactivate station');
    await confirm('Reactivate');
    await page.getByText('Station reactivated.').waitFor();
    expect((await station()).suspended).toBe(false);
  });

  it('move a station to another account, found by a part of its name', async () => {
    const other = await at.call(accounts.create, { body: { company: 'Farther Coast', email: product.admin.email } });
    await settings('advanced');
    await press('Move to another account');
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('dialog').getByRole('textbox'))
      .fill('her coas');
    await page.getByRole('option', { name: 'Farther Coast' }).click();
    await confirm('Move station');
    await page.waitForURL((url) => url.pathname === `/accounts/${other.key}/stations`);
    await page.getByRole('row').filter({ hasText: 'Quay Lights Radio' }).waitFor();
    await at.call(stations.transfer, { params: { key: at.station, accountId: at.account } });
  });
});

it('logs no errors in the browser', () => {
  expect(pageErrors()).toEqual([]);
});
