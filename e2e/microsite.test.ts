import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sites } from '#contract/api/sites.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { forcedThemes, isForced, unseen } from './forced-colours.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* The microsite of an account: made of blocks beside the page as it will look, published, restored, and seen by visitors. */

let product: Product;
let browser: Browser;
let page: Page;
let at: TestStation;
let problems: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Site', 'Lighthouse Radio');
  page = await (await openWindow(browser)).newPage();
  problems = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const editor = () => `${product.url}${at.accountPath}/microsite/editor`;
const preview = (): FrameLocator => page.frameLocator('iframe[title="Preview of the page"]');
const stored = async () => await at.call(sites.get, { params: { id: at.account } });
const block = (name: string) =>
  page.getByRole('list', { name: 'Blocks of the page' }).getByRole('button', { name, exact: true });
const add = async (name: RegExp): Promise<void> => {
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('list', { name: 'Kinds of blocks' }).getByRole('button', { name }).click();
};

it('offers a page made of what the account has, and shows what is not saved yet', async () => {
  await show(page, product.url + at.accountPath);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Microsite' }).click();
  await preview().getByRole('heading', { level: 1, name: 'Harbour Site' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, editor(), 'microsite-first');
  await page.getByLabel('Name of the site').fill('Harbour Lights');
  await preview().getByRole('heading', { level: 1, name: 'Harbour Lights' }).waitFor();
  await add(/^Contact/);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 123');
  await preview().getByText('+49 30 123').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => preview().getByText('+49 30 123').count()).toBe(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await preview().getByText('+49 30 123').waitFor();
  expect((await stored()).revision).toBe(0);
});

it('names the block whose field the server refused, and publishes once it is right', async () => {
  await page.getByRole('textbox', { name: 'E-mail' }).fill('no address');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Please enter a valid e-mail address.').waitFor();
  expect((await stored()).revision).toBe(0);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('studio@harbour.example');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/Visitors will see 1 page with/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The site is public.').waitFor();
  expect(await stored()).toMatchObject({ changed: false, draft: { title: 'Harbour Lights' } });
});

const order = (): Promise<(string | undefined)[]> =>
  page
    .getByRole('list', { name: 'Blocks of the page' })
    .getByRole('button', { name: /position/ })
    .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label')?.split(',')[0]));

const moveBlocks = async (): Promise<void> => {
  const before = await order();
  const handle = (name: string | undefined) => page.getByRole('button', { name: `${name ?? ''}, position` });
  await handle(before[0]).dragTo(handle(before[1]), { targetPosition: { x: 10, y: 24 } });
  await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)]);
  await handle(before[0]).press('ArrowUp');
  await expect.poll(order).toEqual(before);
  await handle(before[0]).press('End');
  await expect.poll(order).toEqual([...before.slice(1), before[0]]);
  await handle(before[0]).press('Home');
  await expect.poll(order).toEqual(before);
};

it('adds pages, and moves blocks by drag, keys and buttons', async () => {
  await moveBlocks();
  await page.getByRole('button', { name: 'Move Contact up' }).click();
  await page.getByRole('button', { name: 'Add page' }).click();
  await page.getByLabel('Title of the page').fill('About us');
  await page.getByRole('textbox', { name: 'Path' }).fill('about');
  await add(/^Text/);
  await page.getByRole('textbox', { name: 'Text' }).fill('On the air since 1999.');
  await preview().getByText('On the air since 1999.').waitFor();
  await preview().getByRole('link', { name: 'About us' }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  await page.getByText('Changes not public yet').waitFor();
  const { draft } = await stored();
  expect(draft.pages.map(({ path, blocks }) => [path, blocks.length])).toEqual([
    ['', draft.pages[0]!.blocks.length],
    ['about', 1],
  ]);
  await block('Text').waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, editor(), 'microsite-editor');
});

it('lists what visitors will see differently before it publishes', async () => {
  // A toast stays as long as the pointer rests on it, and covers the button.
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const changes = page.getByRole('dialog').getByRole('region', { name: 'Changes' });
  await changes.getByText('Added page: About us').waitFor();
  await changes.getByText(/^Moved: /).waitFor();
  expect(await violations(page, { within: '[role="dialog"]' })).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await saveScreenshots(page, editor(), 'microsite-changes', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await changes.waitFor();
  });
  expect((await stored()).changed).toBe(true);
});

