import { findCustomer } from './customers.repo.ts';
import { closeIntent, findIntent, openIntentsBefore, type IntentRow } from './intents.repo.ts';
import { runByCard, settle, type PurchaseDeps } from './run-purchase.ts';
import { syncCustomer } from './sync.ts';

/** After this the call that wrote an intent has ended, or its process has: the client asks three times, for 30 s each. */
const abandonedAfterMs = 110_000;
/** Nobody waits for a purchase this long, so what has not happened by then is given up. */
const givenUpAfterMs = 30 * 60_000;

/**
 * Finishes purchases whose process ended in the middle: what the provider did is brought into our tables, and what it never heard of is
 * repeated with the same idempotency key. Purchases on payment pages are finished when they are paid or expire. Returns how many are
 * still open.
 */
export const finishIntents = async (deps: PurchaseDeps): Promise<number> => {
  const before = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  let open = 0;
  for (const intent of await openIntentsBefore(deps.db, before, 500)) {
    try {
      await finishIntent(deps, intent);
    } catch (error) {
      deps.log.warn({ err: error, intent: intent.id }, 'a purchase could not be finished yet');
    }
    if ((await findIntent(deps.db, intent.id))?.state === 'open') open++;
  }
  return open;
};

const finishIntent = async (deps: PurchaseDeps, intent: IntentRow): Promise<void> =>
  await (intent.method === 'checkout' ? finishCheckout(deps, intent) : finishByCard(deps, intent));

const finishCheckout = async (deps: PurchaseDeps, intent: IntentRow): Promise<void> => {
  const now = deps.clock.now();
  // Nobody has seen its page.
  if (intent.checkout === null) return await closeIntent(deps.db, intent.id, { state: 'failed', now });
  const result = await deps.payments.checkoutResult(intent.checkout);
  if (result === 'expired') await closeIntent(deps.db, intent.id, { state: 'expired', now });
  else if (result !== 'open') await settle(deps, intent, result);
};

const finishByCard = async (deps: PurchaseDeps, intent: IntentRow): Promise<void> => {
  const customer = await findCustomer(deps.db, intent.account_key, deps.payments.mode);
  // The sync closes the intent if what it says has happened.
  if (customer) await syncCustomer(deps, customer.customer);
  if ((await findIntent(deps.db, intent.id))?.state !== 'open') return;
  const now = deps.clock.now();
  const isOld = now.getTime() - intent.created.getTime() > givenUpAfterMs;
  if (!customer || isOld) return await closeIntent(deps.db, intent.id, { state: 'failed', error: 'given up', now });
  // The reply said that nothing was charged: only the customer may repeat it.
  if (intent.error === null) await runByCard(deps, intent, customer.customer);
};
