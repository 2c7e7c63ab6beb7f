import type { ReferralEngine } from '#server/engines/referral/port.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { isPartnerCode } from './partners.repo.ts';
import { addReferral, markReferralReported, unreportedReferral } from './referral.repo.ts';

const clickJob = 'referral.click';
const customerJob = 'referral.customer';
/** Growing pauses of more than an hour in all. */
const retries = 8;
const work = { concurrency: 2, retries, expireS: 60, givenUp: 'listed' } as const;

/** Queues a click on a referral code for the tracker, if one is configured. */
export const referralClick = async ({ db, jobs }: Pick<Kernel, 'db' | 'jobs'>, code: string): Promise<undefined> => {
  if (await isTracked(db)) await jobs.send(clickJob, { code });
};

/**
 * Stores a person's first referral code, if there is a tracker or it is that of a partner, and reports it once to the tracker; later
 * codes are ignored.
 */
export const referralCustomer = async (
  { db, jobs }: Pick<Kernel, 'db' | 'jobs'>,
  code: string,
  who: Person,
): Promise<undefined> => {
  if (!(await isTracked(db)) && !(await isPartnerCode(db, code))) return;
  await db.transaction().execute(async (tx) => {
    if (await addReferral(tx, who.id, code))
      await jobs.send(customerJob, { user: who.id }, { singletonKey: who.id, tx });
  });
};

/** Sends clicks and customers to the tracker, retried until it accepts them; for the process that runs jobs. */
export const workReferral = async (
  { db, jobs, clock }: Pick<Kernel, 'db' | 'jobs' | 'clock'>,
  tracker: ReferralEngine,
): Promise<void> => {
  await jobs.work(clickJob, work, async ({ code }) => {
    const { referral } = await portalSettings(db);
    if (referral.url !== '') await tracker.click(referral, String(code));
  });
  await jobs.work(customerJob, work, async ({ user }) => {
    const { referral } = await portalSettings(db);
    const referred = await unreportedReferral(db, String(user));
    if (!referred || referral.url === '') return;
    await tracker.customer(referral, { ...referred, status: 'new' });
    await markReferralReported(db, String(user), clock.now());
  });
};

const isTracked = async (db: Kernel['db']): Promise<boolean> => (await portalSettings(db)).referral.url !== '';
