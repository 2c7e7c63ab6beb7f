import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import type {} from '#server/platform/lifecycle.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { membersOf } from '../sync.repo.ts';
import { aheadOf } from './account-time.ts';
import { forgetEnds, graceStart } from './grace.ts';

/** As listeners' programs and the account's people see it. */
export const heldReason = 'The subscription has ended.';
const batch = 100;

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'hooks'>;

/** Holds every account whose grace is over; returns their number. Safe to run twice, and in several processes at once. */
export const holdDueAccounts = async (deps: Deps): Promise<number> => {
  const { grace_days, hold_after_trial } = await portalSettings(deps.db);
  if (grace_days === null) return 0;
  const rule = { days: grace_days, trialsCount: hold_after_trial };
  let held = 0;
  for (;;) {
    const due = await dueAccounts(deps.db, rule, deps.clock.now());
    for (const account of due) if (await holdAccount(deps, account, rule)) held++;
    if (due.length < batch) return held;
  }
};

type Rule = { days: number; trialsCount: boolean };

const dueAccounts = async (db: Db | Tx, rule: Rule, now: Date, only?: AccountKey): Promise<AccountKey[]> => {
  const { rows } = await sql<{ key: AccountKey }>`
    select accounts.key from accounts
    where accounts.held_at is null and accounts.deleted_at is null
      and ${only === undefined ? sql`true` : sql`accounts.key = ${only}`}
      and accounts.key in (select account_key from subscriptions where station_key is null and ended_at is not null)
      and ${graceStart(rule.trialsCount)} + make_interval(days => ${rule.days}::int) <= ${now}::timestamptz + ${aheadOf}
    order by accounts.key limit ${batch}`.execute(db);
  return rows.map(({ key }) => key);
};

/** Holds the account unless it has a plan again, which is only certain once its row is locked. */
const holdAccount = async (deps: Deps, account: AccountKey, rule: Rule): Promise<boolean> =>
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts').select('key').where('key', '=', account).forNoKeyUpdate().execute();
    const now = deps.clock.now();
    if ((await dueAccounts(tx, rule, now, account)).length === 0) return false;
    await tx
      .updateTable('accounts')
      .set({ held_at: now, held_reason: heldReason })
      .where('key', '=', account)
      .execute();
    await deps.hooks.run('account.holdChanged', { tx, account });
    await queueEmail(tx, deps, account, `${account}.${String(now.getTime())}`, { kind: 'held' });
    await notifyInbox(deps.events, tx, await membersOf(tx, account));
    return true;
  });

/**
 * Ends the grace or the hold of an account that has an active plan, in this transaction: its stations go back on the air and its owners are
 * notified. Does nothing otherwise.
 */
export const liftHold = async (
  tx: Tx,
  deps: Pick<Kernel, 'events' | 'hooks'>,
  account: AccountKey,
): Promise<boolean> => {
  await forgetEnds(tx, account);
  const { rows } = await sql<{ held_at: Date }>`
    update accounts set held_at = null, held_reason = null
    from (select key, held_at from accounts where key = ${account} for no key update) before
    where accounts.key = before.key and before.held_at is not null
      and exists (select from subscriptions where subscriptions.account_key = accounts.key
        and station_key is null and status in (${activeStatusList}))
    returning before.held_at`.execute(tx);
  const [before] = rows;
  if (!before) return false;
  await deps.hooks.run('account.holdChanged', { tx, account });
  await queueEmail(tx, deps, account, `${account}.${String(before.held_at.getTime())}`, { kind: 'back' });
  await notifyInbox(deps.events, tx, await membersOf(tx, account));
  return true;
};
