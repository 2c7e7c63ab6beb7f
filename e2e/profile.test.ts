import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { portal } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { launch, openWindow, openSignedIn, signIn, visit, collectErrors } from './browser.ts';
import { linkInEmail, register, type Member } from './registered-users.ts';
import { messages, open, show, waitUntilSettled } from './page.ts';
import { picture } from './picture.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { startVendor, type Vendor } from './vendor.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* A user's profile and starred pages, chat support and referrals. */

let product: Product;
let browser: Browser;
let at: TestStation;
let member: Member;
let window: BrowserContext;
let page: Page;
let pageErrors: () => string[];
let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
  [product, browser] = await Promise.all([ownProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  member = await register(product, 'mia.miller@example.com');
  window = await openWindow(browser);
  page = await window.newPage();
  pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, member);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  vendor?.close();
});

const section = (name: string) => page.getByRole('region', { name, exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const waitForAlert = (text: string | RegExp) => messages(page, text).first().waitFor();
describe('the profile', () => {
  it('saves personal info, and shows the picture in the header', async () => {
    await show(page, `${product.url}/profile/settings`);
    await section('Personal info').getByLabel('First name').fill('Mia Maria');
    await section('Personal info').getByLabel('Birthday').fill('1988-05-17');
    await save();
    await waitForAlert('Personal info saved.');
    await section('Personal info')
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture(300) });
    await page.getByRole('banner').or(page.locator('header')).locator('img').first().waitFor();
    await expect
      .poll(() => member.call(session.me, {}))
      .toMatchObject({
        basic_info: { first_name: 'Mia Maria', birthday: '1988-05-17' },
        dj_info: { image_url: expect.stringContaining('/images/') as string },
      });
    await section('Personal info')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(async () => (await member.call(session.me, {})).dj_info.image_url).toBeNull();
  });

  it('saves everything that changed at once, or discards it', async () => {
    await show(page, `${product.url}/profile/settings`);
    await section('Personal info').getByLabel('First name').fill('Mia');
    await section('Contact').getByLabel('City').fill('Rafina');
    await save();
    await waitForAlert('Personal info saved.');
    await waitForAlert('Contact saved.');
    await section('Contact').getByLabel('City').fill('Lavrio');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await section('Contact').getByLabel('City').inputValue()).toBe('Rafina');
    const { basic_info, contact_info } = await member.call(session.me, {});
    expect([basic_info.first_name, contact_info.city]).toEqual(['Mia', 'Rafina']);
  });

  it('formats dates by the chosen locale', async () => {
    await show(page, `${product.url}/profile/settings`);
    const locale = section('Localization').getByRole('combobox', { name: 'Locale' });
    await locale.or(section('Localization').getByRole('textbox', { name: 'Locale' })).fill('Austrian');
    await page
      .getByRole('option', { name: /Austrian German/ })
      .first()
      .click();
    await save();
    await waitForAlert('Localization saved.');
    expect((await member.call(session.me, {})).localization.locale).toBe('de-AT');
    await at.call(portal.addChangelog, {
      body: { title: 'Locales', contentHtml: '<p>As you write.</p>', date: '2026-11-20' },
    });
    await show(page, `${product.url}/changelog`);
    await page.getByText('20.11.2026').waitFor();
  });

  it('refuses another user’s URL at its field', async () => {
    await at.call(session.update, { body: { dj_info: { pretty_url: 'night-owl' } } });
    await show(page, `${product.url}/profile/settings`);
    await section('DJ info').getByLabel('URL').fill('owl');
    await save();
    await page.getByText(/should be at least 6 characters/).waitFor();
    await section('DJ info').getByLabel('URL').fill('night-owl');
    await save();
    await page.getByText('The URL is already in use.').first().waitFor();
  });

  it('asks before unsaved changes are lost', async () => {
    await show(page, `${product.url}/profile/settings`);
    await section('Contact').getByLabel('City').fill('Piraeus');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => url.pathname !== '/profile/settings');
  });

  it('changes the e-mail after the link sent to the new one was confirmed', async () => {
    await show(page, `${product.url}/profile/settings`);
    await section('E-mail').getByLabel('New e-mail').fill('mia.new@example.com');
    await section('E-mail').getByRole('button').click();
    await page.getByText('Check your inbox').waitFor();
    expect((await member.call(session.me, {})).email).toBe('mia.miller@example.com');
    const link = await linkInEmail(product, 'mia.new@example.com', '/confirm-email/');

    // Another user with that link cannot confirm it for her.
    const otherWindow = await openWindow(browser);
    const other = await otherWindow.newPage();
    const stranger = await register(product, 'somebody.else@example.com');
    await openSignedIn(other, product.url, stranger);
    await show(other, link);
    await other.getByText('This link is for another account').waitFor();
    expect(await other.getByRole('button', { name: 'Use this e-mail' }).count()).toBe(0);
    await otherWindow.close();

    await show(page, link);
    await page.getByText('replaces mia.miller@example.com').waitFor();
    await page.getByRole('button', { name: 'Use this e-mail' }).click();
    await waitForAlert('You now sign in with mia.new@example.com.');
    await section('E-mail').getByText('You sign in as mia.new@example.com.').waitFor();
    expect((await member.call(session.me, {})).email).toBe('mia.new@example.com');
    member = { ...member, email: 'mia.new@example.com' };
  });

  it('changes the password if it is strong enough and typed twice', async () => {
    await show(page, `${product.url}/profile/settings`);
    const first = page.getByLabel('New password', { exact: true });
    const confirmation = page.getByLabel('Confirm new password');
    await first.fill('short');
    await confirmation.fill('short');
    await section('Password').getByRole('button').click();
    await page.getByText('Use at least 10 characters.').waitFor();
    await first.fill('another horse battery 7');
    await page.getByText('Strong').waitFor();
    await section('Password').getByRole('button').click();
    await page.getByText('The passwords do not match.').waitFor();
    await confirmation.fill('another horse battery 7');
    await section('Password').getByRole('button').click();
    await waitForAlert('Password changed.');
  });
});

