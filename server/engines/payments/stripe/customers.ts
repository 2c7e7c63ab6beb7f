import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { PaymentError, type Card, type CustomerFacts, type CustomerSnapshot, type TaxNumber } from '../port.ts';
import { invoiceSnapshot } from './invoice-snapshot.ts';
import { idOf, type Connection } from './parts.ts';
import { listedSubscriptionParts, planNamedBy, subscriptionSnapshot } from './subscription-snapshot.ts';
import { printedNumber, taxField, taxIdOf, taxNumberOf } from './tax-number.ts';

/** How many invoices and subscriptions a snapshot has. */
const newestInvoices = 24;
const mostSubscriptions = 100;

/** Creates the customer of an account; changed facts are a new request, so they are part of the key. */
export const createCustomer = async ({ stripe }: Connection, facts: CustomerFacts, key: string): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
  const created = await stripe.customers.create(
    {
      name: facts.name,
      email: facts.email,
      ...(facts.country && { address: { country: facts.country } }),
      metadata: { account_key: facts.account },
    },
    { idempotencyKey: `${key}:${hash}` },
  );
  return created.id;
};

/** Sends what has changed; the rest of an address that the customer entered at the provider stays unless the country changes. */
export const updateCustomer = async ({ stripe }: Connection, id: string, facts: CustomerFacts): Promise<void> => {
  const now = await customerOf(stripe, id);
  const country = facts.country !== '' && now.address?.country !== facts.country;
  if (now.name === facts.name && now.email === facts.email && !country) return;
  await stripe.customers.update(id, {
    name: facts.name,
    email: facts.email,
    ...(country && { address: { country: facts.country } }),
  });
};

/** Replaces the tax number; may be repeated after a crash. */
export const setTaxNumber = async ({ stripe }: Connection, id: string, tax: TaxNumber | null): Promise<void> => {
  const wanted = tax?.verified ? taxIdOf(tax) : undefined;
  const { data } = await stripe.customers.listTaxIds(id, { limit: 100 });
  for (const old of data) if (old.value !== wanted?.value) await stripe.customers.deleteTaxId(id, old.id);
  if (wanted && !data.some(({ value }) => value === wanted.value)) await stripe.customers.createTaxId(id, wanted);
  const printed = tax && !tax.verified ? tax : undefined;
  await stripe.customers.update(id, {
    invoice_settings: { custom_fields: printed ? [{ name: taxField, value: printedNumber(printed) }] : '' },
    metadata: { tax_country: printed?.country ?? '', tax_number: printed?.number ?? '' },
  });
};

/** Everything about a customer, read at once; throws `notFound` for a deleted one. */
export const readCustomer = async ({ stripe }: Connection, id: string): Promise<CustomerSnapshot> => {
  const [customer, subscriptions, invoices] = await Promise.all([
    customerOf(stripe, id, ['invoice_settings.default_payment_method', 'tax_ids']),
    stripe.subscriptions.list({
      customer: id,
      status: 'all',
      limit: mostSubscriptions,
      expand: listedSubscriptionParts,
    }),
    stripe.invoices.list({ customer: id, limit: newestInvoices }),
  ]);
  const plans = await plansNamedBy(stripe, subscriptions.data);
  return {
    id,
    account: customer.metadata.account_key ?? null,
    currency: customer.currency ?? null,
    card: cardOf(customer.invoice_settings.default_payment_method) ?? cardOf(await newestCard(stripe, id)),
    taxNumber: taxNumberOf(customer),
    credit: Math.max(0, -customer.balance),
    subscriptions: subscriptions.data.map((one) => subscriptionSnapshot(one, plans)),
    invoices: invoices.data.map(invoiceSnapshot),
  };
};

/** The card on file, made the customer's default if none is; undefined without a card. */
export const defaultCard = async ({ stripe }: Connection, id: string): Promise<string | undefined> => {
  const { invoice_settings: settings } = await customerOf(stripe, id);
  if (settings.default_payment_method !== null) return idOf(settings.default_payment_method);
  const card = await newestCard(stripe, id);
  if (card) await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } });
  return card?.id;
};

export const customerOf = async (stripe: Stripe, id: string, expand: string[] = []): Promise<Stripe.Customer> => {
  const found = await stripe.customers.retrieve(id, { expand });
  if (found.deleted) throw new PaymentError('notFound', `The customer ${id} was deleted.`);
  return found;
};

const newestCard = async (stripe: Stripe, id: string): Promise<Stripe.PaymentMethod | undefined> =>
  (await stripe.customers.listPaymentMethods(id, { type: 'card', limit: 1 })).data[0];

const cardOf = (method: string | Stripe.PaymentMethod | null | undefined): Card | null => {
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { brand, last4, exp_month, exp_year };
};

/** The plans that products from the dashboard name; ours are known by their id. */
const plansNamedBy = async (
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Map<string, string>> => {
  const products = subscriptions.flatMap(({ items }) => items.data.map(({ price }) => idOf(price.product)));
  const foreign = [...new Set(products.filter((id) => !id.startsWith('product_')))];
  const plans = new Map<string, string>();
  if (foreign.length === 0) return plans;
  const { data } = await stripe.products.list({ ids: foreign, limit: 100 });
  for (const product of data) {
    const plan = planNamedBy(product);
    if (plan !== null) plans.set(product.id, plan);
  }
  return plans;
};
