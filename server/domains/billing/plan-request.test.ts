import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billingAdmin } from '#contract/api/billing-admin.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true, email: 'head@portal.test' }));
  await portal.make.person({ admin: true, email: 'second@portal.test' });
});
afterAll(() => portal.close());

const newAccount = async (fields: { company?: string } = {}): Promise<void> => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account(fields);
  await portal.make.accountMember(account, person, 'owner');
};
beforeEach(() => newAccount());

const at = () => ({ params: { id: account } });
const features = () => owner.ok(billing.features, at());

describe('a change of plan', () => {
  const canUpdate = (query: { updatePriceId: string; updateQuantity?: number; promoCode?: string }) =>
    owner.ok(billing.canUpdate, { ...at(), query });
  const refusal = async (query: Parameters<typeof canUpdate>[0]) => (await canUpdate(query)).reason;
  const withCard = () => admin.ok(billingAdmin.sandboxCard, { body: { account, number: '4242 4242 4242 4242' } });

  test('needs a card on file, and shows what it would cost', async () => {
    expect(await canUpdate({ updatePriceId: 'price_prime_month' })).toEqual({
      updateAllowed: false,
      reason: 'noPaymentMethod',
      preview: null,
    });
    await withCard();
    expect(await canUpdate({ updatePriceId: 'price_prime_month' })).toMatchObject({
      updateAllowed: true,
      reason: null,
      preview: { amount_due: 2900, credit: 0, tax: 0, currency: 'usd', next_amount: 2900 },
    });
  });

  test('is refused with the reason', async () => {
    await withCard();
    for (let i = 0; i < 2; i++) await portal.make.station(account);
    expect(await refusal({ updatePriceId: 'price_starter_year' })).toBe('stationsCountExceeded');
    expect(await refusal({ updatePriceId: 'price_custom_month', updateQuantity: 1 })).toBe('stationsCountExceeded');
    expect(await refusal({ updatePriceId: 'price_custom_month', updateQuantity: 2 })).toBeNull();
    expect(await refusal({ updatePriceId: 'price_custom_month', updateQuantity: 0 })).toBe('invalidQuantity');
    expect(await refusal({ updatePriceId: 'price_prime_month', updateQuantity: 2 })).toBe('invalidQuantity');
    expect(await refusal({ updatePriceId: 'price_prime_month', promoCode: 'FREE' })).toBe('invalidPromoCode');
  });

  test('names the first reason of several, in the order of the specification', async () => {
    const { db } = portal.kernel;
    const limits = {
      allowedStationsCount: 2,
      allowedPodcastsCount: 1,
      allowedTracksCount: 1,
      allowedBitRateLimit: null,
    };
    await admin.ok(accounts.setCustomLimits, { params: { key: account }, body: limits });
    const stations = [];
    for (let i = 0; i < 3; i++) stations.push(await portal.make.station(account));
    for (let i = 0; i < 2; i++) await portal.make.podcast(account);
    for (let i = 0; i < 2; i++) await portal.make.track(stations[0]!);
    await db.updateTable('stations').set({ bitrate: 320_000 }).where('account_key', '=', account).execute();
    const wanted = { updatePriceId: 'price_prime_month', promoCode: 'FREE' };
    expect(await refusal({ ...wanted, updateQuantity: 7 })).toBe('invalidQuantity');
    expect(await refusal(wanted)).toBe('stationsCountExceeded');
    await db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', stations[2]!).execute();
    expect(await refusal(wanted)).toBe('podcastsCountExceeded');
    await db.deleteFrom('podcasts').where('account_key', '=', account).execute();
    expect(await refusal(wanted)).toBe('maxTracksExceeded');
    await db.deleteFrom('tracks').where('station_key', '=', stations[0]!).execute();
    expect(await refusal(wanted)).toBe('maxBitRateExceeded');
    await db.updateTable('stations').set({ bitrate: 128_000 }).where('account_key', '=', account).execute();
    expect(await refusal(wanted)).toBe('invalidPromoCode');
    expect(await refusal({ updatePriceId: wanted.updatePriceId })).toBe('noPaymentMethod');
  });

  test.each(['price_unknown', 'price_legacy_ctl_month', ''])('to the price "%s" is invalid', async (updatePriceId) => {
    const reply = await owner.call(billing.canUpdate, { ...at(), query: { updatePriceId } });
    expect([reply.status, Object.keys(reply.json.error.fields ?? {})]).toEqual([400, ['updatePriceId']]);
  });

  test('has a discount with yearly billing', async () => {
    const discounts = await owner.ok(billing.discounts, at());
    expect(discounts).toContainEqual({ plan: 'starter', interval: 'year', percent: 17, code: null, until: null });
    expect(discounts).toHaveLength(5);
  });
});

describe('a plan request', () => {
  const request = (plan: 'prime' | 'premier' | 'starter' | 'custom', quantity?: number) =>
    owner.call(billing.request, { ...at(), body: { plan, interval: 'year', ...(quantity ? { quantity } : {}) } });
  const requestEmails = async () => {
    await portal.drain();
    return portal.mails.splice(0).filter(({ subject }) => subject.includes('requests a plan'));
  };

  test('is stored, and e-mailed to the administrators once', async () => {
    await newAccount({ company: 'Wishing\nWell' });
    const reply = await request('prime');
    expect(reply.json).toMatchObject({ plan: 'trial', requested: { plan: 'prime', interval: 'year', quantity: 1 } });
    expect((await request('prime')).status).toBe(200);
    const emails = await requestEmails();
    expect(emails.map(({ to }) => to).toSorted()).toEqual(['head@portal.test', 'second@portal.test']);
    expect(emails[0]).toMatchObject({
      subject: 'Wishing Well requests a plan',
      action: { url: `http://portal.test/accounts/${account}/upgrade` },
    });
    expect(emails[0]?.paragraphs.join(' ')).toContain('the plan Prime, billed every year, for Wishing Well');
    const waiting = await admin.ok(accounts.list, { query: { only: 'requested' } });
    expect(waiting.entities.map(({ key, requested_plan }) => [key, requested_plan])).toContainEqual([
      account,
      { plan: 'prime', interval: 'year' },
    ]);
  });

  test('can be withdrawn', async () => {
    await request('custom', 3);
    expect((await owner.ok(billing.withdrawRequest, at())).requested).toBeNull();
    expect((await owner.call(billing.withdrawRequest, at())).status).toBe(200);
  });

  test('is cleared when a plan is assigned', async () => {
    await request('premier');
    expect(
      (await admin.ok(billing.assign, { params: { key: account }, body: { plan: 'prime' } })).requested,
    ).toBeNull();
  });

  test('is refused if the account exceeds the plan', async () => {
    for (let i = 0; i < 2; i++) await portal.make.station(account);
    expect((await request('starter')).json.error.code).toBe('plan.stationsCountExceeded');
    expect((await request('prime', 2)).json.error.code).toBe('plan.invalidQuantity');
    expect((await features()).requested).toBeNull();
  });
});
