import { sql, type RawBuilder } from 'kysely';
import type { AccountKey } from '#contract/keys.ts';
import { dayMs } from '#contract/time.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import { portalSettings } from '#server/platform/settings.ts';

/*
 * After the end. When the last paid plan of an account ends, `subscriptions.ended_at` is set and the grace of `grace_days` begins: what is
 * on the air goes on, nothing new can be created. Then the account is held: its stations are off the air until it pays or a plan is
 * assigned (hold.ts). Plans that an administrator ended never lead there; trials do if `hold_after_trial` was set when they ended.
 */

export type Hold = { held: { since: string; reason: string } | null; graceEnds: string | null };

/** Whether an account is held, and if not, when it will be; both are null while a plan is active, or nothing follows from its end. */
export const holdOf = async (db: Db | Tx, account: AccountKey): Promise<Hold> => {
  const { grace_days, hold_after_trial } = await portalSettings(db);
  const { rows } = await sql<{ held_at: Date | null; held_reason: string | null; ended_at: Date | null }>`
    select held_at, held_reason, ${graceStart(hold_after_trial)} as ended_at
    from accounts where key = ${account}`.execute(db);
  const [row] = rows;
  if (row?.held_at)
    return { held: { since: row.held_at.toISOString(), reason: row.held_reason ?? '' }, graceEnds: null };
  if (!row?.ended_at || grace_days === null) return { held: null, graceEnds: null };
  return { held: null, graceEnds: new Date(row.ended_at.getTime() + grace_days * dayMs).toISOString() };
};

/**
 * SQL: since when the grace of `accounts.key` runs, by its newest plan. Null while one is active, after an end without consequence, and
 * after a trial unless trials count.
 */
export const graceStart = (trialsCount: boolean): RawBuilder<Date | null> => sql<Date | null>`(
  select case when newest.status in (${activeStatusList}) or (newest.plan = 'trial' and not ${trialsCount}::boolean) then null
    else newest.ended_at end
  from subscriptions newest where newest.account_key = accounts.key and newest.station_key is null
    and newest.status not in ('incomplete', 'incomplete_expired')
  order by newest.status in (${activeStatusList}) desc, newest.created desc, newest.id limit 1)`;

/** Starts the grace of paid plans of an account that are no longer active, and forgets it for those that are active again. */
export const recordEnds = async (tx: Tx, account: AccountKey, now: Date): Promise<void> => {
  await sql`update subscriptions
    set ended_at = case when status in (${activeStatusList}) then null else ${now}::timestamptz end
    where account_key = ${account} and station_key is null and provider is not null
      and status not in ('incomplete', 'incomplete_expired')
      and (status in (${activeStatusList})) = (ended_at is not null)`.execute(tx);
};
