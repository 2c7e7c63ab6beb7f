import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountErrors } from '#contract/texts/errors/accounts.ts';
import type { PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { portal } from '#contract/api/portal.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn } from './browser.ts';
import { show } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* What users read when a change fails unexpectedly (spec §8): every change is answered with 500. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let podcast: PodcastKey;
let deleted: StationKey;

const logo = { name: 'logo.png', mimeType: 'image/png', buffer: picture(1400) };
const changes = ['POST', 'PUT', 'PATCH', 'DELETE'];
const error = {
  code: 'request.unexpected',
  title: 'Something went wrong',
  message: 'Please reload the page and try again.',
  id: 'log-7',
};

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Concert Pitch'], 5);
  const file = new File([new Uint8Array(logo.buffer)], 'logo.png', { type: 'image/png' });
  const body = { title: 'Tea and Talk', categories: ['Music'], owner_email: 'tea@example.com' };
  podcast = (await at.call(podcasts.create, { query: { accountKey: at.account }, body, file })).key;
  deleted = (await at.call(stations.create, { params: { id: at.account }, body: { name: 'Fog Horn Radio' } })).key;
  await at.call(stations.remove, { params: { key: deleted } });
  page = await (await openWindow(browser)).newPage();
  await openSignedIn(page, product.url, product.admin);
  await page.route(/\/(v1|api)\//, (route) =>
    changes.includes(route.request().method())
      ? route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({ error }) })
      : route.continue(),
  );
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Texts of generic toasts, reset per test: each screen opens without the toasts of the one before. */
let genericToasts: string[];
beforeEach(() => {
  genericToasts = [];
});

const go = (path: string) => show(page, product.url + path);
const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const field = (name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true });
/** Waits for the toast of a failure, and checks that no generic one is shown. */
const expectToast = async (title: string, text: string): Promise<void> => {
  const toasts = page.locator('.toasts').getByRole('alert');
  await toasts
    .filter({ hasText: title })
    .filter({ hasText: `${text} (log-7)` })
    .waitFor();
  genericToasts.push(...(await toasts.filter({ hasText: error.title }).allInnerTexts()));
  expect(genericToasts).toEqual([]);
};

describe('an account', () => {
  const settings = (part = '') => go(`${at.accountPath}/settings${part}`);

  it('says that it was not updated', async () => {
    await settings();
    await field('City').fill('Piraeus');
    await press('Save');
    await expectToast('Update failed', 'Failed to update the account');
  });

  it('says that its picture was not uploaded', async () => {
    await settings();
    await page.locator('input[type=file]').first().setInputFiles(logo);
    await expectToast('Upload failed', 'Failed to upload the image. Please try again.');
  });

  it('says that its limits and invoice settings were not updated', async () => {
    await settings('/limits');
    await field('Stations').fill('7');
    await press('Save');
    await expectToast('Update failed', 'Failed to update account limits');
    await settings('/invoice');
    await field('Reference number').fill('REF-7');
    await press('Save');
    await expectToast('Update failed', 'Failed to update account invoice settings');
  });

  it('says that it was not suspended, and not deleted', async () => {
    await settings();
    await press('Suspend account');
    await confirm('Suspend');
    await expectToast('Update failed', 'Failed to suspend or reactivate the account');
    // With a plan, ending it would fail first.
    await page.route(/getSubscriptions/, (route) => route.fulfill({ json: [] }));
    await settings();
    await press('Delete account');
    await page.getByRole('dialog').getByLabel(/^Type/).fill('Harbour Lights');
    await confirm('Delete');
    await expectToast('Account Delete Error', 'Failed to delete the account');
    await page.getByRole('dialog').getByText('Failed to delete the account (log-7)').waitFor();
    await page.unroute(/getSubscriptions/);
  });

  it('says that its plan was not changed', async () => {
    await go(`${at.accountPath}/upgrade`);
    await press('Assign: Prime');
    await confirm('Assign');
    await expectToast('Unable to update the plan', 'Unknown error occurred');
  });
});

it('links a plan refused for too many stations to a guide', async () => {
  const [status, title, message] = accountErrors['plan.stationsCountExceeded'];
  const reply = { error: { code: 'plan.stationsCountExceeded', title, message } };
  await page.route(/\/subscription$/, (route) => route.fulfill({ status, json: reply }), { times: 1 });
  await go(`${at.accountPath}/upgrade`);
  await press('Assign: Prime');
  await confirm('Assign');
  const toast = page.getByRole('alert').filter({ hasText: message });
  const guide = await toast.getByRole('link', { name: 'How to delete a station' }).getAttribute('href');
  await go(String(guide));
  await page.getByRole('heading', { level: 1, name: 'Deleting a station' }).waitFor();
});