it('refuses a draft that somebody else has changed', async () => {
  const { revision, slug, draft } = await stored();
  await show(page, editor());
  await page.getByLabel('Name of the site').fill('Mine');
  await at.call(sites.save, {
    params: { id: at.account },
    body: { revision, slug, draft: { ...draft, title: 'Theirs' } },
  });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Somebody else changed the microsite in the meantime.').waitFor();
  expect((await stored()).draft.title).toBe('Theirs');
  await page.getByRole('button', { name: 'Undo' }).click();
});

it('makes a published version the draft again', async () => {
  await page.getByRole('navigation', { name: 'Microsite' }).getByRole('link', { name: 'Domains & ads.txt' }).click();
  // Until the other tab is shown, the editor stays with what it has loaded.
  await page.getByRole('textbox', { name: 'Domain' }).waitFor();
  await page.getByRole('navigation', { name: 'Microsite' }).getByRole('link', { name: 'Editor' }).click();
  await expect.poll(() => page.getByLabel('Name of the site').inputValue()).toBe('Theirs');
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect.poll(() => page.getByLabel('Name of the site').inputValue()).toBe('Harbour Lights');
});

it('shows visitors the page without scripts too, in each theme and width, accessible', async () => {
  const { url } = await stored();
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(url);
  await plain.getByRole('heading', { level: 1, name: 'Harbour Lights' }).waitFor();
  expect(await plain.locator('audio[controls]').count()).toBe(1);
  await plain.context().close();
  const visitor = await (await openWindow(browser)).newPage();
  const errors = collectErrors(visitor);
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme });
    await visitor.setViewportSize({ width: colorScheme === 'light' ? 1440 : 390, height: 900 });
    await visitor.goto(url);
    await visitor.getByRole('button', { name: 'Listen: Lighthouse Radio' }).waitFor();
    expect(await violations(visitor)).toEqual([]);
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  if (process.env['SHOTS'] !== undefined)
    for (const width of [1440, 768, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await visitor.emulateMedia({ colorScheme });
        await visitor.setViewportSize({ width, height: 900 });
        await visitor.screenshot({
          path: `${process.env['SHOTS']}/microsite-public-${String(width)}-${colorScheme}.png`,
          fullPage: true,
        });
      }
  for (const colorScheme of forcedThemes) {
    await visitor.emulateMedia({ colorScheme, forcedColors: 'active' });
    const button = visitor.getByRole('button', { name: 'Listen: Lighthouse Radio' });
    expect([await isForced(visitor), await unseen(button), await violations(visitor)]).toEqual([true, [], []]);
    if (process.env['SHOTS'] !== undefined)
      await visitor.screenshot({ path: `${process.env['SHOTS']}/microsite-forced-${colorScheme}.png` });
  }
  expect(errors()).toEqual([]);
  await visitor.context().close();
});

it('shows the records of a domain, and the file of sellers', async () => {
  await page.getByRole('navigation', { name: 'Microsite' }).getByRole('link', { name: 'Domains & ads.txt' }).click();
  await page.getByRole('textbox', { name: 'Domain' }).fill('www.harbour.invalid');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByText('Waiting for DNS').waitFor();
  await page.getByText('_radio-verify.www.harbour.invalid').waitFor();
  await page.getByLabel('More lines').fill('seller.example, 1, DIRECT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('region', { name: 'The file' }).getByText('OWNERDOMAIN=www.harbour.invalid').waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, `${product.url}${at.accountPath}/microsite/domains`, 'microsite-domains');
  await page.getByRole('button', { name: 'Remove www.harbour.invalid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('www.harbour.invalid removed.').waitFor();
  expect((await stored()).domains).toEqual([]);
});

it('is taken off the web', async () => {
  await show(page, editor());
  await page.getByRole('button', { name: 'Take off the web' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take off the web' }).click();
  await page.getByText('Not public', { exact: true }).waitFor();
  expect((await fetch((await stored()).url)).status).toBe(404);
  expect(problems()).toEqual([]);
});
