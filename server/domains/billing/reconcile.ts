import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '#contract/rules/time.ts';
import type { EventHead } from '#server/engines/payments/port.ts';
import { changeSetting, readSetting } from '#server/platform/settings.repo.ts';
import type { BillingDeps } from './billing.deps.ts';
import { payingCustomers } from './customers.repo.ts';
import { insertDrift } from './drift.repo.ts';
import { acceptEvent, jobs, queueSync } from './events.ts';
import { hasWaitingEvents, unknownEvents, waitingCustomers } from './events.repo.ts';
import { syncCustomer, type SyncDeps } from './sync.ts';

type Deps = SyncDeps & Pick<BillingDeps, 'jobs'>;

const overlapMs = 5 * 60_000;
const batchSize = 100;

/**
 * Finds the provider's events that were never delivered, and queues the syncs they ask for; also those of events that wait because a
 * process ended or the provider was away. Returns how many events were missing.
 */
export const reconcileEvents = async (deps: Deps): Promise<number> => {
  const { db, clock, payments } = deps;
  const begun = clock.now();
  const cursor = await readCursor(deps);
  let missing = 0;
  let batch: EventHead[] = [];
  const accept = async (): Promise<void> => {
    if (batch.length === 0) return;
    const unknown = await unknownEvents(
      db,
      batch.map(({ id }) => id),
    );
    for (const event of batch) if (unknown.has(event.id)) await acceptEvent(deps, event);
    missing += unknown.size;
    batch = [];
  };
  for await (const event of payments.eventsSince(
    new Date((cursor?.getTime() ?? begun.getTime() - dayMs) - overlapMs),
  )) {
    batch.push(event);
    if (batch.length === batchSize) await accept();
  }
  await accept();
  const waiting = await waitingCustomers(db, new Date(begun.getTime() - waitsMs), 1000);
  for (const customer of waiting) await queueSync(deps, customer);
  await changeSetting(db, 'billing', begun, (stored) => ({ ...stored, eventsRead: begun.toISOString() }));
  return missing;
};

/** Longer than a queued sync takes. */
const waitsMs = 2 * 60_000;

const readCursor = async ({ db }: Deps): Promise<Date | undefined> => {
  const { eventsRead } = (await readSetting(db, 'billing')) as { eventsRead?: string };
  return eventsRead === undefined ? undefined : new Date(eventsRead);
};

/** Customers compared by one job, and the time between two of them: at most ten a second. */
const comparedAtOnce = 300;
const pauseMs = 100;

/**
 * Compares some customers after this one with the provider, heals what differs and records it where no event explains it; queues the
 * rest.
 */
export const compareCustomers = async (deps: Deps, after: string): Promise<void> => {
  const { db, payments } = deps;
  const customers = await payingCustomers(db, payments.mode, after, comparedAtOnce);
  for (const customer of customers) {
    await compareCustomer(deps, customer);
    await pause(pauseMs);
  }
  const last = customers.at(-1);
  if (last !== undefined && customers.length === comparedAtOnce)
    await deps.jobs.send(jobs.compare, { after: last }, { singletonKey: last });
};

/** See `compareCustomers`. */
export const compareCustomer = async (deps: Deps, customer: string): Promise<void> => {
  const isExpected = await hasWaitingEvents(deps.db, customer);
  const changed = await syncCustomer(deps, customer);
  if (isExpected || changed.length === 0) return;
  deps.log.warn({ customer, changed }, 'our copy of a customer differed from the provider');
  await insertDrift(deps.db, customer, changed);
};
