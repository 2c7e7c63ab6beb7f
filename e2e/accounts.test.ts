import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { players } from '#contract/api/players.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { acceptInvitations, register, type Member } from './registered-users.ts';
import { messages, open, show } from './page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* An account from onboarding to deletion, as its owner and a portal administrator see it. */

let product: Product;
let browser: Browser;
let at: TestStation;
let admin: Page;
let owner: Page;
let member: Member;
const pageErrors: (() => string[])[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  member = await register(product, 'olga.owner@example.com');
  admin = await signInAs(product.admin);
  owner = await signInAs(member);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const signInAs = async (who: { email: string; password: string }): Promise<Page> => {
  const page = await (await openWindow(browser)).newPage();
  pageErrors.push(collectErrors(page));
  await openSignedIn(page, product.url, who);
  return page;
};
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const seeAlert = (page: Page, hasText: RegExp | string) => messages(page, hasText).first().waitFor();

describe('onboarding', () => {
  it('leads from the welcome page through account and plan to a station, and each step can be skipped', async () => {
    await owner.getByRole('link', { name: 'Create your account' }).click();
    await owner.waitForURL(/\/onboarding\/account$/);
    await owner.getByRole('button', { name: 'Continue' }).click();
    await seeAlert(owner, 'Please check inputs and try again.');
    await owner.getByLabel('Name').fill('Olga’s Waves');
    expect(await owner.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(member.email);
    await owner.getByRole('button', { name: 'Continue' }).click();
    await owner.waitForURL(/\/onboarding\/a-\w+\/plan$/);
    await owner.getByRole('button', { name: 'Subscribe: Starter' }).waitFor();
    await owner.getByRole('link', { name: 'Continue trial' }).click();
    await owner.waitForURL(/\/onboarding\/a-\w+\/station$/);
    await owner.getByRole('link', { name: 'Skip', exact: true }).click();
    await owner.getByRole('heading', { level: 1, name: 'Olga’s Waves' }).waitFor();
  });

  it('resumes at the next step, ends with what can be shared, and a checklist shows what is left until it is dismissed', async () => {
    await show(owner, `${product.url}/onboarding/account`);
    await owner.waitForURL(/\/onboarding\/a-\w+\/plan$/);
    await owner.getByRole('link', { name: 'Continue trial' }).click();
    await owner.getByLabel('Name').fill('Olga Waves One');
    await owner.getByRole('button', { name: 'Create station' }).click();
    await owner.waitForURL(/\/onboarding\/a-\w+\/share\/s-\w+$/);
    const [, stationKey = ''] = /share\/(s-\w+)$/.exec(owner.url()) ?? [];
    const own = await member.call(players.ofStation, { params: { id: stationKey as StationKey } });
    await owner.getByRole('button', { name: 'Copy player code' }).click();
    await expect.poll(() => owner.evaluate(() => navigator.clipboard.readText())).toBe(own.code.script);
    const address = await owner.getByRole('link', { name: 'Open page' }).getAttribute('href');
    expect(await (await fetch(address ?? '')).text()).toContain('Olga Waves One');
    await saveScreenshots(owner, owner.url(), 'onboarding-share');
    await owner.getByRole('link', { name: 'Go to the station' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Olga Waves One' }).waitFor();
    await owner.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await owner.getByText('Create a station (done)').waitFor();
    await owner.getByRole('link', { name: 'Go on the air with music or an encoder' }).click();
    await owner.waitForURL(/\/stations\/s-\w+$/);
    await owner.goBack();
    await owner.getByRole('button', { name: 'Dismiss checklist' }).click();
    await show(owner, owner.url());
    expect(await owner.getByText('Getting started').count()).toBe(0);
  });
});

describe('settings', () => {
  it('are saved, ask before unsaved changes are lost, and show the new logo', async () => {
    await owner.getByRole('link', { name: 'Settings', exact: true }).click();
    await owner.getByRole('textbox', { name: 'City' }).fill('Piraeus');
    await owner.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
    await confirm(owner, 'Stay');
    await owner.getByRole('combobox', { name: 'Country' }).fill('Gree');
    await owner.getByRole('option', { name: 'Greece' }).click();
    await owner.getByRole('textbox', { name: /^Tax office/ }).fill('A´ Piraeus');
    await owner.getByRole('button', { name: 'Save' }).click();
    await seeAlert(owner, 'Account saved.');
    const file = owner.locator('input[type=file]');
    await file.setInputFiles({ name: 'no.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await owner.getByText('This file cannot be read as an image.').waitFor();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(64) });
    await seeAlert(owner, 'Logo replaced.');
    await show(owner, owner.url());
    expect(await owner.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Piraeus');
    const logo = owner.locator('#content img').first();
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await owner.getByRole('textbox', { name: 'Notes' }).count()).toBe(0);
    expect(await owner.getByText('Danger zone').count()).toBe(0);
  });

  it('show limits and invoices to the owner, who cannot change them', async () => {
    const fields = { Limits: 'Stations', 'Invoice settings': 'Reference number' };
    for (const [tab, label] of Object.entries(fields)) {
      await owner.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab }).click();
      await owner.getByText('Managed by the portal').waitFor();
      expect(await owner.getByRole('textbox', { name: label }).isDisabled()).toBe(true);
      expect(await owner.getByRole('button', { name: 'Save' }).count()).toBe(0);
    }
  });

  it('let a portal administrator change them, and limits apply at once', async () => {
    const key = /accounts\/(a-\w+)/.exec(owner.url())![1]!;
    await show(admin, `${product.url}/accounts/${key}/settings/limits`);
    await admin.getByRole('textbox', { name: 'Stations' }).fill('1');
    await admin.getByRole('button', { name: 'Save' }).click();
    await seeAlert(admin, 'Limits saved.');
    await admin.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account info' }).click();
    expect(await admin.getByRole('switch', { name: /chat-support/ }).isChecked()).toBe(true);
    await admin.getByRole('switch', { name: /chat-support/ }).uncheck();
    await admin.getByRole('button', { name: 'Save' }).click();
    await seeAlert(admin, 'Account saved.');
    await admin.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Invoice settings' }).click();
    await admin.getByRole('textbox', { name: 'Reference number' }).fill('REF-7');
    await admin.getByRole('textbox', { name: /^CPM rate/ }).fill('12.5');
    await admin.getByRole('button', { name: 'Save' }).click();
    await seeAlert(admin, 'Invoice settings saved.');
    await show(admin, admin.url());
    expect(await admin.getByRole('textbox', { name: /^CPM rate/ }).inputValue()).toBe('12.50');
    await show(owner, `${product.url}/accounts/${key}/stations/create`);
    await owner.getByRole('heading', { name: 'Upgrade needed' }).waitFor();
    await owner.getByRole('link', { name: 'See plans' }).click();
    await owner.waitForURL(/\/upgrade$/);
  });

  it('list the applications, each with a key', async () => {
    const base = owner.url().replace(/upgrade$/, 'settings/applications');
    await show(owner, base);
    await owner.getByRole('button', { name: 'Add application' }).first().click();
    await owner.getByRole('dialog').getByLabel('Name').fill('Waves for Android');
    await owner.getByRole('dialog').getByText('Android', { exact: true }).click();
    await confirm(owner, 'Add');
    const added = owner.getByRole('row').filter({ hasText: 'Waves for Android' });
    await added.waitFor();
    expect(await added.locator('code').innerText()).toMatch(/^\w{32}$/);
    await added.getByRole('button', { name: 'Remove Waves for Android' }).click();
    await confirm(owner, 'Remove');
    await added.waitFor({ state: 'detached' });
  });
});

describe('the plan', () => {
  it('can be requested, and is listed for and assigned by a portal administrator', async () => {
    const upgrade = owner.url().replace(/settings.*$/, 'upgrade');
    const params = { id: /a-\w+/.exec(upgrade)![0] as AccountKey };
    const request = () => member.call(billing.request, { params, body: { plan: 'prime', interval: 'year' } });
    await request();
    await show(owner, upgrade);
    await owner.getByText('Requested: Prime (yearly)').waitFor();
    await owner.getByRole('button', { name: 'Cancel request' }).click();
    await seeAlert(owner, 'Request cancelled.');
    await request();
    await show(admin, `${product.url}/accounts`);
    await admin.getByRole('combobox', { name: 'Filter accounts' }).selectOption('requested');
    await expect.poll(() => admin.url()).toMatch(/only=requested/);
    await admin.getByRole('link', { name: 'Requested: Prime' }).click();
    await admin.getByText(/^Yearly/).click();
    await admin.getByRole('button', { name: 'Assign: Prime', exact: true }).click();
    await confirm(admin, 'Assign');
    await seeAlert(admin, 'The account is now on Prime.');
    expect(await admin.getByRole('button', { name: 'Your plan' }).isDisabled()).toBe(true);
    await show(owner, upgrade);
    await owner.getByText('is on Prime.').waitFor();
  });

  it('is refused, with the reason shown for twelve seconds, if the account has too many stations', async () => {
    for (const name of ['Harbour Two', 'Harbour Three'])
      await at.call(stations.create, { params: { id: at.account }, body: { name } });
    await show(admin, `${product.url}${at.accountPath}/upgrade`);
    await admin.getByText(/This plan allows .* you have/).waitFor();
    await admin.getByRole('button', { name: 'Assign: Starter' }).click();
    const clickedAt = Date.now();
    await confirm(admin, 'Assign');
    const toast = admin.getByRole('alert').filter({ hasText: 'Unable to update the plan' });
    await toast.waitFor();
    await toast.getByText('Please reduce the number of stations in your account').waitFor();
    await admin.mouse.move(300, 600);
    await toast.waitFor({ state: 'detached' });
    expect((Date.now() - clickedAt) / 1000).toBeGreaterThan(10.5);
  });

  it('is cancelled on the subscriptions page and stays listed as a legacy plan', async () => {
    await show(owner, owner.url().replace(/upgrade$/, 'subscriptions'));
    await owner.waitForURL(/\/subscriptions\/account$/);
    await owner.getByRole('button', { name: 'Cancel subscription' }).click();
    await confirm(owner, 'Cancel subscription');
    await owner.getByText('No subscription').waitFor();
    await owner.getByRole('link', { name: 'Legacy Plans' }).click();
    await owner.getByRole('row').filter({ hasText: 'Prime' }).getByText('Cancelled').first().waitFor();
  });
});

describe('switching the account', () => {
  it('discards the data of the previous account, and the player keeps playing', async () => {
    await addTracks(at, ['Concert Pitch']);
    await show(admin, product.url + at.stationPath);
    await admin
      .getByRole('button', { name: /^Listen to/ })
      .first()
      .click();
    const player = admin.getByRole('region', { name: 'Player' });
    await player.waitFor();
    await admin.getByRole('link', { name: 'Team', exact: true }).first().click();
    await admin.getByRole('row').filter({ hasText: product.admin.email }).first().waitFor();
    const other = await at.call(accounts.create, { body: { company: 'Second Coast', email: product.admin.email } });
    await admin.getByRole('button', { name: /switch account/ }).click();
    await admin.getByRole('menuitem', { name: 'All accounts' }).click();
    await admin.getByRole('textbox', { name: 'Search accounts' }).fill('Second Coast');
    await admin.getByRole('link', { name: 'Second Coast' }).click();
    await admin.getByRole('heading', { level: 1, name: 'Second Coast' }).waitFor();
    expect(admin.url()).toContain(other.key);
    await player.getByText('Harbour Lights Radio').first().waitFor();
    await player.getByRole('button', { name: /^(Stop|Pause)/ }).waitFor();
    const teamRequest = admin.waitForRequest((request) => request.url().endsWith(`/accounts/${at.account}/people`));
    await admin.goBack();
    await admin.goBack();
    await teamRequest;
    await admin.getByRole('row').filter({ hasText: product.admin.email }).first().waitFor();
  });
});

describe('the end of an account', () => {
  it('is suspended and reactivated after confirmation, and tells its team', async () => {
    await at.call(people.inviteToAccount, {
      params: { id: at.account, role: 'owner' },
      query: { email: member.email },
      body: {},
    });
    await acceptInvitations(member);
    await show(admin, `${product.url}${at.accountPath}/settings`);
    await admin.getByRole('button', { name: 'Suspend account' }).click();
    await confirm(admin, 'Suspend');
    await seeAlert(admin, 'Account suspended.');
    await show(owner, product.url + at.accountPath);
    await owner.getByText('This account is suspended').waitFor();
    await admin.getByRole('button', { name: 'Reactivate account' }).click();
    await confirm(admin, 'Reactivate');
    await seeAlert(admin, 'Account reactivated.');
    await show(owner, owner.url());
    expect(await owner.getByText('This account is suspended').count()).toBe(0);
  });

  it('is deleted after its name was typed; what blocks that is said before, and ends with it', async () => {
    await show(admin, `${product.url}${at.accountPath}/settings`);
    await admin.getByRole('button', { name: 'Delete account' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByText('The plan has to end first').waitFor();
    const sure = dialog.getByRole('button', { name: 'End plan and delete', exact: true });
    expect(await sure.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type/).fill('Harbour Lights');
    await sure.click();
    await admin.waitForURL((url) => url.pathname === '/accounts');
    await seeAlert(admin, 'Harbour Lights deleted.');
    await open(admin, product.url + at.accountPath);
    await admin.getByRole('heading', { name: /not found/i }).waitFor();
    expect(pageErrors.flatMap((found) => found())).toEqual([]);
  });
});

it('is created by a portal administrator for a customer, who is invited as its owner', async () => {
  await show(admin, `${product.url}/accounts/create`);
  await admin.getByRole('link', { name: 'Create for a customer' }).click();
  const texts = { 'Owner’s e-mail': member.email, Name: 'Made for Olga', 'E-mail': 'office@example.com' };
  for (const [name, text] of Object.entries(texts)) await admin.getByRole('textbox', { name, exact: true }).fill(text);
  await admin.getByRole('button', { name: 'Create account' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Made for Olga' }).waitFor();
  await owner.getByRole('button', { name: /^Inbox: 1 invitation/ }).click();
  await owner.getByRole('button', { name: 'Accept invitation to Made for Olga' }).click();
  await owner.getByRole('heading', { level: 1, name: 'Made for Olga' }).waitFor();
});