describe('a station', () => {
  const settings = (part: string) => go(`${at.stationPath}/settings/${part}`);

  it('says which of its settings were not updated', async () => {
    await settings('info');
    await page.getByLabel('Description').fill('Songs of the sea');
    await press('Save');
    await expectToast('Failed to update station info', 'Please try again later.');
    await settings('info');
    const chooser = page.waitForEvent('filechooser');
    await press('Upload logo');
    await (await chooser).setFiles(logo);
    await confirm('Crop');
    await expectToast('Failed to update station info', 'Failed to update the station logo. Please try again.');
    await go(`${at.stationPath}/widget`);
    await field('Instagram').fill('https://instagram.com/harbour');
    await press('Save');
    await expectToast('Failed to update station info', 'Failed to update the station profile. Please try again.');
  });

  it('says that it was not suspended, not deleted, not restored', async () => {
    await settings('advanced');
    await press('Suspend station');
    await confirm('Suspend');
    await expectToast('Failed to update station info', 'Failed to suspend or reactivate the station.');
    await settings('advanced');
    await press('Delete station');
    await page.getByRole('dialog').getByRole('textbox').fill('Harbour Lights Radio');
    await confirm('Delete');
    await expectToast('Unable to delete the station', 'Please try again later.');
    await go(`${at.accountPath}/stations/deleted`);
    await press('Restore Fog Horn Radio');
    await confirm('Restore');
    await expectToast('Unable to restore the station', 'Please try again later.');
  });

  it('says that its server was not restarted', async () => {
    await go(at.stationPath);
    await press('Restart');
    await confirm('Restart');
    await expectToast('Failed to restart the server', 'Please try again later.');
  });
});

describe('the playlist', () => {
  it('says that it was not shuffled, not restarted, and not configured', async () => {
    const autoDj = `${at.stationPath}/autodj`;
    const failed = 'Failed to update Auto DJ configuration. Please try again later.';
    await go(autoDj);
    await page.getByRole('switch', { name: 'Shuffle', disabled: false }).press('Space');
    await expectToast('Auto DJ', failed);
    await go(autoDj);
    await press('Save and restart');
    await confirm('Save and restart');
    await expectToast('Auto DJ', 'Failed to restart Auto DJ. Please try again later.');
    await page.getByRole('main').getByRole('link', { name: 'Playback rules' }).last().click();
    await page.getByLabel('Same artist').fill('30');
    await press('Save');
    await expectToast('Auto DJ', failed);
  });
});

describe('a podcast', () => {
  it('says that it was not created', async () => {
    await go(`${at.accountPath}/podcasts/create`);
    const chooser = page.waitForEvent('filechooser');
    await press(/^Upload logo/);
    await (await chooser).setFiles(logo);
    await field('Title').fill('Harbour Stories');
    await field('Description').fill('What the sea brings.');
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    await category.or(field('Category')).first().click();
    await page.getByRole('option', { name: 'Society & Culture › Places & Travel', exact: true }).click();
    await press('Create podcast');
    await expectToast('Podcast', 'Failed to create the podcast. Please try again.');
  });

  it('says that it was not updated, and not deleted', async () => {
    await go(`${at.accountPath}/podcasts/${podcast}/settings`);
    await field('Subtitle').fill('Of boats and birds');
    await press('Save');
    await expectToast('Podcast', 'Failed to update the podcast. Please try again.');
    await go(`${at.accountPath}/podcasts/${podcast}/settings`);
    await press('Delete podcast');
    await page.getByRole('dialog').getByRole('textbox').fill('Tea and Talk');
    await confirm('Delete');
    await expectToast('Podcast', 'Unable to delete the podcast.');
  });
});

describe('a picture that can’t be loaded', () => {
  const placeholders = () => page.getByRole('img', { name: 'Image not available' });
  /** The number of pictures that are neither loaded nor loading. */
  const broken = () =>
    page.evaluate(() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length);
  const imageUrl = /\.(png|jpe?g|webp)(\?|$)|\/logo|\/images\//;

  beforeAll(async () => {
    const file = new File([new Uint8Array(picture(420, 300))], 'a.png', { type: 'image/png' });
    await at.call(stations.setLogo, { params: { key: at.station }, file });
    await at.call(stations.setBackground, { params: { key: at.station }, file });
    const everyone = { isNegated: false, values: [] };
    const rules = { browserLanguage: everyone, plans: everyone };
    for (const format of ['large', 'small', 'banner'] as const)
      await at.call(portal.addPost, {
        body: { title: `A ${format} one`, contentHtml: '<p>Words</p>', format, rules },
        file,
      });
    const body = { title: 'Starred pages', contentHtml: '<p>Keep them.</p>', date: '2026-11-20' };
    await at.call(portal.addChangelog, { body });
    await page.route(imageUrl, (route) =>
      route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
    );
  });

  it('leaves a placeholder for a logo, a background or a cover', async () => {
    await go(`${at.stationPath}/settings/info`);
    await placeholders().waitFor();
    await page.getByRole('main').getByText('HL', { exact: true }).first().waitFor();
    await expect.poll(broken).toBe(0);
    for (const path of ['/portal/stations', `${at.accountPath}/podcasts`, `${at.accountPath}/podcasts/${podcast}`]) {
      await go(path);
      await expect.poll(broken).toBe(0);
    }
  });

  it('leaves a placeholder in a post and in rich text', async () => {
    await go('/');
    await page.getByRole('button', { name: /^Read “/ }).click();
    await expect.poll(() => placeholders().count()).toBe(1);
    await expect.poll(broken).toBe(0);
    await page.route(/tools\/changelog/, async (route) => {
      const reply = await route.fetch();
      const text = (await reply.text()).replace('Keep them.', 'Keep <img src=\\"/images/gone.png\\" alt=\\"them\\">');
      await route.fulfill({ response: reply, body: text });
    });
    await go('/portal/changelog');
    await page.locator('span[role=img][aria-label=them]').waitFor();
    await expect.poll(broken).toBe(0);
  });

  it('leaves a placeholder while it is being cropped', async () => {
    await go(`${at.stationPath}/settings/info`);
    const chooser = page.waitForEvent('filechooser');
    await press('Replace logo');
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByRole('img', { name: 'Image not available' }).count()).toBe(2);
  });
});
