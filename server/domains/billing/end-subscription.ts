import type { Subscription } from '#contract/api/subscription.ts';
import { PaymentError } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { endSubscription, findById, lockAccount, type Scope, type SubscriptionRow } from './billing.repo.ts';
import { findCustomer } from './customers.repo.ts';
import { isPayment } from './payment-refusals.ts';
import { isActive } from './projection.ts';
import { present, rowInScope } from './subscriptions.ts';
import { providerOf, syncCustomer } from './sync.ts';
import { markSponsored } from './sync.repo.ts';

export type EndDeps = Pick<BillingDeps, 'db' | 'clock' | 'log' | 'events' | 'hooks' | 'payments'>;
type At = 'now' | 'period_end';

/**
 * Cancels a subscription: a paid one at the end of its period, or now and without a refund; a trial or an assigned plan always now.
 * Refuses with `subscription.notFound`, `subscription.ended` and `payment.…`.
 */
export const cancelSubscription = async (deps: EndDeps, scope: Scope, id: string, at: At): Promise<Subscription> => {
  const row = await rowInScope(deps.db, scope, id);
  await endRow(deps, row, at);
  return present((await findById(deps.db, id)) ?? refuse('subscription.notFound'));
};

/** Keeps a subscription that would end with its period; refuses with `subscription.notEnding`. */
export const resumeSubscription = async (deps: EndDeps, scope: Scope, id: string): Promise<Subscription> => {
  const row = await rowInScope(deps.db, scope, id);
  if (!row.cancel_at_period_end || !isActive(row.status) || row.provider_id === null) refuse('subscription.notEnding');
  const customer = await customerFor(deps, row);
  await deps.payments.resume(row.provider_id ?? '');
  await syncCustomer(deps, customer);
  return present((await findById(deps.db, id)) ?? refuse('subscription.notFound'));
};

/** Ends a subscription here, or at its provider first; see `cancelSubscription`. */
export const endRow = async (deps: EndDeps, row: SubscriptionRow, at: At): Promise<void> => {
  if (hasEnded(row)) refuse('subscription.ended');
  // What the sandbox left behind before payments became real is charged by nobody.
  if (row.provider_id === null || (row.provider === 'sandbox' && providerOf(deps) === 'stripe'))
    return await endHere(deps, row);
  const customer = await customerFor(deps, row);
  try {
    await deps.payments.cancel(row.provider_id, isActive(row.status) ? at : 'now');
  } catch (error) {
    // It ended there meanwhile: the sync brings that here.
    if (!isPayment(error, 'notFound')) throw error;
  }
  await syncCustomer(deps, customer);
};

const endHere = async ({ db, clock }: EndDeps, { id, account_key: account }: SubscriptionRow): Promise<void> =>
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account))) refuse('account.notFound');
    if (!(await endSubscription(tx, id, clock.now()))) refuse('subscription.ended');
    await markSponsored(tx, account);
  });

const hasEnded = ({ status }: SubscriptionRow): boolean => status === 'canceled' || status === 'incomplete_expired';

/** The customer that pays for a subscription; the provider counts as away where this portal runs with another one. */
export const customerFor = async (
  { db, payments }: Pick<EndDeps, 'db' | 'payments'>,
  { account_key: account, provider }: SubscriptionRow,
): Promise<string> => {
  const found = provider === providerOf({ payments }) ? await findCustomer(db, account, payments.mode) : undefined;
  if (found) return found.customer;
  throw new PaymentError('unavailable', '', { cause: new Error(`${account} pays at another provider`) });
};
