import * as z from 'zod/mini';
import type Stripe from 'stripe';
import { addressIn, blankCustomer } from '../blank/customer.ts';
import { newId } from '../ids.ts';
import { missing } from '../wire/refusal.ts';
import { empty, listShape, metadata, route, type Route } from '../wire/route.ts';
import { pageOf } from '../wire/page.ts';
import { all, emit, find, lookUp, put, remove, type World } from '../world.ts';

const facts = {
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  address: z.optional(z.strictObject({ country: z.string() })),
  metadata: z.optional(metadata),
};

const customField = z.strictObject({ name: z.string(), value: z.string() });
const invoiceSettings = z.strictObject({
  default_payment_method: z.optional(z.string()),
  custom_fields: z.optional(z.union([empty, z.array(customField)])),
});

/** Customers with their cards and tax ids. */
export const customerRoutes: readonly Route[] = [
  route('POST', 'customers', facts, (world, { name = null, email = null, address, metadata: given = {} }) =>
    emit(
      world,
      'customer.created',
      blankCustomer({ name, email, country: address?.country ?? null, metadata: given, now: world.now }),
    ),
  ),
  route('GET', 'customers/:id', {}, (world, _given, [id = '']) => find(world, 'customer', id)),
  route(
    'POST',
    'customers/:id',
    { ...facts, invoice_settings: z.optional(invoiceSettings) },
    (world, given, [id = '']) => {
      const customer = find(world, 'customer', id);
      if (given.name !== undefined) customer.name = given.name;
      if (given.email !== undefined) customer.email = given.email;
      if (given.address) customer.address = addressIn(given.address.country);
      if (given.metadata) customer.metadata = mergeMetadata(customer.metadata, given.metadata);
      if (given.invoice_settings) changeSettings(world, customer, given.invoice_settings);
      return emit(world, 'customer.updated', customer);
    },
  ),
  route(
    'GET',
    'customers/:id/payment_methods',
    { ...listShape, type: z.optional(z.literal('card')) },
    (world, given, [id = '']) =>
      pageOf(
        all(world, 'payment_method').filter(({ customer }) => customer === id),
        given,
        `/v1/customers/${id}/payment_methods`,
      ),
  ),
  route('GET', 'customers/:id/tax_ids', listShape, (world, given, [id = '']) =>
    pageOf(all(world, 'tax_id'), given, `/v1/customers/${id}/tax_ids`),
  ),
  route(
    'POST',
    'customers/:id/tax_ids',
    { type: z.literal('eu_vat'), value: z.string().check(z.regex(/^[A-Z]{2}[A-Z0-9+*]{2,13}$/)) },
    (world, { type, value }, [id = '']) => put(world, blankTaxId({ type, value, customer: id, now: world.now })),
  ),
  route('DELETE', 'customers/:id/tax_ids/:tax', {}, (world, _given, [, tax = '']) => {
    find(world, 'tax_id', tax);
    remove(world, tax);
    return { id: tax, object: 'tax_id', deleted: true } satisfies Stripe.DeletedTaxId;
  }),
];

/** Given values replace stored ones; an empty one removes its name. */
const mergeMetadata = (stored: Stripe.Metadata, given: Record<string, string>): Stripe.Metadata =>
  Object.fromEntries(Object.entries({ ...stored, ...given }).filter(([, value]) => value !== ''));

const changeSettings = (
  world: World,
  { invoice_settings: settings }: Stripe.Customer,
  given: z.infer<typeof invoiceSettings>,
): void => {
  if (given.custom_fields !== undefined)
    settings.custom_fields = given.custom_fields === '' ? null : given.custom_fields;
  const method = given.default_payment_method;
  if (method === undefined) return;
  if (!lookUp(world, 'payment_method', method)) throw missing('payment_method', method);
  settings.default_payment_method = method;
};

type TaxIdGiven = { type: 'eu_vat'; value: string; customer: string; now: number };

const blankTaxId = ({ type, value, customer, now }: TaxIdGiven): Stripe.TaxId =>
  ({
    id: newId('txi'),
    object: 'tax_id',
    country: value.slice(0, 2),
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer, customer_account: null },
    type,
    value,
    verification: { status: 'verified', verified_address: null, verified_name: null },
  }) satisfies Stripe.TaxId;
