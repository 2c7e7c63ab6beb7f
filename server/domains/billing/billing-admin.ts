import type { BillingDrift, BillingEvent } from '#contract/api/billing-admin.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { SandboxControls } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { customerOf } from './customer.ts';
import { findCustomer } from './customers.repo.ts';
import { listDrift } from './drift.repo.ts';
import { findEvent, listEvents, markFailed, type EventRow } from './events.repo.ts';
import { doWhatIsDue } from './life/life.work.ts';
import { isPayment } from './payment-refusals.ts';
import { syncCustomer, type SyncDeps } from './sync.ts';

type Page = { limit: number; offset: number };

/** A page of the provider's events, newest first. */
export const billingEvents = async (
  { db, payments }: Pick<BillingDeps, 'db' | 'payments'>,
  page: Page & { state?: BillingEvent['state'] | undefined },
) => {
  const { rows, total } = await listEvents(db, page);
  return { entities: rows.map(present), total, mode: payments.mode };
};

/** Handles an event again, at once: reads its customer again. Refuses with `billingEvent.notFound` and `payment.unavailable`. */
export const replayEvent = async (deps: SyncDeps, id: string): Promise<BillingEvent> => {
  const { customer } = (await findEvent(deps.db, id)) ?? refuse('billingEvent.notFound');
  if (customer !== null) await syncOrMark(deps, customer);
  return present((await findEvent(deps.db, id)) ?? refuse('billingEvent.notFound'));
};

/** Reads a customer again; if that fails, its waiting events say why. */
export const syncOrMark = async (deps: SyncDeps, customer: string): Promise<string[]> => {
  try {
    return await syncCustomer(deps, customer);
  } catch (error) {
    await markFailed(deps.db, customer, error instanceof Error ? error.message : String(error));
    throw error;
  }
};

/** A page of the differences of the last 30 days, newest first. */
export const billingDrift = async (
  { db, clock }: Pick<BillingDeps, 'db' | 'clock'>,
  page: Page,
): Promise<{ entities: BillingDrift[]; total: number }> => {
  const { rows, total } = await listDrift(db, new Date(clock.now().getTime() - 30 * dayMs), page);
  const entities = rows.map(({ id, what, found, account_key: key, company }) => ({
    id,
    what,
    found: found.toISOString(),
    account: { key, company },
  }));
  return { entities, total };
};

/** Reads an account again; refuses with `payment.noCustomer` before its first purchase. */
export const syncAccount = async (deps: SyncDeps, account: AccountKey): Promise<{ changed: string[] }> => {
  const found = (await findCustomer(deps.db, account, deps.payments.mode)) ?? refuse('payment.noCustomer');
  return { changed: await syncOrMark(deps, found.customer) };
};

/** Moves an account's clock in the sandbox forward, and does what our own jobs would do by then; refuses with `sandbox.off` where payments are real. */
export const moveSandboxClock = async (
  deps: BillingDeps,
  { account, days }: { account: AccountKey; days: number },
): Promise<{ now: string }> => {
  const sandbox = sandboxOf(deps);
  const { customer } = await customerOf(deps, account);
  const now = await sandbox.moveClock(customer, days);
  await syncCustomer(deps, customer);
  await doWhatIsDue(deps);
  return { now: now.toISOString() };
};

/** Replaces an account's card in the sandbox; refuses with `sandbox.off`, and a number that is no test card as invalid input. */
export const setSandboxCard = async (
  deps: BillingDeps,
  { account, number }: { account: AccountKey; number: string },
): Promise<{ last4: string }> => {
  const sandbox = sandboxOf(deps);
  const { customer } = await customerOf(deps, account);
  const { last4 } = await setCard(sandbox, customer, number);
  await syncCustomer(deps, customer);
  return { last4 };
};

const setCard = async (sandbox: SandboxControls, customer: string, number: string): Promise<{ last4: string }> => {
  try {
    return await sandbox.setCard(customer, number);
  } catch (error) {
    if (!isPayment(error, 'refused', 'notFound', 'declined')) throw error;
    return refuse('request.invalid', {}, { number: 'This is not the number of a test card.' });
  }
};

const sandboxOf = ({ sandbox }: BillingDeps): SandboxControls => sandbox ?? refuse('sandbox.off');

const present = (row: EventRow): BillingEvent => ({
  id: row.id,
  type: row.type,
  created: row.created.toISOString(),
  received: row.received.toISOString(),
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  account: row.account_key && { key: row.account_key, company: row.company ?? '' },
});
