import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { reportViews } from '#contract/api/report-views.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { emailsTo } from './registered-users.ts';
import { saveScreenshots } from './screenshots.ts';
import { messages, show, violations, waitUntilSettled } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Saved views and e-mail reports of podcasts, calls and applications. */

const patience = { timeout: 60_000 };
const shots = process.env['SHOTS'];

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];
let key: PodcastKey;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  key = await addPodcast('Tea & Talk');
  await addPodcast('Tide tables');
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const addPodcast = async (title: string): Promise<PodcastKey> => {
  const file = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  const body = { title, categories: ['Music'] };
  return (await at.call(podcasts.create, { query: { accountKey: at.account }, body, file })).key;
};

const analytics = (path: string): string => `${product.url}${at.accountPath}/analytics${path}`;
const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByRole('combobox', { name, exact: true });
const menu = (view: string) => page.locator('#content').getByRole('button', { name: view, exact: true });
const choose = async (view: string, item: string): Promise<void> => {
  await menu(view).click();
  await page.getByRole('menu', { name: 'Saved views' }).getByText(item).click();
};
const waitForAlert = (text: string | RegExp) => messages(page, text).first().waitFor(patience);
const schedules = async () => (await at.call(reportViews.reportsOfAccount, { params: { id: at.account } })).entities;

const reportEmails = async (): Promise<ParsedMail[]> =>
  (await emailsTo(product, product.admin.email)).filter(({ attachments }) => attachments.length > 0);

/** Saves screenshots of a page, with what `act` opens on it. */
const takeScreenshots = (url: string, name: string, act?: () => Promise<void>): Promise<void> =>
  saveScreenshots(page, url, name, act);
/** Saves screenshots of an e-mail as a mail program shows it. */
const screenshotEmail = async (email: ParsedMail, name: string): Promise<void> => {
  if (shots === undefined || email.html === false) return;
  const window = await browser.newContext();
  const emailPage = await window.newPage();
  for (const width of [600, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await emailPage.emulateMedia({ colorScheme });
      await emailPage.setViewportSize({ width, height: 800 });
      await emailPage.setContent(email.html);
      await emailPage.screenshot({ path: join(shots, `email-${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  await window.close();
};

it('saves a view of the podcast page with the podcast and the period, and reopens it', async () => {
  const viewUrl = analytics(`/podcasts?period=previousMonth&podcast=${key}`);
  await show(page, viewUrl);
  await choose('Views', 'Save view');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Tea last month');
  expect(await violations(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await waitForAlert('View saved.');
  await menu('Tea last month').waitFor(patience);

  await show(page, analytics('/podcasts'));
  await waitUntilSettled(page);
  await choose('Views', 'Tea last month');
  await page.waitForURL(/period=previousMonth/);
  expect(new URL(page.url()).searchParams.get('podcast')).toBe(key);
  await menu('Tea last month').waitFor(patience);
  await takeScreenshots(viewUrl, 'podcasts-menu', () => menu('Tea last month').click());
});

it('schedules an e-mail report of that podcast from its page, and sends its downloads', async () => {
  await show(page, analytics(`/podcasts?podcast=${key}`));
  await choose('Views', 'Schedule a report');
  await expect.poll(() => field('Statistics').inputValue(), patience).toBe('podcasts');
  await expect.poll(() => field('Podcast').inputValue(), patience).toBe(key);
  await dialog().getByText('Daily').click();
  expect(await violations(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Schedule' }).click();
  await waitForAlert(/Report scheduled\. Next:/);
  expect(await schedules()).toMatchObject([{ kind: 'podcasts', every: 'day', about: { key, name: 'Tea & Talk' } }]);

  await show(page, analytics('/reports'));
  const report = page.getByRole('listitem', { name: /Tea & Talk \(Harbour Lights\): Podcasts, every day/ });
  await report.getByRole('button', { name: 'Send now' }).click();
  await report.getByText('1 e-mail sent').waitFor({ timeout: 90_000 });
  const [email] = await reportEmails();
  expect(email?.subject).toMatch(/^Tea & Talk: downloads on /);
  expect(email?.text).toContain('No downloads of Tea & Talk');
  const lines = email?.attachments[0]?.content.toString().trim().split('\r\n');
  expect(lines?.[0]).toBe('"from","to","downloads","uniques","totalBytes"');
  expect(lines).toHaveLength(25);
  await screenshotEmail(email!, 'podcast');
});

it.each([
  ['/ctl', 'Call-in', 'ctl'],
  ['/app', 'App', 'app'],
  ['/podcasts/full', 'Podcasts', 'podcasts'],
])('schedules an e-mail report from %s, as %s', async (path, name, kind) => {
  await show(page, analytics(path));
  await choose('Views', 'Schedule a report');
  await expect.poll(() => field('Statistics').inputValue(), patience).toBe(kind);
  expect(await violations(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Schedule' }).click();
  await waitForAlert(/Report scheduled\. Next:/);
  const scheduledReports = await schedules();
  expect(scheduledReports.filter((one) => one.kind === kind && one.about === null)).toHaveLength(1);
  await takeScreenshots(analytics(path), `${kind}-dialog`, async () => {
    await choose('Views', 'Schedule a report');
    await field('Statistics').waitFor(patience);
  });
  await show(page, analytics('/reports'));
  const report = page.getByRole('listitem', { name: new RegExp(`\\(all .*\\): ${name}, every monday`) });
  await report.getByRole('button', { name: 'Send now' }).click();
  await report.getByText('1 e-mail sent').waitFor({ timeout: 90_000 });
  const email = await vi.waitUntil(
    async () =>
      (await reportEmails()).find(({ subject }) => subject?.startsWith(`Harbour Lights: ${topics[kind] ?? ''}`)),
    { timeout: 90_000, interval: 300 },
  );
  await screenshotEmail(email!, kind);
});
const topics: Record<string, string> = { ctl: 'calls', app: 'app listening', podcasts: 'downloads' };

it('offers streaming and call-in reports in the list of a station', async () => {
  await show(page, `${product.url}${at.stationPath}/analytics/reports`);
  await page.getByRole('button', { name: 'Schedule a report' }).click();
  await expect
    .poll(() => field('Statistics').locator('option').allTextContents(), patience)
    .toEqual(['Streaming', 'Call-in']);
  await field('Statistics').selectOption('Call-in');
  await dialog().getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('listitem', { name: /Harbour Lights Radio: Call-in, every monday/ }).waitFor(patience);
  expect(await violations(page)).toEqual([]);
  await takeScreenshots(analytics('/reports'), 'reports-of-kinds');
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
