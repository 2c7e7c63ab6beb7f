import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { payments } from '#contract/api/payments.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { portal } from '#contract/api/portal.ts';
import { stations } from '#contract/api/stations.ts';
import { signInByPassword, type PortalClient } from '../tools/demo/portal-client.ts';
import { collectErrors, launch, openWindow, openSignedIn } from './browser.ts';
import { listen, type Listener } from './listener.ts';
import { messages, show, violations } from './page.ts';
import { payOnPage, testCards } from './payment-page.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { register, type Member } from './registered-users.ts';
import { saveScreenshots } from './screenshots.ts';
import { addTracks } from './test-station.ts';
import { setTrackCount } from './track-count.ts';

/*
 * Money comes in, by the sandbox: a new person tries, pays, is invoiced, changes the plan, fails a renewal, is off the air, pays and is
 * heard again. Each step continues from the one before.
 */

let product: Product;
let browser: Browser;
let admin: Page;
let owner: Page;
let member: Member;
let callAsAdmin: PortalClient;
let account: AccountKey;
let station: StationKey;
let streamname: string;
const pageErrors: (() => string[])[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launch()]);
  callAsAdmin = await signInByPassword(product.url, product.admin.email, product.admin.password);
  member = await register(product, 'paula.pays@example.com');
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
const pathOf = (page = ''): string => `${product.url}/accounts/${account}${page}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const waitForAlert = (page: Page, text: string | RegExp) => messages(page, text).first().waitFor();
const drawer = (page: Page) => page.getByRole('dialog', { name: /^(Subscribe|Change) to/ });
const bar = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true });
const newestInvoice = async () => {
  const { entities } = await member.call(payments.invoices, { params: { id: account }, query: { limit: 1 } });
  return entities[0]!;
};

describe('a new person', () => {
  it('subscribes in onboarding: a card is declined, another pays', async () => {
    await owner.getByRole('link', { name: 'Create your account' }).click();
    await owner.getByLabel('Name').fill('Paula’s Waves');
    await press(owner, 'Continue');
    await owner.waitForURL(/\/onboarding\/a-\w+\/plan/);
    account = /a-\w+/.exec(owner.url())![0] as AccountKey;
    await owner.getByText('You are on Trial').waitFor();
    await press(owner, 'Subscribe: Prime');
    await drawer(owner).getByText('Your trial until').waitFor();
    expect(await violations(owner, { within: '[role=dialog]' })).toEqual([]);
    await confirm(owner, 'Continue to payment');
    await owner.getByText('Sandbox: no money moves').waitFor();
    await payOnPage(owner, testCards.declined);
    await owner.getByRole('alert').getByText('Your card was declined.').waitFor();
    await payOnPage(owner, testCards.pays);
    await waitForAlert(owner, 'You are subscribed to Prime.');
    await owner.waitForURL(/\/station$/);
    await owner.getByLabel('Name').fill('Paula Waves One');
    await press(owner, 'Create station');
    await owner.waitForURL(/\/share\/s-\w+/);
    station = /s-\w+/.exec(owner.url())![0] as StationKey;
  });

  it('sees the invoice, and downloads it', async () => {
    await show(owner, pathOf('/subscriptions/billing'));
    await owner.getByText('Visa •••• 4242').waitFor();
    const row = owner.getByRole('row').filter({ hasText: 'Paid' });
    await row.getByText('$29.00', { exact: true }).waitFor();
    const download = owner.waitForEvent('download');
    await row.getByRole('button', { name: /as PDF$/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await owner.getByRole('link', { name: 'Account', exact: true }).click();
    await owner.getByText(/Next charge: \$29\.00 on .* to Visa •••• 4242\./).waitFor();
    await saveScreenshots(owner, pathOf('/subscriptions/billing'), 'billing');
  });
});

describe('a promo code', () => {
  it('is created by a portal administrator, and shown beside the plans', async () => {
    await show(admin, `${product.url}/portal/promo-codes`);
    await press(admin, 'New promo code');
    await admin.getByRole('textbox', { name: 'Code' }).fill('SPRING25');
    await admin.getByRole('textbox', { name: 'Discount' }).fill('25');
    await admin.getByRole('combobox', { name: 'Applies to' }).selectOption('forever');
    await admin.getByRole('switch', { name: /^Show beside the plans/ }).check();
    await confirm(admin, 'Create');
    await waitForAlert(admin, 'SPRING25 can be used now.');
    await show(owner, pathOf('/upgrade'));
    await owner.getByText('SPRING25').first().waitFor();
    await saveScreenshots(owner, pathOf('/upgrade'), 'upgrade');
    await saveScreenshots(admin, `${product.url}/portal/promo-codes`, 'promo-codes');
  });

  it('lowers the price of a dearer plan, which costs what the drawer says', async () => {
    await press(owner, 'Change: Premier');
    await drawer(owner).getByLabel('Promo code').fill('NOBODY');
    await confirm(owner, 'Apply');
    await drawer(owner).getByText('This promo code is not valid for this plan.').waitFor();
    await drawer(owner).getByLabel('Promo code').fill('SPRING25');
    await confirm(owner, 'Apply');
    await drawer(owner)
      .getByText(/^Visa •••• 4242 will be charged .* today, then \$59\.25 every month from/)
      .waitFor();
    const pay = drawer(owner).getByRole('button', { name: /^Pay \$/ });
    const price = (await pay.innerText()).replace('Pay ', '');
    await saveScreenshots(owner, owner.url(), 'change-plan', () =>
      drawer(owner).getByText('charged').first().waitFor(),
    );
    await pay.click();
    await waitForAlert(owner, 'You are on Premier now.');
    await owner.getByText(/Promo code SPRING25: 25% off/).waitFor();
    const { amount_paid, status } = await newestInvoice();
    expect([status, `$${(amount_paid / 100).toFixed(2)}`]).toEqual(['paid', price]);
  });
});

describe('a smaller plan', () => {
  const refusal = async (text: string) => {
    await press(owner, 'Change: Starter');
    await waitForAlert(owner, text);
    expect(await drawer(owner).count()).toBe(0);
  };

  it('is refused with each reason, and what to do', async () => {
    const at = { params: { id: account } };
    const { key: second } = await member.call(stations.create, { ...at, body: { name: 'Paula Waves Two' } });
    const shows = await Promise.all(['Tea and Talk', 'Of Kettles'].map(createPodcast));
    const setBitRate = (bitrate: number) =>
      member.call(stations.update, { params: { key: station }, body: { radio_server_settings: { bitrate } } });
    await setBitRate(192_000);
    await setTrackCount(product, station, 1001);
    await show(owner, pathOf('/upgrade'));
    await refusal('Please reduce the number of stations in your account');
    await owner.getByRole('alert').getByRole('link', { name: 'How to delete a station' }).waitFor();
    await member.call(stations.remove, { params: { key: second } });
    await refusal('Please reduce the number of podcasts in your account');
    await member.call(podcasts.remove, { params: { key: shows[0]! } });
    await refusal('Please reduce the number of tracks');
    await setTrackCount(product, station, 0);
    await refusal('Please reduce the bit rate');
    await setBitRate(128_000);
    await press(owner, 'Change: Starter');
    await drawer(owner).getByRole('button', { name: 'Confirm change' }).waitFor();
    await drawer(owner)
      .getByText(/^Nothing is charged today, and \$/)
      .waitFor();
    await drawer(owner).getByRole('button', { name: 'Close' }).click();
  });

  const createPodcast = async (title: string) => {
    const { key } = await member.call(podcasts.create, {
      query: { accountKey: account },
      body: { title, categories: ['Music'], owner_email: member.email },
      file: new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' }),
    });
    return key;
  };
});

it('is cancelled with its period, and kept after all', async () => {
  await show(owner, pathOf('/subscriptions/account'));
  await press(owner, 'Cancel subscription');
  await owner.getByRole('dialog').getByLabel('Why are you cancelling?').fill('Too quiet');
  await confirm(owner, 'Cancel subscription');
  await waitForAlert(owner, /^Premier ends on/);
  await owner.getByText(/^Ends on/).waitFor();
  await press(owner, 'Keep Premier');
  await waitForAlert(owner, 'Premier goes on.');
  await owner.getByText(/Next charge: \$59\.25/).waitFor();
});

describe('who does not pay', () => {
  it('sees on every page that a renewal failed, then that the stations are off the air', async () => {
    await addTracks({ call: member.call, account, station, accountPath: '', stationPath: '' }, ['Concert Pitch'], 60);
    streamname = (await member.call(stations.get, { params: { key: station } })).streamname;
    const listener = await heard();
    await callAsAdmin(portal.setSettings, { body: { grace_days: 0 } });
    await show(admin, pathOf('/subscriptions/billing'));
    await admin.getByRole('combobox', { name: 'Test card' }).selectOption(testCards.declinesLater);
    await press(admin, 'Use');
    await waitForAlert(admin, 'The card is now •••• 0341.');
    await show(owner, pathOf(`/stations/${station}`));
    await moveClock(31);
    await bar(owner).getByText('Your last payment failed.').waitFor();
    await saveScreenshots(owner, pathOf('/subscriptions/billing'), 'payment-failed');
    expect(listener.ended()).toBe(false);
    await moveClock(30);
    await bar(owner).getByText('Your stations are off the air.').waitFor();
    await expect.poll(() => listener.ended()).toBe(true);
    await saveScreenshots(owner, pathOf(), 'held');
  });

  it('pays with another card and is heard again', async () => {
    await bar(owner).getByRole('link', { name: 'Choose a plan' }).click();
    await press(owner, 'Subscribe: Starter');
    await confirm(owner, /^Pay \$/);
    await drawer(owner).getByText('Payment declined').waitFor();
    await confirm(owner, 'Use another card');
    await payOnPage(owner, testCards.confirmsOnce, 'Save the card');
    await owner.getByRole('heading', { name: '3-D Secure' }).waitFor();
    await press(owner, 'Confirm');
    await owner.getByText('Visa •••• 3155').waitFor();
    await show(owner, pathOf('/upgrade'));
    await press(owner, 'Subscribe: Starter');
    await confirm(owner, /^Pay \$/);
    await waitForAlert(owner, 'You are on Starter now.');
    await bar(owner).waitFor({ state: 'detached' });
    (await heard()).leave();
    await callAsAdmin(portal.setSettings, { body: { grace_days: 14 } });
  });

  /** A listener who is sent audio: a station that is off the air answers too. */
  const heard = async () => {
    let listener: Listener | undefined;
    const isHeard = async () => {
      const one = await listen(`${product.streamUrl}/${streamname}`).catch(() => undefined);
      if (one && / 200 OK/.test(one.received().head)) listener = one;
      else one?.leave();
      return listener !== undefined;
    };
    await expect.poll(isHeard, { interval: 50 }).toBe(true);
    return listener!;
  };

  const moveClock = async (days: number) => {
    await admin.getByLabel('Move the account’s clock by days').fill(String(days));
    await press(admin, 'Move');
    await admin.getByText(/^It is .* for this account\.$/).waitFor();
  };
});

describe('then', () => {
  it('a station subscribes to an add-on, for the price that is confirmed', async () => {
    await show(owner, pathOf(`/stations/${station}/settings/subscriptions`));
    await owner.getByText('Yearly', { exact: true }).click();
    await press(owner, 'Subscribe: Call-to-listen');
    await owner.getByRole('dialog').getByText('Visa •••• 3155 will be charged $65.00 today.').waitFor();
    await holdAnswerUntil(() => owner.getByText(/^Renews on/).waitFor());
    await confirm(owner, 'Pay and subscribe');
    await waitForAlert(owner, 'The station has Call-to-listen now.');
    await owner.getByText('$65 per year').waitFor();
    await saveScreenshots(owner, pathOf(`/stations/${station}/settings/subscriptions`), 'add-ons');
    await saveScreenshots(owner, pathOf('/subscriptions/account'), 'subscription');
    await saveScreenshots(admin, `${product.url}/portal/payments`, 'portal-payments');
  });

  /** The event stream may show the subscription before the answer to the purchase is here. */
  const holdAnswerUntil = (isShown: () => Promise<void>) =>
    owner.route(/\/createSubscription$/, async (route) => {
      const response = await route.fetch();
      await isShown();
      await route.fulfill({ response });
    });

  it('a payment that the bank wants confirmed leads to its page, and the plan changes afterwards', async () => {
    await show(admin, pathOf('/subscriptions/billing'));
    await admin.getByRole('combobox', { name: 'Test card' }).selectOption(testCards.confirmsAlways);
    await press(admin, 'Use');
    await waitForAlert(admin, 'The card is now •••• 3184.');
    await show(owner, pathOf('/upgrade'));
    await press(owner, 'Change: Prime');
    await confirm(owner, /^Pay \$/);
    await owner.getByRole('heading', { name: /^Invoice/ }).waitFor();
    await press(owner, /^Pay \$.* with/);
    await press(owner, 'Confirm');
    await owner.getByText(/Paid on/).waitFor();
    await show(owner, pathOf('/subscriptions/account'));
    await owner.getByText('$29 per month').waitFor();
    expect(pageErrors.flatMap((found) => found())).toEqual([]);
  });
});
