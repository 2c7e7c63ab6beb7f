import type { EventHead } from '#server/engines/payments/port.ts';
import type { BillingDeps } from './billing.deps.ts';
import { insertEvent } from './events.repo.ts';

/** The jobs of payments. */
export const jobs = {
  sync: 'billing.sync',
  promoCodes: 'billing.promoCodes',
  compare: 'billing.compare',
  catalog: 'billing.catalog',
} as const;

/**
 * Stores an event once and queues what it asks for: to read its customer again, or the promo codes. Queued again if it comes again, as a
 * crash may have come in between.
 */
export const acceptEvent = async (deps: Pick<BillingDeps, 'db' | 'jobs'>, event: EventHead): Promise<void> => {
  await insertEvent(deps.db, event);
  if (event.customer !== null) await queueSync(deps, event.customer);
  if (/^(promotion_code|coupon)\./.test(event.type))
    await deps.jobs.send(jobs.promoCodes, {}, { singletonKey: 'promoCodes' });
  // A subscription may have used a code, which changes its count without an event.
  else if (event.type.startsWith('customer.subscription.'))
    await deps.jobs.send(jobs.promoCodes, {}, { singletonKey: 'promoCodes', startAfterS: countCodesAfterS });
};

const countCodesAfterS = 30;

/** Queues the sync of a customer; at most one waits, and one that is tried again later doesn't hold up one for a new event. */
export const queueSync = async (
  deps: Pick<BillingDeps, 'jobs'>,
  customer: string,
  startAfterS?: number,
): Promise<void> =>
  await deps.jobs.send(
    jobs.sync,
    { customer },
    startAfterS === undefined ? { singletonKey: customer } : { singletonKey: `later ${customer}`, startAfterS },
  );
