import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { people } from '#contract/api/people.ts';
import { session } from '#contract/api/session.ts';
import { launch, openWindow, signIn, collectErrors } from './browser.ts';
import { register } from './registered-users.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* A user's preferences follow them to another device and are removed at sign-out; a suspended user is locked out. */

let product: Product;
let browser: Browser;
let at: TestStation;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('applies a user’s preferences on another device, and to nobody else', async () => {
  const member = await register(product, 'nora.night@example.com');
  const [desk, phone] = [await openWindow(browser), await openWindow(browser, 390)];
  const page = await desk.newPage();
  const problems = collectErrors(page);
  await signIn(page, product.url, member);
  const response = page.waitForResponse((reply) => reply.url().endsWith('/users/me/preferences'));
  await choose(page, 'Dark');
  await choose(page, 'Right to left');
  expect((await response).status()).toBe(200);
  await expect
    .poll(async () => (await member.call(session.me, {})).preferences)
    .toEqual({ theme: 'dark', direction: 'rtl' });

  const other = await phone.newPage();
  await signIn(other, product.url, member);
  await expect.poll(() => lookOf(other)).toEqual(['dark', 'rtl']);

  await choose(page, 'Sign out');
  await page.getByLabel(/^password/i).waitFor();
  const storageKeys = await page.evaluate(() =>
    Object.keys(localStorage).filter((name) => !name.startsWith('signin.')),
  );
  expect(storageKeys).toEqual(['preferences']);
  await signIn(page, product.url, product.admin);
  await expect.poll(() => lookOf(page)).toEqual(['semi-dark', 'ltr']);
  expect(problems()).toEqual([]);
  await Promise.all([desk.close(), phone.close()]);
});

it('signs a suspended user out, without a redirect loop', async () => {
  const member = await register(product, 'sam.stays@example.com');
  const window = await openWindow(browser);
  const page = await window.newPage();
  onTestFailed(async () => void process.stderr.write(`${page.url()}\n${await page.content()}\n`));
  await signIn(page, product.url, member);
  const { id } = await member.call(session.me, {});
  await at.call(people.disable, { params: { userId: id } });
  // The open page notices by itself, as its event stream ends. It says so if they have just signed in, else asks again.
  const [password, refused] = [
    page.getByLabel(/^password/i),
    page.getByRole('heading', { name: 'You have no access' }),
  ];
  await password.or(refused).first().waitFor();
  if (await refused.isVisible()) await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await password.waitFor();

  let visits = 0;
  page.on('framenavigated', () => (visits += 1));
  await page.getByLabel(/e-?mail/i).fill(member.email);
  await page.getByLabel(/^password/i).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await refused.waitFor();
  const settledVisits = visits;
  expect(settledVisits).toBeLessThan(15);
  // No pending request could redirect them.
  await page.waitForLoadState('networkidle');
  expect(visits).toBe(settledVisits);
  expect(await refused.isVisible()).toBe(true);

  await page.getByRole('button', { name: 'Sign in as someone else' }).click();
  await page.getByLabel(/^password/i).waitFor();
  await at.call(people.enable, { params: { userId: id } });
  await page.getByLabel(/e-?mail/i).fill(member.email);
  await page.getByLabel(/^password/i).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  await window.close();
});

const choose = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: /User menu:/ }).click();
  await page.getByText(item, { exact: true }).click();
  await page.keyboard.press('Escape');
};

const lookOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ['dark', 'semi-dark'].find((name) => document.body.classList.contains(name)) ?? 'light',
    document.documentElement.dir,
  ]);
