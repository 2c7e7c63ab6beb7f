import type { ReferralEngine } from '#server/engines/referral/port.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { addReferral, markReferralTold, untoldReferral } from './referral.repo.ts';

const clickJob = 'referral.click';
const customerJob = 'referral.customer';
/** Told in the transaction that keeps whose code it was; the job comes of it. */
const customerTopic = 'referral.customer';
/** An hour and more of growing pauses. */
const retries = 8;
const work = { concurrency: 2, retries, expireS: 60, givenUp: 'listed' } as const;

/** Somebody came by a code: told to the tracker as soon as it takes it; nothing happens where none is configured. */
export const referralClick = async ({ db, jobs }: Pick<Kernel, 'db' | 'jobs'>, code: string): Promise<undefined> => {
  if (await isTracked(db)) await jobs.send(clickJob, { code });
};

/** The person came by a code: told once in their life, and only the first code they came by. */
export const referralCustomer = async (
  { db, events }: Pick<Kernel, 'db' | 'events'>,
  code: string,
  who: Person,
): Promise<undefined> => {
  if (!(await isTracked(db))) return;
  await db.transaction().execute(async (tx) => {
    if (await addReferral(tx, who.id, code)) await events.emit(tx, customerTopic, { user: who.id });
  });
};

/** Makes a job of every new customer; for every process, as any may hold the outbox. */
export const subscribeReferral = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void => {
  events.on(customerTopic, ({ user }) => jobs.send(customerJob, { user }, { singletonKey: String(user) }));
};

/** Tells the tracker, each again until it took it; for the process that does the jobs. */
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
    const found = await untoldReferral(db, String(user));
    if (!found || referral.url === '') return;
    await tracker.customer(referral, { ...found, status: 'new' });
    await markReferralTold(db, String(user), clock.now());
  });
};

const isTracked = async (db: Kernel['db']): Promise<boolean> => (await portalSettings(db)).referral.url !== '';
