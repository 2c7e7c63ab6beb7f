import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { billing } from '#contract/billing.ts';
import type { AccountKey } from '#contract/keys.ts';
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

const newAccount = async (given: { company?: string } = {}): Promise<void> => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account(given);
  await portal.make.accountMember(account, person, 'owner');
};
beforeEach(() => newAccount());

const at = () => ({ params: { id: account } });
const features = () => owner.ok(billing.features, at());

describe('a change of plan', () => {
  const may = async (query: { updatePriceId: string; updateQuantity?: number; promoCode?: string }) =>
    (await owner.ok(billing.canUpdate, { ...at(), query })).reason;
  const withCard = () =>
    portal.kernel.db.updateTable('accounts').set({ credit_card: true }).where('key', '=', account).execute();

  test('may be made with a card on file', async () => {
    expect(await may({ updatePriceId: 'price_prime_month' })).toBe('noPaymentMethod');
    await withCard();
    expect(await owner.ok(billing.canUpdate, { ...at(), query: { updatePriceId: 'price_prime_month' } })).toEqual({
      updateAllowed: true,
      reason: null,
    });
  });

  test('says why it may not be made', async () => {
    await withCard();
    for (let i = 0; i < 2; i++) await portal.make.station(account);
    expect(await may({ updatePriceId: 'price_starter_year' })).toBe('stationsCountExceeded');
    expect(await may({ updatePriceId: 'price_custom_month', updateQuantity: 1 })).toBe('stationsCountExceeded');
    expect(await may({ updatePriceId: 'price_custom_month', updateQuantity: 2 })).toBeNull();
    expect(await may({ updatePriceId: 'price_custom_month', updateQuantity: 0 })).toBe('invalidQuantity');
    expect(await may({ updatePriceId: 'price_prime_month', updateQuantity: 2 })).toBe('invalidQuantity');
    expect(await may({ updatePriceId: 'price_prime_month', promoCode: 'FREE' })).toBe('invalidPromoCode');
  });

  test.each(['price_unknown', 'price_legacy_ctl_month', ''])(
    'to the price "%s" is no change',
    async (updatePriceId) => {
      const reply = await owner.call(billing.canUpdate, { ...at(), query: { updatePriceId } });
      expect([reply.status, Object.keys(reply.json.error.fields ?? {})]).toEqual([400, ['updatePriceId']]);
    },
  );

  test('is cheaper by the year', async () => {
    const discounts = await owner.ok(billing.discounts, at());
    expect(discounts).toContainEqual({ plan: 'starter', interval: 'year', percent: 17 });
    expect(discounts).toHaveLength(5);
  });
});

describe('a plan that is asked for', () => {
  const ask = (plan: 'prime' | 'premier' | 'starter' | 'custom', quantity?: number) =>
    owner.call(billing.request, { ...at(), body: { plan, interval: 'year', ...(quantity ? { quantity } : {}) } });
  const letters = async () => {
    await portal.drain();
    return portal.mails.splice(0).filter(({ subject }) => subject.includes('asks for a plan'));
  };

  test('is kept, and the administrators are told once for the same wish', async () => {
    await newAccount({ company: 'Wishing\nWell' });
    const asked = await ask('prime');
    expect(asked.json).toMatchObject({ plan: 'trial', requested: { plan: 'prime', interval: 'year', quantity: 1 } });
    expect((await ask('prime')).status).toBe(200);
    const told = await letters();
    expect(told.map(({ to }) => to).toSorted()).toEqual(['head@portal.test', 'second@portal.test']);
    expect(told[0]).toMatchObject({
      subject: 'Wishing Well asks for a plan',
      action: { url: `http://portal.test/accounts/${account}/upgrade` },
    });
    expect(told[0]?.paragraphs.join(' ')).toContain('the plan Prime, paid by the year, for Wishing Well');
    const waiting = await admin.ok(accounts.list, { query: { only: 'requested' } });
    expect(waiting.entities.map(({ key, requested_plan }) => [key, requested_plan])).toContainEqual([
      account,
      { plan: 'prime', interval: 'year' },
    ]);
  });

  test('is taken back', async () => {
    await ask('custom', 3);
    expect((await owner.ok(billing.withdrawRequest, at())).requested).toBeNull();
    expect((await owner.call(billing.withdrawRequest, at())).status).toBe(200);
  });

  test('is answered by the plan that is assigned', async () => {
    await ask('premier');
    expect(
      (await admin.ok(billing.assign, { params: { key: account }, body: { plan: 'prime' } })).requested,
    ).toBeNull();
  });

  test('is refused where it could not be given', async () => {
    for (let i = 0; i < 2; i++) await portal.make.station(account);
    expect((await ask('starter')).json.error.code).toBe('plan.stationsCountExceeded');
    expect((await ask('prime', 2)).json.error.code).toBe('plan.invalidQuantity');
    expect((await features()).requested).toBeNull();
  });
});
