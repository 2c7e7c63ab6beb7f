import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { queueEmail } from '../emails/queue-email.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events'>;
const batch = 100;

/**
 * Ends our own trials that have expired, never a provider's, and notifies their owners; returns their number. The grace before a hold
 * begins where the portal's settings say so.
 */
export const endTrials = async (deps: Deps): Promise<number> => {
  let ended = 0;
  for (;;) {
    const count = await endSomeTrials(deps);
    ended += count;
    if (count < batch) return ended;
  }
};

const endSomeTrials = async ({ db, clock, events }: Deps): Promise<number> => {
  const now = clock.now();
  const { grace_days, hold_after_trial } = await portalSettings(db);
  const isHeldLater = hold_after_trial && grace_days !== null;
  const offAir = isHeldLater ? new Date(now.getTime() + grace_days * dayMs).toISOString() : null;
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; account_key: AccountKey }>`
      update subscriptions set status = 'canceled', canceled_at = ${now}, updated = ${now},
        ended_at = ${isHeldLater ? now : null}::timestamptz
      where id in (select id from subscriptions where status = 'trialing' and provider is null and ends <= ${now}
        order by id limit ${batch} for update)
      returning id, account_key`.execute(tx);
    for (const { id, account_key } of rows)
      await queueEmail(tx, { events }, account_key, id, { kind: 'trialEnded', offAir });
    return rows.length;
  });
};
