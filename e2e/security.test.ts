import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { signIn as calls } from '#contract/api/sign-in.ts';
import { launch, openWindow, openSignedIn, signIn, collectErrors } from './browser.ts';
import { register, type Member } from './registered-users.ts';
import { saveScreenshots } from './screenshots.ts';
import { show, violations } from './page.ts';
import type { Product } from './product.ts';
import { authenticatorFor, saveCodes, security, waitForPortal } from './second-factor.ts';
import { sharedProduct } from './shared-product.ts';

/* Sign-in security: setting up and using second factors, and the list of sessions. */

let product: Product;
let browser: Browser;
const windows: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
afterEach(async () => {
  await Promise.all(windows.splice(0).map((window) => window.close()));
});

const newPage = async (): Promise<Page> => {
  const window = await openWindow(browser);
  windows.push(window);
  return window.newPage();
};
const settings = (): string => `${product.url}/profile/settings`;
const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });
/** Signs in with the password, as far as the page that asks for the second factor. */
const typePassword = async (page: Page, { email, password }: Member): Promise<void> => {
  await page.goto(product.url);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
};

it('adds an authenticator app, signs in with its code or a recovery code, and removes it', async () => {
  const member = await register(product, 'anna.app@example.com');
  const page = await newPage();
  const pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, member);
  await show(page, settings());
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  const openDialog = async (): Promise<void> => {
    await security(page).getByRole('button', { name: 'Add authenticator app' }).click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  };
  await openDialog();
  expect(await violations(page)).toEqual([]);
  const totp = authenticatorFor(await dialog.locator('code').innerText());
  await dialog.getByLabel('Code', { exact: true }).fill('12');
  await dialog.getByRole('button', { name: 'Add app' }).click();
  await dialog.getByText('Enter the 6-digit code from your app.').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(totp.generate());
  await dialog.getByRole('button', { name: 'Add app' }).click();
  const codes = await saveCodes(page);
  expect(new Set(codes).size).toBe(10);
  await security(page).getByText('Recovery codes remaining: 10').waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, settings(), 'security');
  await saveScreenshots(page, settings(), 'security-app', openDialog);

  const other = await newPage();
  await typePassword(other, member);
  // The code of the next step, which is accepted early: the current one was used above.
  await other.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await other.getByRole('button', { name: 'Continue' }).click();
  await waitForPortal(other);

  const third = await newPage();
  await typePassword(third, member);
  await third.getByLabel('Code').fill(codes[0] ?? '');
  await third.getByRole('button', { name: 'Continue' }).click();
  await waitForPortal(third);

  await show(page, settings());
  await security(page).getByText('Recovery codes remaining: 9').waitFor();
  await security(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await security(page).getByText('No second factor.').waitFor();
  expect(pageErrors()).toEqual([]);
});

it('adds a passkey, says why the browser refused a second one, and signs in with it alone', async () => {
  const member = await register(product, 'paul.key@example.com');
  const page = await newPage();
  const pageErrors = collectErrors(page);
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await openSignedIn(page, product.url, member);
  await show(page, settings());
  const add = security(page).getByRole('button', { name: 'Add passkey' });
  await add.click();
  expect(await saveCodes(page)).toHaveLength(10);
  await security(page).getByRole('listitem').filter({ hasText: /Added/ }).waitFor();
  await add.click();
  await page.getByText('This device already has a passkey for your account.').first().waitFor();
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1);

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await waitForPortal(page);
  expect(pageErrors()).toEqual([]);
});

it('lists the sessions, and signs out the others', async () => {
  const member = await register(product, 'sam.sessions@example.com');
  const page = await newPage();
  await openSignedIn(page, product.url, member);
  const other = await newPage();
  await signIn(other, product.url, member);
  await show(page, settings());
  // The third is the session of this test's API calls.
  await sessions(page).getByRole('listitem').nth(2).waitFor();
  expect(await sessions(page).getByText('This session').count()).toBe(1);
  await saveScreenshots(page, settings(), 'sessions');
  await sessions(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('Signed out everywhere else.').first().waitFor();
  await expect.poll(() => sessions(page).getByRole('listitem').count()).toBe(1);
  await expect(member.call(calls.sessions, {})).rejects.toThrow();
  // Its next step leads to the sign-in page, which ends the navigation.
  const step = show(other, settings()).catch(() => undefined);
  await other.getByLabel(/^password/i).waitFor();
  await step;
  await show(page, settings());
  await sessions(page).getByText('This session').waitFor();
});

it('asks to sign in again before changes if the last sign-in is too old, and returns', async () => {
  const member = await register(product, 'olga.old@example.com');
  const page = await newPage();
  const pageErrors = collectErrors(page);
  await openSignedIn(page, product.url, member);
  // Fakes an old sign-in for the page, as five minutes are too long to wait; the server's rule has its own test.
  await page.route('**/users/me/sign-in', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), recent: false } });
  });
  await show(page, settings());
  await page.getByLabel('Current password').nth(1).waitFor();
  expect(await violations(page)).toEqual([]);
  await saveScreenshots(page, settings(), 'security-stale');
  await security(page).getByRole('button', { name: 'Sign in again' }).click();
  await page.waitForURL((at) => at.pathname.startsWith('/realms/'));
  await page.getByLabel(/^password/i).fill(member.password);
  expect(await page.getByLabel(/e-?mail/i).inputValue()).toBe(member.email);
  await page.unroute('**/users/me/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${settings()}#security`);
  await security(page).getByRole('button', { name: 'Add authenticator app' }).waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  expect(pageErrors()).toEqual([]);
});
