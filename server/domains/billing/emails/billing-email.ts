import type { PlanId } from '#contract/rules/plans.ts';
import type { SubscriptionProduct } from '#contract/api/subscription.ts';

/** What was bought: a plan of the account, or an add-on of a station. */
export type Bought = { product: SubscriptionProduct; plan: PlanId };
export type Amount = { amount: number; currency: string };

/**
 * An e-mail about money with all it says, as of the change it reports. Amounts in minor units, times as ISO text; `offAir` is when the
 * stations go off the air, null if they don't.
 */
export type BillingEmail =
  | { kind: 'trialEnding'; days: number; ends: string }
  | { kind: 'trialEnded'; offAir: string | null }
  | { kind: 'receipt'; invoice: InvoiceFacts }
  | { kind: 'paymentFailed'; invoice: InvoiceFacts; attempt: number; nextAttempt: string | null; card: string | null }
  /** A purchase starts once its payment is confirmed; a renewal goes on meanwhile. */
  | { kind: 'confirmPayment'; isPurchase: boolean; invoice: InvoiceFacts }
  | { kind: 'willEnd'; bought: Bought; ends: string }
  | { kind: 'ended'; bought: Bought; unpaid: boolean; offAir: string | null }
  | { kind: 'held' }
  | { kind: 'back' }
  | { kind: 'cardExpires'; card: string; month: string }
  | { kind: 'planChanged'; before: PlanFacts; after: PlanFacts };

export type InvoiceFacts = {
  number: string;
  currency: string;
  lines: readonly { description: string; amount: number }[];
  tax: number;
  total: number;
  /** What this invoice asked for, after earlier credit. */
  due: number;
};

export type PlanFacts = Bought & { quantity: number; interval: 'month' | 'year' | null; price: Amount | null };
