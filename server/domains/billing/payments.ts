import type { payments as calls } from '#contract/api/payments.ts';
import type { BodyOf, ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { customerOf } from './customer.ts';
import { findCustomer } from './customers.repo.ts';
import { presentInvoice } from './invoices/invoices.presenter.ts';
import { findInvoice } from './invoices/invoices.repo.ts';
import { syncCustomer } from './sync.ts';
import { returnUrl } from './return-urls.ts';

/**
 * The provider's page on which the card, address and invoices of an account are managed; refuses with `payment.noCustomer` before its
 * first purchase.
 */
export const openBillingPortal = async (
  deps: BillingDeps,
  account: AccountKey,
  { returnPath, flow }: BodyOf<SpecOf<typeof calls.portal>>,
): Promise<{ url: string }> => {
  if (!(await findCustomer(deps.db, account, deps.payments.mode))) refuse('payment.noCustomer');
  const url = returnUrl(deps.config, { account, station: null }, returnPath);
  const { customer } = await customerOf(deps, account);
  return { url: await deps.payments.portal({ customer, returnUrl: url, flow }) };
};

/** Pays an open invoice with the card on file; refuses with `invoice.notFound`, `invoice.notOpen` and `payment.…`. */
export const payInvoice = async (
  deps: BillingDeps,
  account: AccountKey,
  id: string,
): Promise<ReturnsOf<SpecOf<typeof calls.pay>>> => {
  const customer = await findCustomer(deps.db, account, deps.payments.mode);
  const before = (await findInvoice(deps.db, account, id)) ?? refuse('invoice.notFound');
  if (before.status !== 'open' || !customer) return refuse('invoice.notOpen');
  if (customer.card === null) return refuse('plan.noPaymentMethod');
  const next = await pay(deps, customer.customer, id);
  const after = (await findInvoice(deps.db, account, id)) ?? refuse('invoice.notFound');
  return { invoice: presentInvoice(after), next };
};

/** Whether it was paid or declined, our copy says so afterwards. */
const pay = async (deps: BillingDeps, customer: string, id: string) => {
  try {
    return (await deps.payments.pay(id)).next;
  } finally {
    await syncCustomer(deps, customer);
  }
};
