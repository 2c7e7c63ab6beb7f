import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';
import { cardNumbers, catalog, key, metadata } from '../testing/suite-rig.ts';

const dayMs = 86_400_000;

let at: SandboxRig;
beforeAll(async () => {
  at = await sandboxRig();
  await at.payments.ensureCatalog(Object.values(catalog));
});
afterAll(async () => await at.close());

const buy = async (): Promise<string> => {
  const facts = { account: 'a', name: 'Radio', email: 'e@example.org', country: 'US', currency: 'usd' };
  const customer = await at.payments.ensureCustomer(facts, key());
  await at.sandbox.setCard(customer, cardNumbers.pays);
  await at.payments.subscribe({ customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata }, key());
  return customer;
};
const paid = async (customer: string): Promise<number> => (await at.payments.read(customer)).invoices.length;

describe("a customer's clock", () => {
  it('is its own', async () => {
    const [one, other] = [await buy(), await buy()];
    const moved = await at.sandbox.moveClock(one, 62);
    expect(moved.getTime()).toBe(Math.floor(at.now().getTime() / 1000) * 1000 + 62 * dayMs);
    expect([await paid(one), await paid(other)]).toEqual([3, 1]);
    const again = await at.sandbox.moveClock(one, 0);
    expect(again).toEqual(moved);
  });

  it('dates everything when it happens, not when the clock is moved', async () => {
    const customer = await buy();
    await at.sandbox.moveClock(customer, 800);
    const { invoices } = await at.payments.read(customer);
    const created = invoices.map((one) => one.created.toISOString().slice(0, 10));
    expect(created.slice(0, 3)).toEqual(['2028-05-10', '2028-04-10', '2028-03-10']);
    expect(invoices).toHaveLength(24);
  });

  it('cannot be moved for a customer who does not exist', async () => {
    await expect(at.sandbox.moveClock('cus_nobody', 1)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(at.sandbox.setCard('cus_nobody', cardNumbers.pays)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(at.sandbox.setCard(await buy(), '4111111111111111')).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('renewals', () => {
  it('happen when they are due, also while a clock is ahead, and for nobody else', async () => {
    const [now, ahead] = [await buy(), await buy()];
    await at.sandbox.moveClock(ahead, 20);
    const start = at.now();
    expect(await at.sandbox.renewDue()).toBe(0);
    at.setNow(new Date(start.getTime() + 12 * dayMs));
    expect(await at.sandbox.renewDue()).toBe(1);
    expect([await paid(now), await paid(ahead)]).toEqual([1, 2]);
    at.setNow(new Date(start.getTime() + 32 * dayMs));
    expect(await at.sandbox.renewDue()).toBeGreaterThanOrEqual(1);
    expect(await at.sandbox.renewDue()).toBe(0);
    expect([await paid(now), await paid(ahead)]).toEqual([2, 2]);
    at.setNow(start);
  });

  it('of a trial are announced three days before its end, and pay then', async () => {
    const customer = await buy();
    const { data } = await at.stripe.prices.list({ lookup_keys: [catalog.starter.id] });
    const from = at.now();
    const trial_end = Math.floor(from.getTime() / 1000) + 10 * 86_400;
    const trial = await at.stripe.subscriptions.create({ customer, items: [{ price: data[0]?.id ?? '' }], trial_end });
    expect(trial).toMatchObject({ status: 'trialing', trial_end });
    const warned = async (): Promise<number> => {
      let count = 0;
      for await (const { type, customer: whose } of at.payments.eventsSince(from))
        if (whose === customer && type === 'customer.subscription.trial_will_end') count += 1;
      return count;
    };
    await at.sandbox.moveClock(customer, 6);
    expect(await warned()).toBe(0);
    await at.sandbox.moveClock(customer, 2);
    expect(await warned()).toBe(1);
    await at.sandbox.moveClock(customer, 3);
    expect(await warned()).toBe(1);
    const now = (await at.payments.read(customer)).subscriptions.find(({ id }) => id === trial.id);
    expect(now).toMatchObject({ status: 'active', trialEnd: new Date(trial_end * 1000) });
    expect((await at.payments.read(customer)).invoices[0]?.amountPaid).toBe(900);
  });

  it('fail when the card has expired', async () => {
    const customer = await buy();
    await at.sandbox.moveClock(customer, 800);
    await at.sandbox.moveClock(customer, 700);
    const [now] = (await at.payments.read(customer)).subscriptions;
    expect(now?.status).toBe('canceled');
  });
});
