import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { show, waitUntilSettled } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createPortalContent, createTestStation, type TestStation } from './test-station.ts';

/* What all screens share: navigation, titles, tables, forms, toasts and looks. */

let product: Product;
let browser: Browser;
let window: BrowserContext;
let page: Page;
let at: TestStation;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Concert Pitch']);
  await createPortalContent(at);
  for (let i = 1; i <= 11; i++)
    await at.call(stations.create, {
      params: { id: at.account },
      body: { name: `Pier ${String(i).padStart(2, '0')}` },
    });
  window = await openWindow(browser);
  page = await window.newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('navigation', () => {
  it('titles each page "<page> - <brand>"', async () => {
    const titles = {
      '/accounts': /^Accounts - \w+$/,
      [`${at.accountPath}/stations`]: /^Stations - \w+$/,
      [at.stationPath]: /^Harbour Lights Radio - \w+$/,
      [`${at.stationPath}/autodj`]: /^Harbour Lights Radio: .+ - \w+$/,
      '/profile/settings': /^Profile settings - \w+$/,
    };
    for (const [path, title] of Object.entries(titles)) {
      await show(page, product.url + path);
      await expect.poll(() => page.title()).toMatch(title);
    }
  });

  it('shows breadcrumbs with a link home', async () => {
    await show(page, `${product.url}${at.stationPath}/autodj`);
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await breadcrumb.getByRole('link', { name: 'Harbour Lights Radio' }).click();
    await page.waitForURL((url) => url.pathname === at.stationPath);
    await breadcrumb.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL((url) => url.pathname === at.accountPath);
  });

  it('goes to a station by Ctrl-K, part of its name and Enter', async () => {
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog').getByPlaceholder(/^Search/);
    await search.waitFor();
    await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('pier 07');
    await page.getByText('Pier 07', { exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pier 07' }).waitFor();
  });

  it.each([
    ['/not-found', 'Not found'],
    ['/forbidden', 'Not allowed'],
    ['/bad-request', 'Bad request'],
    [`/accounts/a-${'2'.repeat(22)}`, /not found/i],
    ['/accounts/a-1', /bad request/i],
  ])('shows the error page %s', async (path, heading) => {
    await show(page, product.url + path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.getByRole('link', { name: /start page/i }).waitFor();
  });
});

describe('leaving', () => {
  it('asks before leaving a changed form, and stays or leaves by the answer', async () => {
    await show(page, `${product.url}${at.accountPath}/stations/create`);
    await page.getByLabel('Name').fill('Half a station');
    const leave = () =>
      page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
    await leave();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Half a station');
    await leave();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => url.pathname === at.accountPath);
  });

  it('asks before closing a tab with an upload, which continues on other screens', async () => {
    const tab = await window.newPage();
    await show(tab, `${product.url}${at.stationPath}/autodj`);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await tab.route('**/upload/**', async (route) => {
      await released;
      await route.continue();
    });
    const silence = { name: 'slow.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(50_000) };
    await tab.locator('input[type=file]').setInputFiles(silence);
    const tray = tab.getByRole('region', { name: 'Uploads' });
    await tray.getByText('1 upload remaining').waitFor();
    await tab.getByRole('link', { name: 'Overview', exact: true }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await tab.waitForURL((url) => url.pathname === at.stationPath);
    await tray.getByText('1 upload remaining').waitFor();
    const closeDialog = tab.waitForEvent('dialog');
    await tab.close({ runBeforeUnload: true });
    const dialog = await closeDialog;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    release();
    await tray.getByText(/failed/).waitFor();
    await tab.close();
  });
});

describe('tables', () => {
  const names = () => page.locator('[aria-label=Stations] tbody tr td:first-child').allInnerTexts();

  it('keep order and page size in the URL, which restores them', async () => {
    await show(page, `${product.url}${at.accountPath}/stations`);
    expect(await names()).toHaveLength(10);
    const byName = page.getByRole('columnheader', { name: 'Name' });
    await byName.getByRole('button').click();
    await byName.getByRole('button').click();
    await expect.poll(() => page.url()).toMatch(/sort=-name/);
    expect(await byName.getAttribute('aria-sort')).toBe('descending');
    await page.getByLabel('Items per page').selectOption('50');
    await expect.poll(() => page.url()).toMatch(/size=50/);
    await expect.poll(async () => (await names()).length).toBe(12);
    await page.reload();
    await waitUntilSettled(page);
    const shown = (await names()).map((name) => name.split('\n').at(-1)?.trim());
    expect(shown).toHaveLength(12);
    expect(shown.slice(0, 2)).toEqual(['Pier 11', 'Pier 10']);
  });

  it('search by a part of a name, and export the results as CSV', async () => {
    await page.getByLabel('Search stations').fill('pier 1');
    await expect.poll(async () => (await names()).length).toBe(2);
    expect(page.url()).toMatch(/search=/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^stations-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF?"Name",/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['"Pier 11"', '"Pier 10"']);
  });

  it('have pages', async () => {
    await show(page, `${product.url}${at.accountPath}/stations`);
    await page.getByRole('button', { name: 'Page 2 of stations' }).click();
    await expect.poll(async () => (await names()).length).toBe(2);
    expect(page.url()).toMatch(/page=2/);
    await page.getByText('11–12 of 12').waitFor();
  });
});

describe('messages', () => {
  // A separate window, whose clock the tests control.
  let clockWindow: BrowserContext;
  let tab: Page;
  const invalid = () => tab.getByRole('alert').filter({ hasText: 'Please check inputs and try again.' });
  const submit = () => tab.getByRole('button', { name: 'Create station' });
  beforeAll(async () => {
    clockWindow = await openWindow(browser);
    tab = await clockWindow.newPage();
    await openSignedIn(tab, product.url, product.admin);
    await show(tab, `${product.url}${at.accountPath}/stations/create`);
    await tab.clock.install();
    await tab.clock.pauseAt(Date.now() + 60_000);
  });
  afterAll(() => clockWindow?.close());

  it('show the toast of an invalid form at the top right for eight seconds', async () => {
    await submit().click();
    await invalid().waitFor();
    const box = await invalid().boundingBox();
    expect(box && box.x + box.width).toBeGreaterThan(1440 - 60);
    expect(box?.y).toBeLessThan(120);
    await tab.mouse.move(300, 600);
    await tab.clock.runFor(7000);
    expect(await invalid().count()).toBe(1);
    await tab.clock.runFor(4000);
    await invalid().waitFor({ state: 'detached' });
  });

  it('keep a toast while it has the focus, which F8 gives it, and give the focus back when Escape dismisses it', async () => {
    await submit().press('Enter');
    await invalid().waitFor();
    const focused = () =>
      tab.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.ariaLabel);
    // The form moves the focus to its first invalid field.
    await tab.clock.runFor(100);
    await expect.poll(focused).toBe('name');
    await tab.keyboard.press('F8');
    await expect.poll(focused).toBe('Dismiss');
    await tab.clock.runFor(20_000);
    expect(await invalid().count()).toBe(1);
    await tab.keyboard.press('Escape');
    await expect.poll(focused).toBe('name');
    await tab.clock.runFor(1000);
    await invalid().waitFor({ state: 'detached' });
  });

  it('show a style sheet that could not be loaded with its own code', async () => {
    const tab = await window.newPage();
    await show(tab, `${product.url}/profile/settings`);
    await tab.route(/\/assets\/AutoDj[^/]*\.css/, (route) => route.abort());
    await tab.goto(`${product.url}${at.stationPath}/autodj`);
    await tab.getByText('CSS_CHUNK_LOAD_FAILED').waitFor();
    await tab.unroute(/\/assets\/AutoDj[^/]*\.css/);
    await tab.getByRole('button', { name: 'Reload the page' }).click();
    await tab.getByRole('row', { name: /Concert Pitch/ }).waitFor();
    await tab.close();
  });
});

describe('looks', () => {
  it('keep the chosen theme and direction, on every screen and after a reload', async () => {
    await show(page, `${product.url}/profile/settings`);
    await page.getByRole('radio', { name: 'Dark', exact: true }).check();
    await page.getByText('Right to left').click();
    await page.reload();
    await waitUntilSettled(page);
    expect(await page.evaluate(() => [document.documentElement.dir, document.body.className])).toEqual([
      'rtl',
      expect.stringMatching(/(^| )dark( |$)/),
    ]);
    const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect(navigation?.x).toBeGreaterThan(720);
    await page.getByText('Left to right').click();
    await page.getByRole('radio', { name: 'Light, with dark navigation' }).check();
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.dir, document.body.className]))
      .toEqual(['ltr', expect.stringMatching(/(^| )semi-dark( |$)/)]);
  });
});

describe('on a phone', () => {
  let phone: Page;
  beforeAll(async () => {
    phone = await window.newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
  });

  it('shows the columns of a table that have no room in the second line of each row, named', async () => {
    await show(phone, `${product.url}/portal/partners`);
    const row = phone.getByRole('row', { name: /North Sea Media/ });
    expect(await row.getByRole('cell').count()).toBe(1);
    await row.getByText('Customers: 0').waitFor();
  });

  it('opens another screen by its navigation, which then closes', async () => {
    await show(phone, product.url + at.accountPath);
    await phone.getByRole('button', { name: 'Navigation', exact: true }).click();
    await phone.getByRole('link', { name: 'Analytics', exact: true }).click();
    await phone.waitForURL(/\/analytics\/streaming/);
    await expect.poll(() => phone.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    expect(pageErrors()).toEqual([]);
  });
});