describe('starred pages', () => {
  it('are listed in the navigation, ten directly and the others under "More", and saved for the user', async () => {
    const paths = ['/changelog', '/accounts', '/profile/settings'];
    for (const path of paths) {
      await show(page, product.url + path);
      await page.getByRole('button', { name: 'Star this page' }).click();
    }
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Profile settings' }).waitFor();
    await expect
      .poll(async () => (await starredOf()).map(({ path }) => path))
      .toEqual(['/changelog', '/accounts', '/profile/settings']);
    const starred = Array.from({ length: 12 }, (_, i) => ({
      path: `/accounts?page=${i + 1}`,
      title: `Place ${i + 1}`,
    }));
    await call(page, starred);
    await page.reload();
    await waitUntilSettled(page);
    await nav.getByRole('link', { name: 'Place 10' }).waitFor();
    expect(await nav.getByRole('link', { name: 'Place 11' }).isVisible()).toBe(false);
    await nav.getByText('More (2)').click();
    await nav.getByRole('link', { name: 'Place 11' }).waitFor();
  });
});

/** Needs a new session, as the password has changed since. */
const starredOf = async () => (await (await memberSignedInAgain()).call(session.me, {})).preferences.starred ?? [];
const call = async (_: Page, starred: { path: string; title: string }[]) =>
  (await memberSignedInAgain()).call(session.preferences, { body: { starred } });
let signedInAgain: Promise<Member> | undefined;
const memberSignedInAgain = (): Promise<Member> => (signedInAgain ??= signInAgain());
const signInAgain = async (): Promise<Member> => {
  const password = 'another horse battery 7';
  return { ...member, password, call: await signInByPassword(product.url, member.email, password) };
};

describe('invalid URLs', () => {
  it.each([
    ['/accounts/a-1', '/bad-request'],
    [`/accounts/a-${'2'.repeat(22)}`, '/forbidden'],
    ['/portal', '/forbidden'],
  ])('redirect from %s to %s', async (path, end) => {
    await page.goto(product.url + path);
    await page.waitForURL((url) => url.pathname === end);
  });

  it('of missing accounts and stations redirect to /not-found', async () => {
    const admin = await (await openWindow(browser)).newPage();
    await openSignedIn(admin, product.url, product.admin);
    await admin.goto(`${product.url}/accounts/a-${'2'.repeat(22)}`);
    await admin.waitForURL((url) => url.pathname === '/not-found');
    await admin.goto(`${product.url}${at.accountPath}/stations/s-${'2'.repeat(22)}`);
    await admin.waitForURL((url) => url.pathname === '/not-found');
    await admin.context().close();
  });
});

