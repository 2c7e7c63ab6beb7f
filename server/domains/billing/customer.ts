import type { AccountKey } from '#contract/rules/keys.ts';
import { PaymentError } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { customerFacts, findCustomer, saveCustomer, type CustomerRow } from './customers.repo.ts';
import { checkVat } from './vat/check-vat.ts';
import { isPayment } from './payment-refusals.ts';

/** How long a first purchase waits for the register of VAT numbers; VAT is charged if it doesn't answer. */
const vatTimeoutMs = 4000;

/**
 * The account's customer at the provider, made at its first purchase, with its present name, address and verified VAT number. A customer that was deleted
 * there is replaced.
 */
export const customerOf = async (
  deps: Pick<BillingDeps, 'db' | 'clock' | 'log' | 'payments' | 'vat'>,
  account: AccountKey,
): Promise<CustomerRow> => {
  const { db, payments } = deps;
  const facts = (await customerFacts(db, account)) ?? refuse('account.notFound');
  const known = await findCustomer(db, account, payments.mode);
  if (known && (await isThere(() => payments.updateCustomer(known.customer, facts)))) return known;
  // The same key after a crash gives the same customer; another one replaces a deleted customer.
  const key = known ? `customer:${account}:${known.customer}` : `customer:${account}`;
  const customer = await payments.ensureCustomer(facts, key);
  await checkVat(deps, account, { customer, timeoutMs: vatTimeoutMs });
  const saved = await saveCustomer(db, account, { customer, mode: payments.mode, previous: known?.customer ?? '' });
  return saved ?? elsewhere(account, payments.mode);
};

const isThere = async (call: () => Promise<void>): Promise<boolean> => {
  try {
    await call();
    return true;
  } catch (error) {
    if (isPayment(error, 'notFound')) return false;
    throw error;
  }
};

/** A portal that lost its key must not start again in the sandbox with accounts that pay real money. */
const elsewhere = (account: AccountKey, mode: string): never => {
  throw new PaymentError('unavailable', '', { cause: new Error(`${account} has a customer, but not in mode ${mode}`) });
};
