import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { billingDeps, buy, buyers, chargeIn, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { intercepted } from '#server/testing/intercepted.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { finishIntents } from './finish-intent.ts';
import { updateSubscription } from './update-subscription.ts';

/* kill -9 at every step of buying: nothing is charged twice, and what was charged is there. */

const childPath = fileURLToPath(new URL('../../testing/buy-child.ts', import.meta.url));

let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
});
afterAll(() => portal.close());

/** Buys in another process, which kills itself at this step. */
const buyAndDie = async ({ key }: Buyer, step: string): Promise<void> => {
  const child = spawn(process.execPath, [childPath, JSON.stringify(portal.kernel.config), key, step], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal, step).toBe('SIGKILL');
};
/** Does two minutes later what the job does each minute; returns what is still open of this account. */
const finish = async ({ key }: Buyer) => {
  await finishIntents({ ...billingDeps(portal), clock: { now: () => new Date(Date.now() + 120_000) } });
  const open = portal.kernel.db.selectFrom('billing_intents').select(['id', 'error']);
  return await open.where('account_key', '=', key).where('state', '=', 'open').execute();
};
const atProvider = async ({ key }: Buyer) => {
  const found = await portal.kernel.db
    .selectFrom('billing_customers')
    .select('customer')
    .where('account_key', '=', key)
    .executeTakeFirst();
  return found && (await portal.payments.read(found.customer));
};
const plansOf = async ({ key, owner }: Buyer) =>
  (await owner.ok(billing.ofAccount, { params: { id: key } }))
    .filter(({ status }) => status === 'active')
    .map(({ plan }) => plan);

const expectOneCharge = async (buyer: Buyer): Promise<void> => {
  const found = await atProvider(buyer);
  expect(found?.subscriptions.map(({ status }) => status)).toEqual(['active']);
  expect(found?.invoices.map(({ amountPaid }) => amountPaid)).toEqual([2900]);
  expect(await plansOf(buyer)).toEqual(['prime']);
};

describe('with the card on file, killed', { timeout: 300_000 }, () => {
  test.each(['after updateCustomer', 'before preview', 'after preview'])(
    '%s: nothing was bought, and buying works',
    async (step) => {
      const buyer = await make.account({ card: 'pays' });
      await buyAndDie(buyer, step);
      expect(await finish(buyer)).toEqual([]);
      expect((await atProvider(buyer))?.subscriptions).toEqual([]);
      expect((await buy(buyer, { priceId: 'price_prime_month' })).status).toBe(201);
      await expectOneCharge(buyer);
    },
  );

  test.each(['before subscribe', 'after subscribe', 'before read', 'within sync', 'after read'])(
    '%s: the purchase is finished, and charged once',
    async (step) => {
      const buyer = await make.account({ card: 'pays' });
      await buyAndDie(buyer, step);
      expect(await finish(buyer)).toEqual([]);
      await expectOneCharge(buyer);
      const again = await buyer.owner.call(billing.createOfAccount, {
        params: { id: buyer.key },
        body: { priceId: 'price_prime_month', confirm: { amount_due: 2900, currency: 'usd' } },
      });
      expect(again.json.error.code).toBe('subscription.exists');
      expect(await finish(buyer)).toEqual([]);
      await expectOneCharge(buyer);
    },
  );
});

describe('a change of the plan, cut off', () => {
  test.each(['before change', 'after change', 'before read'])('%s: it is finished, and charged once', async (step) => {
    const buyer = await make.account({ card: 'pays' });
    const { id: subId = '' } = (await buy(buyer, { priceId: 'price_prime_month' })).json.subscription ?? {};
    const params = { id: buyer.key, subId };
    const body = { priceId: 'price_premier_month', quantity: 1 };
    const confirm = chargeIn(await buyer.owner.call(billing.update, { params, body }));
    // Whatever comes afterwards doesn't happen, as after a kill; later steps of the same name do.
    const cut = (now: string) => (now === step ? Promise.reject(new Error('cut off')) : Promise.resolve());
    const payments = intercepted(portal.payments, {
      before: (name) => cut(`before ${name}`),
      after: (name) => cut(`after ${name}`),
    });
    const deps = billingDeps(portal, payments);
    await expect(updateSubscription(deps, buyer.key, subId, { ...body, confirm })).rejects.toThrow('cut off');
    expect(await finish(buyer)).toEqual([]);
    const found = await atProvider(buyer);
    expect(found?.subscriptions.map(({ priceId }) => priceId)).toEqual(['price_premier_month']);
    const paid = found?.invoices.map(({ amountPaid }) => amountPaid).toSorted((a, b) => a - b);
    expect(paid).toEqual([2900, confirm.amount_due].toSorted((a, b) => a - b));
    expect(await plansOf(buyer)).toEqual(['premier']);
  });
});

describe('with a payment page, killed', { timeout: 300_000 }, () => {
  test.each(['before ensureCustomer', 'after ensureCustomer', 'before checkout', 'after checkout'])(
    '%s: nobody saw the page, and a new one opens',
    async (step) => {
      const buyer = await make.account();
      await buyAndDie(buyer, step);
      expect(await finish(buyer)).toEqual([]);
      expect(await plansOf(buyer)).toEqual([]);
      const opened = await buyer.owner.call(billing.createOfAccount, {
        params: { id: buyer.key },
        body: { priceId: 'price_prime_month' },
      });
      expect([opened.status, opened.json.next?.type]).toEqual([201, 'checkout']);
    },
  );
});
