import { join } from 'node:path';
import type { ParsedMail } from 'mailparser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analytics } from '#contract/api/analytics.ts';
import { reportViews } from '#contract/api/report-views.ts';
import { dayMs } from '#contract/rules/time.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { linkInEmail, emailsTo } from './registered-users.ts';
import { insertListening } from './listening.ts';
import { saveScreenshots } from './screenshots.ts';
import { messages, show, violations, waitUntilSettled } from './page.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Saved views of analytics pages, and scheduled e-mail reports. */

const stranger = 'agency@elsewhere.example';
const shots = process.env['SHOTS'];

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await insertListening(product, { ...at, audience: 9, days: 3 });
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const streaming = (): string => `${product.url}${at.accountPath}/analytics/streaming`;
const dialog = () => page.getByRole('dialog');
const waitForAlert = (text: string | RegExp) => messages(page, text).first().waitFor();
/** The menu button is labelled with the current view. */
const menu = (view: string) => page.locator('#content').getByRole('button', { name: view, exact: true });
const choose = async (view: string, item: string): Promise<void> => {
  await menu(view).click();
  await page.getByRole('menu', { name: 'Saved views' }).getByText(item).click();
};
const query = () => new URL(page.url()).searchParams;

const reportTo = async (email: string, after = 0): Promise<ParsedMail> => {
  const reports = async () => (await emailsTo(product, email)).filter(({ attachments }) => attachments.length > 0);
  return (await vi.waitUntil(async () => (await reports())[after], { timeout: 90_000, interval: 300 }))!;
};

const takeScreenshots = (path: string, name: string, act?: () => Promise<void>): Promise<void> =>
  saveScreenshots(page, `${product.url}${path}`, name, act);