describe('chat support', () => {
  it('shows both widgets if the account has it, lifts them on scroll, and none to administrators', async () => {
    const { call: asMia, email } = await memberSignedInAgain();
    const ownAccount = await asMia(accounts.create, { body: { company: 'Mia Media', email } });
    const accountWithoutChat = await asMia(accounts.create, { body: { company: 'Quiet Media', email } });
    await at.call(accounts.update, { params: { key: accountWithoutChat.key }, body: { chat_support: false } });
    await at.call(portal.setSettings, {
      body: {
        chat_widgets: {
          primary: { script: `${vendor.url}/one.js`, secret: 'first secret' },
          secondary: { script: `${vendor.url}/two.js`, secret: 'second secret' },
        },
      },
    });
    await expect.poll(async () => (await at.call(session.config, {})).chat_widgets.primary).toBe('/embed/chat/primary');
    await open(page, `${product.url}/accounts/${ownAccount.key}`);
    const widgets = page.locator('[data-chat-support]');
    const frame = (name: string) => page.frameLocator(`[data-chat-widget="${name}"]`);
    await frame('primary')
      .getByRole('button', { name: `Chat primary 64 ${email}` })
      .waitFor();
    await frame('secondary')
      .getByRole('button', { name: /Chat secondary 64/ })
      .waitFor();
    await expect.poll(() => vendor.posted.filter(({ path }) => path === '/loot')).toHaveLength(2);
    for (const { body } of vendor.posted) expect(body).toBe('SecurityError,SecurityError,SecurityError,SecurityError');
    const { width, height } = (await page.locator('[data-chat-widget="primary"]').boundingBox())!;
    expect([width > 100, height > 15]).toEqual([true, true]);
    const bottom = () => widgets.evaluate((element) => element.style.bottom);
    await expect.poll(bottom).toBe('85px');
    await page.evaluate(() => {
      document.body.style.minHeight = '4000px';
      document.documentElement.scrollTop = 900;
    });
    await expect.poll(bottom).toBe('170px');

    await page.getByRole('button', { name: /switch account/ }).click();
    await page.getByRole('menuitem', { name: 'Quiet Media' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quiet Media' }).waitFor();
    await widgets.waitFor({ state: 'detached' });
    const stoppedWidgets = () => vendor.posted.filter(({ path }) => path === '/stopped').map(({ body }) => body);
    await expect.poll(() => stoppedWidgets().sort()).toEqual(['primary', 'secondary']);

    const admin = await (await openWindow(browser)).newPage();
    await openSignedIn(admin, product.url, product.admin);
    await open(admin, product.url + at.accountPath);
    expect(await admin.locator('[data-chat-support]').count()).toBe(0);
    await admin.context().close();
    expect(pageErrors()).toEqual([]);
  });
});

describe('a referral', () => {
  it('is reported once when its link is opened, and once after sign-in', async () => {
    await at.call(portal.setSettings, { body: { referral: { url: `${vendor.url}/track`, token: 'tracker token' } } });
    await expect.poll(async () => (await at.call(session.config, {})).referral_tracking).toBe(true);
    const referredWindow = await openWindow(browser);
    const visitor = await referredWindow.newPage();
    const trackingCalls: string[] = [];
    visitor.on('request', (request) => {
      if (/\/referrals\/|\/users\/me\/referral/.test(request.url()))
        trackingCalls.push(new URL(request.url()).pathname);
    });
    await visit(visitor, `${product.url}/?ref=SUMMER-26`);
    await visitor.getByLabel(/^password/i).waitFor();
    await expect.poll(() => trackingCalls).toEqual(['/v1/referrals/SUMMER-26/click']);
    await visit(visitor, product.url);
    const { email } = member;
    await signIn(visitor, product.url, { email, password: 'another horse battery 7' });
    await expect.poll(() => trackingCalls).toEqual(['/v1/referrals/SUMMER-26/click', '/v1/users/me/referral']);
    await expect.poll(() => visitor.evaluate(() => localStorage.getItem('referral'))).toBeNull();
    await visitor.reload();
    await waitUntilSettled(visitor);
    expect(trackingCalls).toHaveLength(2);
    expect(visitor.url()).not.toContain('ref=');
    await referredWindow.close();
  });
});
