import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adProviders } from '#contract/api/ad-providers.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import { collectErrors, launch, openWindow, openSignedIn } from './browser.ts';
import { messages, show, violations } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* Ad servers: the portal adds one and tries it, an account adds its own, and a campaign asks it before its own audio plays. */

let product: Product;
let browser: Browser;
let at: TestStation;
let page: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Ads', 'Harbour Ads Radio');
  await at.call(campaigns.enable, { params: { id: at.account }, body: { enabled: true } });
  page = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const pathOf = (rest: string): string => `${product.url}${at.accountPath}${rest}`;
const waitForAlert = (text: string | RegExp) => messages(page, text).first().waitFor();
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const addServer = async (name: string, tag: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add ad server' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('VAST tag').fill(tag);
  await inDialog('Add');
  await waitForAlert(`“${name}” saved.`);
};

describe('ad servers', () => {
  it('of the portal are added, tried with the reason why an answer is not used, and switched on', async () => {
    const name = `Network of ${at.station.slice(-4)}`;
    await show(page, `${product.url}/portal/ad-servers`);
    await addServer(name, 'http://127.0.0.1:9/vast?cb=[CACHEBUSTING]');
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Try it' }).click();
    await page
      .getByRole('dialog')
      .getByText(/not a public web address/)
      .waitFor();
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByLabel(`Ask ${name}`).click({ force: true });
    await waitForAlert('is asked from now on');
  });

  it('of an account stand beside those of the portal, and are asked before a campaign’s own audio', async () => {
    await show(page, pathOf('/advertising/ad-servers'));
    await saveScreenshots(page, page.url(), 'ad-servers-of-portal');
    await addServer('Own exchange', 'https://ads.example/vast');
    const listed = await at.call(adProviders.list, { params: { id: at.account } });
    const own = listed.find(({ name }) => name === 'Own exchange')!;
    expect(own).toMatchObject({ shared: false, enabled: false, consent: 'outsideEurope' });
    expect(listed.some(({ shared }) => shared)).toBe(true);
    await page.getByLabel('Ask Own exchange').click({ force: true });
    await waitForAlert('is asked from now on');
    expect(await violations(page)).toEqual([]);
    await saveScreenshots(page, page.url(), 'ad-servers');
    await saveScreenshots(page, page.url(), 'ad-server-dialog', () =>
      page.getByRole('button', { name: 'Add ad server' }).first().click(),
    );

    await show(page, pathOf('/advertising/create'));
    await page.getByRole('textbox', { name: /^Name/ }).fill('Spots of others');
    await page.getByLabel('Who provides it').selectOption({ label: 'Own exchange' });
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await waitForAlert('“Spots of others” saved.');
    const { entities } = await at.call(campaigns.list, { params: { id: at.account }, query: {} });
    const made = await at.call(campaigns.get, { params: { id: at.account, cid: entities[0]!.id } });
    expect(made.providerRuleChains.map(({ provider }) => provider.id)).toEqual([own.id, 'creative']);
  });

  it('one that campaigns ask is not deleted', async () => {
    await show(page, pathOf('/advertising/ad-servers'));
    await page.getByRole('button', { name: 'Actions for Own exchange' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await inDialog('Delete');
    await waitForAlert('Campaigns ask this ad server');
    expect(pageErrors()).toEqual([]);
  });
});
