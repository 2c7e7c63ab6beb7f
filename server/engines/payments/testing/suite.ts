import { expect } from 'vitest';
import type { InvoiceSnapshot, NewPromotion, Payments, Promotion, SubscriptionSnapshot } from '../port.ts';
import { catalog, key, metadata, run, type SuiteRig, type TestCardName } from './suite-rig.ts';

/** What the parts of the contract suite share. */
export type Suite = {
  rig: SuiteRig;
  payments: Payments;
  /** Subscribes a new customer with a card. */
  buy(
    card: TestCardName,
    price?: { id: string },
    quantity?: number,
    promotion?: string | null,
  ): Promise<{ customer: string } & Awaited<ReturnType<Payments['subscribe']>>>;
  /** The only subscription of a customer. */
  only(customer: string): Promise<SubscriptionSnapshot>;
  newest(customer: string): Promise<InvoiceSnapshot>;
  code(given?: Partial<NewPromotion>): NewPromotion;
  promotion(given?: Partial<NewPromotion>): Promise<Promotion>;
};

/** `rig` is opened before the first test. */
export const suiteOf = (rig: () => SuiteRig): Suite => ({
  get rig() {
    return rig();
  },
  get payments() {
    return rig().payments;
  },
  async buy(card, price = catalog.prime, quantity = 1, promotion = null) {
    const customer = await rig().customer(card);
    const ask = { customer, priceId: price.id, quantity, promotion, metadata };
    return { customer, ...(await rig().payments.subscribe(ask, key())) };
  },
  async only(customer) {
    const { subscriptions } = await rig().payments.read(customer);
    expect(subscriptions).toHaveLength(1);
    return subscriptions[0]!;
  },
  newest: async (customer) => (await rig().payments.read(customer)).invoices[0]!,
  code: newCode,
  promotion: async (given) => await rig().payments.createPromotion(newCode(given), key()),
});

/** Half of the first invoice, unless the test says otherwise. */
const newCode = (given: Partial<NewPromotion> = {}): NewPromotion => ({
  code: `${run}${Math.random().toString(36).slice(2, 8)}`.toUpperCase(),
  percentOff: 50,
  amountOff: null,
  currency: null,
  duration: 'once',
  months: null,
  products: [],
  max: null,
  expires: null,
  firstTime: false,
  ...given,
});
