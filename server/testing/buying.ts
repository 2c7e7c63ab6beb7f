import { billingAdmin } from '#contract/api/billing-admin.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import { brand } from '#brands/skywave/brand.ts';
import type { BillingDeps } from '#server/domains/billing/billing.deps.ts';
import { catalogOf } from '#server/domains/billing/catalog.ts';
import type { Payments } from '#server/engines/payments/port.ts';
import { viesRegister } from '#server/engines/vat/vies.ts';
import type { TestClient } from './client.ts';
import type { TestPortal } from './portal.ts';

/** The sandbox's cards that these tests use. */
export const testCards = {
  pays: '4242 4242 4242 4242',
  declinedLater: '4000 0000 0000 0341',
  insufficient: '4000 0000 0000 9995',
  confirmation: '4000 0025 0000 3155',
} as const;

export type Buyer = { key: AccountKey; owner: TestClient };

/** Accounts that buy in the sandbox, through the portal's own calls. */
export const buyers = (portal: TestPortal, admin: TestClient) => ({
  /** An account, by default on trial, with its owner; `card` is put on file. */
  async account(given: { plan?: PlanId; card?: keyof typeof testCards } = {}): Promise<Buyer> {
    const person = await portal.make.person();
    const key = await portal.make.account(given.plan ? { plan: given.plan } : {});
    await portal.make.accountMember(key, person, 'owner');
    if (given.card) await admin.ok(billingAdmin.sandboxCard, { body: { account: key, number: testCards[given.card] } });
    return { key, owner: await portal.as(person) };
  },
  setCard: (key: AccountKey, card: keyof typeof testCards) =>
    admin.ok(billingAdmin.sandboxCard, { body: { account: key, number: testCards[card] } }),
  moveClock: (key: AccountKey, days: number) => admin.ok(billingAdmin.sandboxClock, { body: { account: key, days } }),
});

type Wish = { priceId: string; quantity?: number; promoCode?: string };

/** Buys with the card on file: reads what would be charged, and confirms it. */
export const buy = async ({ key, owner }: Buyer, wish: Wish) => {
  const create = (confirm?: Charge) =>
    owner.call(billing.createOfAccount, { params: { id: key }, body: { ...wish, ...(confirm && { confirm }) } });
  return await create(chargeIn(await create()));
};

/** Changes a subscription in the same way. */
export const change = async ({ key, owner }: Buyer, subId: string, wish: Wish) => {
  const update = (confirm?: Charge) =>
    owner.call(billing.update, { params: { id: key, subId }, body: { ...wish, ...(confirm && { confirm }) } });
  return await update(chargeIn(await update()));
};

type Charge = { amount_due: number; currency: string };

/** What a refused call would have charged; throws if it was refused for another reason. */
export const chargeIn = ({
  json,
  text,
}: {
  json: { error?: { code: string; details?: object } };
  text: string;
}): Charge => {
  if (json.error?.code !== 'subscription.confirmCharge') throw new Error(`Not asked to confirm a charge: ${text}`);
  const { amount_due, currency } = json.error.details as Charge;
  return { amount_due, currency };
};

/** What the functions of the domain take, with payments of the test's own. */
export const billingDeps = (portal: TestPortal, payments: Payments = portal.payments): BillingDeps => ({
  ...portal.kernel,
  brand,
  payments,
  sandbox: portal.sandbox,
  ensureCatalog: catalogOf(payments, brand),
  vat: viesRegister(portal.kernel.outbound),
});
