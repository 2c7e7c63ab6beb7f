import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people } from '#contract/api/people.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openWindow, openSignedIn, collectErrors } from './browser.ts';
import { emailTextsTo, linkInEmail, register, type Member } from './registered-users.ts';
import { show } from './page.ts';
import type { Product } from './product.ts';
import { saveScreenshots } from './screenshots.ts';
import { sharedProduct } from './shared-product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* The team of an account and a station: inviting, accepting, promoting, removing, as both sides see it. */

let product: Product;
let browser: Browser;
let at: TestStation;
let owner: Page;
let pageErrors: () => string[];
let mara: Member;
let maraPage: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  mara = await register(product, 'mara.young@example.com');
  owner = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(owner);
  await openSignedIn(owner, product.url, product.admin);
  maraPage = await (await openWindow(browser)).newPage();
  await openSignedIn(maraPage, product.url, mara);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** In the account's team; below it the same people are listed with their stations. */
const row = (email: string) => owner.getByRole('row').filter({ hasText: email }).first();
/** The badge in the role column. */
const badge = (email: string, role: string) => row(email).getByRole('cell').nth(1).getByText(role, { exact: true });
const choose = async (email: string, item: string): Promise<void> => {
  await row(email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await owner.getByRole('menuitem', { name: item }).click();
};
/** The menu of a registered user, who is named after the e-mail. */
const actionsOf = ({ email }: { email: string }): string => `Actions for ${email.split('@')[0]!.replace('.', ' ')}`;
const invitationsTo = async (email: string): Promise<number> =>
  (await emailTextsTo(product, email)).filter((text) => text.includes('/invitations/')).length;
const confirm = (button: string) =>
  owner.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

describe('inviting', () => {
  it('invites several users at once, each e-mail confirmed with Enter, and lists them as invited', async () => {
    await show(owner, `${product.url}${at.accountPath}/people`);
    await owner.getByRole('button', { name: 'Invite people' }).click();
    const emails = owner.getByRole('dialog').getByRole('textbox', { name: 'E-mails' });
    await emails.fill('no e-mail');
    await emails.press('Enter');
    await owner.getByText('Please enter a valid e-mail address.').waitFor();
    await emails.fill(mara.email);
    await emails.press('Enter');
    await emails.fill('jo.new@example.com');
    await emails.press('Enter');
    await owner.getByRole('dialog').getByText('Admin', { exact: true }).click();
    await owner.getByRole('dialog').getByLabel('Message').fill('See you on the pier.');
    await confirm('Send 2 invitations');
    await owner.getByText('2 invitations sent').waitFor();
    for (const email of [mara.email, 'jo.new@example.com']) await badge(email, 'invited admin').waitFor();
    expect(await linkInEmail(product, 'jo.new@example.com', '/invitations/')).toMatch(/\/invitations\/\w{32}$/);
    expect((await emailTextsTo(product, 'jo.new@example.com')).join('')).toContain('writes: “See you on the pier.”');
  });

  it('names the refused user, and the reason', async () => {
    await owner.getByRole('button', { name: 'Invite people' }).click();
    await owner.getByRole('dialog').getByRole('textbox', { name: 'E-mails' }).fill(product.admin.email);
    await owner.keyboard.press('Enter');
    await confirm('Send invitation');
    await owner.getByRole('alert').filter({ hasText: product.admin.email }).waitFor();
    await confirm('Cancel');
  });

  it('shows the invitation in the inbox of the invited user, who accepts it there', async () => {
    await maraPage.getByRole('button', { name: /^Inbox: 1 invitation/ }).click();
    const inbox = maraPage.getByRole('dialog', { name: 'Inbox' });
    await inbox.getByText('Harbour Lights').waitFor();
    await maraPage.keyboard.press('Escape');
    await inbox.waitFor({ state: 'detached' });
    await at.call(people.inviteToStation, {
      params: { id: at.station, role: 'staff' },
      query: { email: mara.email },
      body: {},
    });
    await maraPage.getByRole('button', { name: /^Inbox: 2 invitations/ }).click();
    await inbox.getByRole('button', { name: 'Reject invitation to Harbour Lights Radio' }).click();
    await inbox
      .getByRole('button', { name: 'Reject invitation to Harbour Lights Radio' })
      .waitFor({ state: 'detached' });
    await inbox.getByRole('button', { name: 'Accept invitation to Harbour Lights' }).click();
    await maraPage.waitForURL((url) => url.pathname === at.accountPath);
    await maraPage.getByRole('heading', { level: 1, name: 'Harbour Lights' }).waitFor();
    await maraPage.getByRole('button', { name: /^Inbox: (nothing new|0 invitations)/ }).waitFor();
  });

  it('does not let an admin invite or change owners', async () => {
    await show(maraPage, `${product.url}${at.accountPath}/people`);
    expect(await maraPage.getByRole('button', { name: actionsOf(product.admin) }).count()).toBe(0);
    await maraPage.getByRole('button', { name: 'Invite people' }).click();
    await maraPage.getByRole('dialog').getByText('Manages all stations').waitFor();
    expect(await maraPage.getByRole('dialog').getByText('Owner', { exact: true }).count()).toBe(0);
    await maraPage.keyboard.press('Escape');
  });
});

describe('changing a role', () => {
  it('sends an invitation for a higher role, and says so before', async () => {
    await show(owner, `${product.url}${at.accountPath}/people`);
    await choose(mara.email, 'Change role');
    await owner.getByRole('radio', { name: /^Owner/ }).check();
    await owner.getByText('gets an invitation by e-mail and remains admin until they accept it').waitFor();
    // One to the account and one to the station; this one comes third.
    await expect.poll(() => invitationsTo(mara.email)).toBe(2);
    await confirm('Send invitation');
    await badge(mara.email, 'invited owner').waitFor();
    await expect.poll(() => invitationsTo(mara.email)).toBe(3);
    await show(maraPage, await linkInEmail(product, mara.email, '/invitations/'));
    await maraPage.getByRole('heading', { name: /invites you to Harbour Lights$/ }).waitFor();
    await maraPage.getByRole('button', { name: 'Accept' }).click();
    await maraPage.waitForURL((url) => url.pathname === at.accountPath);
  });

  it('applies a lower role immediately, and says so before', async () => {
    await show(owner, `${product.url}${at.accountPath}/people`);
    await badge(mara.email, 'owner').waitFor();
    await choose(mara.email, 'Change role');
    await owner.getByRole('radio', { name: /^Admin/ }).check();
    await owner.getByText('Applies immediately').waitFor();
    await confirm('Change role');
    await badge(mara.email, 'admin').waitFor();
  });
});

describe('open invitations', () => {
  let withdrawn: string;

  it('can be resent, which invalidates the earlier link', async () => {
    const first = await linkInEmail(product, 'jo.new@example.com', '/invitations/');
    await choose('jo.new@example.com', 'Resend invitation');
    await owner.getByText('Invitation sent again').waitFor();
    await expect.poll(() => linkInEmail(product, 'jo.new@example.com', '/invitations/')).not.toBe(first);
    const jo = await register(product, 'jo.new@example.com');
    const page = await (await openWindow(browser)).newPage();
    await openSignedIn(page, product.url, jo);
    await show(page, first);
    await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    await show(page, await linkInEmail(product, jo.email, '/invitations/'));
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Invitation rejected.').waitFor();
    await page.close();
  });

  it('can be withdrawn after confirmation', async () => {
    await at.call(people.inviteToAccount, {
      params: { id: at.account, role: 'admin' },
      query: { email: 'late@example.com' },
      body: {},
    });
    withdrawn = await linkInEmail(product, 'late@example.com', '/invitations/');
    await show(owner, `${product.url}${at.accountPath}/people`);
    await choose('late@example.com', 'Withdraw invitation');
    await confirm('Withdraw');
    await row('late@example.com').waitFor({ state: 'detached' });
  });

  it('are valid for the invited user only', async () => {
    await show(maraPage, withdrawn);
    await maraPage.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
    await at.call(people.inviteToAccount, {
      params: { id: at.account, role: 'admin' },
      query: { email: 'other@example.com' },
      body: {},
    });
    await show(maraPage, await linkInEmail(product, 'other@example.com', '/invitations/'));
    await maraPage.getByRole('heading', { name: 'This invitation is for someone else' }).waitFor();
    await maraPage.getByText(`You are signed in as ${mara.email}`).waitFor();
  });
});

it('removes a member after confirmation, and their open page is redirected', async () => {
  await show(maraPage, `${product.url}${at.accountPath}`);
  await show(owner, `${product.url}${at.accountPath}/people`);
  await choose(mara.email, 'Remove');
  await owner.getByRole('dialog').getByText('immediately').waitFor();
  await confirm('Remove');
  await row(mara.email).waitFor({ state: 'detached' });
  await maraPage.waitForURL(/\/(not-found|forbidden)$/);
});

it('lists the team of a station, and invites staff there', async () => {
  await show(owner, product.url + at.stationPath);
  await owner.getByRole('navigation', { name: 'Station' }).getByRole('link', { name: 'Settings' }).click();
  await owner.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team' }).click();
  await owner.waitForURL(/\/settings\/people$/);
  await owner.getByRole('button', { name: 'Invite people' }).first().click();
  await owner.getByRole('dialog').getByRole('textbox', { name: 'E-mails' }).fill('dj.night@example.com');
  await owner.keyboard.press('Enter');
  await confirm('Send invitation');
  await badge('dj.night@example.com', 'invited staff').waitFor();
  await expect.poll(() => owner.title()).toMatch(/^Harbour Lights Radio: Team - /);
});

it('lists who works where, and invites people to several stations at once', async () => {
  await at.call(stations.create, { params: { id: at.account }, body: { name: 'Harbour Nights Radio' } });
  await show(owner, `${product.url}${at.accountPath}/people`);
  const list = owner.getByRole('region', { name: 'Who works where', exact: true });
  await list.getByRole('row').filter({ hasText: 'dj.night@example.com' }).getByText('· invited staff').waitFor();
  await list.getByRole('button', { name: 'Invite to stations' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mails' }).fill('dj.both@example.com');
  await owner.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await dialog.getByText('This field is required').waitFor();
  for (const name of ['Harbour Lights Radio', 'Harbour Nights Radio'])
    await dialog.getByRole('checkbox', { name }).check();
  await confirm('Send invitations');
  const both = list.getByRole('row').filter({ hasText: 'dj.both@example.com' });
  for (const name of ['Harbour Lights Radio', 'Harbour Nights Radio'])
    await both.getByText(`${name} · invited staff`).waitFor();
  await expect.poll(() => invitationsTo('dj.both@example.com')).toBe(2);
  await saveScreenshots(owner, `${product.url}${at.accountPath}/people`, 'who-works-where');
  expect(pageErrors()).toEqual([]);
});
