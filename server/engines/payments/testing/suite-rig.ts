import type Stripe from 'stripe';
import type { CatalogPrice, Payments } from '../port.ts';

/** What the contract suite needs of a provider, beside the port. */
export type SuiteRig = {
  payments: Payments;
  /** The client itself, for what only a dashboard does. */
  stripe: Stripe;
  /** A customer with a clock of its own, and one of the test cards on file. */
  customer(card?: TestCardName): Promise<string>;
  setCard(customer: string, card: TestCardName): Promise<void>;
  moveClock(customer: string, days: number): Promise<void>;
  close(): Promise<void>;
};

export type TestCardName = 'pays' | 'declined' | 'insufficient' | 'confirmOnce' | 'confirmAlways';

export const cardNumbers: Record<TestCardName, string> = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0341',
  insufficient: '4000 0000 0000 9995',
  confirmOnce: '4000 0025 0000 3155',
  confirmAlways: '4000 0027 6000 3184',
};

/** Distinguishes the objects of one run from those of others at the same provider. */
export const run = Math.random().toString(36).slice(2, 8);

const price = (plan: string, interval: 'month' | 'year', usd: number): CatalogPrice => ({
  id: `price_${run}_${plan}_${interval}`,
  product: `product_${run}_${plan}`,
  productName: `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`,
  interval,
  amounts: { usd },
});

/** The catalog that the suite sells. */
export const catalog = {
  starter: price('starter', 'month', 900),
  prime: price('prime', 'month', 2900),
  premier: price('premier', 'month', 7900),
  premierYear: price('premier', 'year', 79_000),
  station: price('station', 'month', 1900),
} as const;

/** What a purchase of the suite is tagged with. */
export const metadata = { account_key: 'a-1', intent: 'i-1' };

let keys = 0;
/** A new idempotency key. */
export const key = (): string => `suite-${run}-${String((keys += 1))}`;
