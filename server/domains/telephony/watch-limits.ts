import type { TelephonyState } from '#contract/engine/engine-calls.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { warnPortal } from './notify.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'config' | 'events'>;

const keptDays = 30;

/** Tells the portal's administrators of each number and line at whose limit calls were refused today, once a day (UTC). */
export const watchLimits = async (deps: Deps, { limited }: Pick<TelephonyState, 'limited'>): Promise<void> => {
  const today = dayOf(deps.clock.now().getTime());
  for (const { reason, subject, at } of limited) {
    if (dayOf(at) !== today) continue;
    await deps.db.transaction().execute(async (tx) => {
      const first = await tx
        .insertInto('phone_limit_emails')
        .values({ day: today, reason, subject })
        .onConflict((conflict) => conflict.doNothing())
        .returning('reason')
        .executeTakeFirst();
      if (first) await warnPortal(tx, deps, reason, subject);
    });
  }
};

/** Forgets which e-mails were sent long ago. */
export const forgetLimitEmails = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  await db.deleteFrom('phone_limit_emails').where('day', '<', before).execute();
};

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