describe('a saved view', () => {
  it('saves the state of a page under a name, and restores it', async () => {
    await show(page, `${streaming()}?period=previousWeek&compare=false`);
    await choose('Views', 'Save view');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Last week alone');
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitForAlert('View saved.');
    await menu('Last week alone').waitFor();

    await page.reload();
    await waitUntilSettled(page);
    await menu('Last week alone').waitFor();
    await show(page, streaming());
    await choose('Views', 'Last week alone');
    await page.waitForURL(/period=previousWeek/);
    expect(query().get('compare')).toBe('false');
    await takeScreenshots(`${at.accountPath}/analytics/streaming?period=previousWeek`, 'menu', async () => {
      await menu('Views').click();
    });
  });

  it('opens with the page if it is the default view, until it is deleted', async () => {
    await show(page, `${streaming()}?period=previousWeek&compare=false`);
    await choose('Last week alone', 'Manage views');
    await dialog().getByRole('switch', { name: 'Default view' }).click();
    await expect.poll(() => dialog().getByRole('switch', { name: 'Default view' }).isChecked()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await expect
      .poll(async () => (await at.call(reportViews.viewsOfAccount, { params: { id: at.account } }))[0]?.is_default)
      .toBe(true);
    await page.goto(streaming());
    await page.waitForURL(/period=previousWeek/);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('thisMonth');
    await page.waitForURL(/period=thisMonth/);
    await takeScreenshots(`${at.accountPath}/analytics/streaming?period=thisMonth`, 'manage', async () => {
      await choose('Views', 'Manage views');
      await dialog().waitFor();
    });

    await show(page, `${streaming()}?period=thisMonth`);
    await choose('Views', 'Manage views');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('A quiet week');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await dialog().getByRole('button', { name: 'Delete A quiet week' }).click();
    await dialog().getByText('No saved views for this page.').waitFor();
    await page.keyboard.press('Escape');
    await show(page, streaming());
    await menu('Views').waitFor();
    expect(query().get('period')).toBe(null);
  });
});

describe('an e-mail report', () => {
  it('is scheduled on the page it reports on', async () => {
    await show(page, `${product.url}${at.accountPath}/analytics/reports`);
    await page.getByText('No scheduled reports').waitFor();
    await takeScreenshots(`${at.accountPath}/analytics/reports`, 'empty');
    await show(page, streaming());
    await choose('Views', 'Schedule a report');
    await dialog().getByText('Daily').click();
    const emails = dialog().getByLabel('Recipients', { exact: true });
    await emails.fill(stranger);
    await emails.press('Enter');
    await dialog().getByText(stranger).waitFor();
    expect(await violations(page)).toEqual([]);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'dialog.png') });
    await dialog().getByRole('button', { name: 'Schedule' }).click();
    await waitForAlert(/Report scheduled\. Next: .*1 recipient must confirm first/);
  });

  it('is sent immediately on request, with the statistics of the API', async () => {
    await show(page, `${product.url}${at.accountPath}/analytics/reports`);
    const report = page.getByRole('listitem', { name: /Harbour Lights \(all stations\)/ });
    await report.getByText('Every day at 7:00 AM (UTC)').waitFor();
    await report.getByText(`${stranger} · not confirmed yet`).waitFor();
    expect(await violations(page)).toEqual([]);
    await report.getByRole('button', { name: 'Send now' }).click();
    const email = await reportTo(product.admin.email);
    const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    const { period_stats, hour_stats } = await at.call(analytics.account, {
      params: { id: at.account, type: 'day' },
      query: { from_date: yesterday, to_date: yesterday, frequency: 'hour' },
    });
    const { connections } = period_stats.stats;
    expect(connections).toBeGreaterThan(100);
    expect(email.text).toContain(`${connections.toLocaleString('en')} sessions and `);
    expect(email.html).toContain(`${connections.toLocaleString('en')}</td>`);
    const lines = email.attachments[0]!.content.toString().trim().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',')[2]))).toEqual(hour_stats.map(({ stats }) => stats.connections));
    await report.getByText('1 e-mail sent').waitFor();
    expect(await reportTo(product.admin.email)).toBeDefined();
    expect((await emailsTo(product, stranger)).filter(({ attachments }) => attachments.length > 0)).toEqual([]);
    await takeScreenshots(`${at.accountPath}/analytics/reports`, 'reports');
  });

  it('is sent to other recipients after they confirm, until they unsubscribe, without signing in', async () => {
    const window = await openWindow(browser);
    const recipientPage = await window.newPage();
    const recipientErrors = collectErrors(recipientPage);
    await recipientPage.goto(await linkInEmail(product, stranger, '/reports/confirm'));
    expect(await violations(recipientPage)).toEqual([]);
    if (shots !== undefined) await recipientPage.screenshot({ path: join(shots, 'confirm.png') });
    await recipientPage.getByRole('button', { name: 'Confirm' }).click();
    await recipientPage.getByText(`${stranger} now receives`).waitFor();

    await show(page, `${product.url}${at.accountPath}/analytics/reports`);
    const report = page.getByRole('listitem', { name: /Harbour Lights \(all stations\)/ });
    await report.getByRole('button', { name: 'Send now' }).click();
    await reportTo(stranger);
    await recipientPage.goto(await linkInEmail(product, stranger, '/reports/unsubscribe'));
    await recipientPage.getByRole('button', { name: 'Unsubscribe' }).click();
    await recipientPage.getByText(`${stranger} no longer receives`).waitFor();
    await expect
      .poll(
        async () => {
          await show(page, `${product.url}${at.accountPath}/analytics/reports`);
          return await report.getByText(`${stranger} · unsubscribed`).isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(recipientErrors()).toEqual([]);
    await window.close();
  });

  it('is edited and deleted in the list of reports, a station’s on its own page', async () => {
    await show(page, `${product.url}${at.stationPath}/analytics/reports`);
    await page.getByRole('button', { name: 'Schedule a report' }).click();
    await dialog().getByRole('button', { name: 'Schedule' }).click();
    const report = page.getByRole('listitem', { name: /Harbour Lights Radio/ });
    await report.getByText('Every Monday at 7:00 AM (UTC)').waitFor();
    await report.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog().getByText('Monthly').click();
    await dialog().getByRole('combobox', { name: 'At' }).selectOption('18');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await report.getByText('On the first of the month at 6:00 PM (UTC)').waitFor();

    await show(page, `${product.url}${at.accountPath}/analytics/reports`);
    await report.waitFor();
    await report.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete schedule' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await report.waitFor({ state: 'detached' });
  });
});

it('logs no errors in the browser', () => expect(pageErrors()).toEqual([]));
