import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { acceptInvitations, register, type Member } from './registered-users.ts';
import { messages, show } from './page.ts';
import { people } from '#contract/api/people.ts';
import { picture, sizeOf } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Podcasts: creating, finding, editing and deleting them, in an account and in a station, within the plan's limits. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let owner: Member;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  owner = await register(product, 'ada.byron@example.com');
  await at.call(people.inviteToAccount, {
    params: { id: at.account, role: 'owner' },
    query: { email: owner.email },
    body: {},
  });
  await acceptInvitations(owner);
  const noLimits = { allowedStationsCount: null, allowedTracksCount: null, allowedBitRateLimit: null };
  await at.call(accounts.setCustomLimits, {
    params: { key: at.account },
    body: { ...noLimits, allowedPodcastsCount: 2 },
  });
  page = await (await openWindow(browser)).newPage();
  page.setDefaultTimeout(60_000);
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.getByRole('main');
const field = (name: string) => main().getByRole('textbox', { name, exact: true });
const toast = (text: string) => messages(page, text).first().waitFor();
const choose = async (button: RegExp, buffer: Buffer, name = 'logo.png'): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    main().getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: name.endsWith('.gif') ? 'image/gif' : 'image/png', buffer });
};
const pick = async (label: string, option: string): Promise<void> => {
  const input = main()
    .getByRole('combobox', { name: label, exact: true })
    .or(main().getByRole('textbox', { name: label, exact: true }));
  await input.first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const create = async (title: string, logo = picture(1400)): Promise<void> => {
  await choose(/^Upload logo/, logo);
  await field('Title').fill(title);
  await field('Description').fill('What the sea brings.');
  await pick('Category', 'Society & Culture › Places & Travel');
  await main().getByRole('button', { name: 'Create podcast' }).click();
};

it('explains podcasts while there are none, and validates the form before sending', async () => {
  await show(page, `${product.url}${at.accountPath}`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Podcasts', exact: true }).click();
  await page.getByRole('heading', { name: 'No podcasts yet' }).waitFor();
  await main().getByRole('link', { name: 'Create podcast' }).first().click();
  await main().getByRole('button', { name: 'Create podcast' }).click();
  await toast('Please check inputs and try again.');
  await expect.poll(() => main().getByText('This field is required').count()).toBe(4);
});

it.each([
  ['another format', 'a.gif', () => Buffer.from('GIF89a'), 'Please choose a JPG, PNG or WebP image.'],
  [
    'too many bytes',
    'a.png',
    () => Buffer.concat([picture(1400), Buffer.alloc(1000 * 1024)]),
    'The image must be at most 1000 KB.',
  ],
  ['another shape', 'a.png', () => picture(1500, 1400), 'Image must have equal width and height.'],
  ['too few pixels', 'a.png', () => picture(1399), 'Invalid image size.'],
  ['too many pixels', 'a.png', () => picture(3001), 'Invalid image size.'],
] as const)('refuses a logo with %s before uploading', async (_why, name, draw, text) => {
  await choose(/^Upload logo/, draw(), name);
  await main().getByText(text).waitFor();
});

it('asks before unsaved changes are lost, then creates a podcast and shows it', async () => {
  await field('Title').fill('Half written');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Podcasts', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.waitFor();
  await dialog
    .getByRole('button', { name: /stay|no|cancel/i })
    .first()
    .click();
  await create('Harbour Stories');
  await toast('Podcast created successfully.');
  await page.getByRole('heading', { level: 1, name: 'Harbour Stories' }).waitFor();
  await page.waitForURL(/\/podcasts\/p-\w+\/episodes$/);
  const image = await page.locator('#content header img').getAttribute('src');
  expect(await sizeOf(page, `${product.url}${String(image)}`)).toEqual([600, 600]);
});

it('saves every field of its settings', async () => {
  await page.getByRole('navigation', { name: 'Harbour Stories' }).getByRole('link', { name: 'Settings' }).click();
  await field('Subtitle').fill('Of boats and birds');
  await field('Author').fill('Ada Byron');
  await pick('Second category', 'Arts › Performing Arts');
  await pick('Order', 'Serial');
  await main().getByLabel('Keywords', { exact: true }).first().fill('sea');
  await page.keyboard.press('Enter');
  await field('Owner').fill('Harbour Lights');
  await field('Owner’s e-mail').fill('owner@harbour.example');
  await field('Copyright').fill('© Harbour Lights');
  await main().getByRole('switch', { name: 'Explicit' }).click();
  await main().getByRole('button', { name: 'Add person' }).click();
  await field('Name').fill('Grace Hopper');
  await field('Role').fill('host');
  await main().getByRole('button', { name: 'Add link' }).click();
  await field('Label').fill('Support us');
  await field('Link').fill('not an address');
  await save();
  await main().getByText('The URL field must be a valid URL').waitFor();
  await field('Link').fill('https://example.com/give');
  await choose(/^Replace logo/, picture(1500));
  await save();
  await toast('Podcast updated successfully.');
  await show(page, page.url());
  await field('Subtitle').waitFor();
  await expect.poll(() => field('Subtitle').inputValue()).toBe('Of boats and birds');
  expect(await field('Name').inputValue()).toBe('Grace Hopper');
  expect(await field('Link').inputValue()).toBe('https://example.com/give');
  expect(await main().getByRole('switch', { name: 'Explicit' }).isChecked()).toBe(true);
  expect(
    await field('Second category')
      .or(main().getByRole('combobox', { name: 'Second category' }))
      .first()
      .inputValue(),
  ).toBe('Arts › Performing Arts');
  await main().getByText('sea', { exact: true }).waitFor();
  await page.locator('#content header').getByText('Explicit').waitFor();
});

it('creates one in a station too, and refuses a URL in use at its field', async () => {
  await show(page, `${product.url}${at.stationPath}/podcasts/create`);
  await create('The Morning Show');
  await page.getByRole('heading', { level: 1, name: 'The Morning Show' }).waitFor();
  expect(page.url()).toContain(`${at.stationPath}/podcasts/`);
  await page.getByRole('navigation', { name: 'The Morning Show' }).getByRole('link', { name: 'Settings' }).click();
  await field('URL').fill('Harbour-Stories');
  await save();
  await main().getByText('The URL is already in use.').waitFor();
  await field('URL').fill('morning-show-of-the-harbour');
  await save();
  await toast('Podcast updated successfully.');
});

it('offers an upgrade when the plan’s limit is reached', async () => {
  await show(page, `${product.url}${at.accountPath}/podcasts/create`);
  await main().getByText('Upgrade your account to add more podcasts', { exact: true }).waitFor();
  await main().getByRole('link', { name: 'See plans' }).waitFor();
});

it('is found by search, in the palette, and in the portal’s list', async () => {
  await show(page, `${product.url}${at.accountPath}/podcasts`);
  await expect.poll(() => main().getByRole('row').count()).toBe(3);
  await main().getByPlaceholder('Search').fill('orning');
  await expect.poll(() => main().getByRole('row').count()).toBe(2);
  await show(page, `${product.url}/`);
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /^Search stations/ }).fill('harbour stor');
  await page.getByRole('button', { name: /Harbour Stories/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Stories' }).waitFor();
  const other = await (await openWindow(browser)).newPage();
  await openSignedIn(other, product.url, product.admin);
  await show(other, `${product.url}/portal/podcasts?search=morning`);
  await other.getByRole('link', { name: 'The Morning Show' }).waitFor();
  await expect.poll(() => other.getByRole('main').getByRole('row').count()).toBe(2);
  await other.context().close();
});

it('is deleted after its title was typed', async () => {
  await page.getByRole('navigation', { name: 'Harbour Stories' }).getByRole('link', { name: 'Settings' }).click();
  await main().getByRole('button', { name: 'Delete podcast' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Harbour Stories?' });
  await dialog.getByRole('textbox').fill('Harbour Stories');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toast('Podcast deleted successfully.');
  await page.waitForURL(/\/podcasts$/);
  await expect.poll(() => main().getByRole('row').count()).toBe(2);
  expect(pageErrors()).toEqual([]);
});

const save = () => main().getByRole('button', { name: 'Save', exact: true }).click();
