import { sql, type RawBuilder } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SubscriptionStatus } from '#contract/api/subscription.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { isActive } from '../projection.ts';
import type { SyncChange } from './after-sync.ts';

/*
 * After the end. When a paid plan of an account ends, `subscriptions.ended_at` is set and the grace of `grace_days` begins: what is
 * on the air goes on, nothing new can be created. Then the account is held: its stations are off the air until it pays or a plan is
 * assigned (hold.ts), which also forgets the end. Plans that an administrator ended never lead there; trials do if `hold_after_trial` was set when they ended.
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
 * SQL: since when the grace of `accounts.key` runs. Null while a plan is active, after an end without consequence, and after a trial unless
 * trials count.
 */
export const graceStart = (trialsCount: boolean): RawBuilder<Date | null> => sql<Date | null>`(
  select case when bool_or(own.status in (${activeStatusList})) then null
    else max(own.ended_at) filter (where own.plan <> 'trial' or ${trialsCount}::boolean) end
  from subscriptions own where own.account_key = accounts.key and own.station_key is null)`;

/**
 * Starts the grace after paid plans that were active before this sync and aren't any more. A purchase that never became active is no end,
 * and an end that a later plan made irrelevant (`forgetEnds`) isn't recorded again.
 */
export const recordEnds = async (
  tx: Tx,
  { before, after }: Pick<SyncChange, 'before' | 'after'>,
  now: Date,
): Promise<void> => {
  const wereActive = new Set(before.subscriptions.filter(({ status }) => isActive(status)).map(({ id }) => id));
  const ended = after.subscriptions.filter(
    (row) => wereActive.has(row.id) && row.provider !== null && row.station_key === null && hasEnded(row),
  );
  for (const { id } of ended)
    await tx.updateTable('subscriptions').set({ ended_at: now }).where('id', '=', id).execute();
};

/** Forgets earlier ends of an account that has an active plan; does nothing otherwise. */
export const forgetEnds = async (tx: Tx, account: AccountKey): Promise<void> => {
  await sql`update subscriptions set ended_at = null
    where account_key = ${account} and station_key is null and ended_at is not null
      and exists (select from subscriptions own where own.account_key = ${account} and own.station_key is null
        and own.status in (${activeStatusList}))`.execute(tx);
};

/** Whether it has ended, as opposed to a purchase that was never paid. */
export const hasEnded = ({ status }: { status: SubscriptionStatus }): boolean =>
  status === 'canceled' || status === 'unpaid' || status === 'paused';
