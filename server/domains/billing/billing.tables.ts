import type { Generated } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { PlanId } from '#contract/plans.ts';
import type { Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    subscriptions: SubscriptionsTable;
  }
}

/** The subscription of an account or of one station; at most one that isn't cancelled. */
export type SubscriptionsTable = {
  id: Generated<string>;
  account_key: AccountKey;
  station_key: StationKey | null;
  plan: PlanId;
  price_id: string | null;
  quantity: Generated<number>;
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  legacy: Generated<boolean>;
  promo_code: string | null;
  ends: Moment;
  canceled_at: Moment;
  created: Created;
  updated: Changed;
};
