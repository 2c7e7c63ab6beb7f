import { sql, type RawBuilder } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Clock, Db, Tx } from '#server/kernel/kernel.ts';

/** SQL: how far the clock of `accounts.key` is ahead, as an interval: 0 outside the sandbox of payments, where each account has a clock. */
export const aheadOf: RawBuilder<unknown> = sql`make_interval(secs => coalesce((select clock.ahead_s
  from billing_customers customer join sandbox_clocks clock on clock.customer = customer.customer
  where customer.account_key = accounts.key), 0)::float8)`;

/** The time of an account: now, or what its clock in the sandbox of payments shows. */
export const accountNow = async (db: Db | Tx, account: AccountKey, clock: Clock): Promise<Date> => {
  const now = clock.now();
  const { rows } = await sql<{ at: Date }>`
    select ${now}::timestamptz + ${aheadOf} as at from accounts where key = ${account}`.execute(db);
  return rows[0]?.at ?? now;
};
