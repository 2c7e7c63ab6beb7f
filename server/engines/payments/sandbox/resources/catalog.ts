import * as z from 'zod/mini';
import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { Price } from '../objects.ts';
import { pageOf } from '../wire/page.ts';
import { invalid } from '../wire/refusal.ts';
import { bool, integer, listShape, metadata, route, type Route } from '../wire/route.ts';
import { all, find, put } from '../world.ts';

const recurring = z.strictObject({ interval: z.enum(['month', 'year']) });
const currencyOption = z.strictObject({ unit_amount: integer });

/** Products and prices. */
export const catalogRoutes: readonly Route[] = [
  route('GET', 'products', { ...listShape, ids: z.optional(z.array(z.string())) }, (world, given) =>
    pageOf(
      all(world, 'product').filter(({ id }) => !given.ids || given.ids.includes(id)),
      given,
      '/v1/products',
    ),
  ),
  route(
    'POST',
    'products',
    { id: z.optional(z.string()), name: z.string(), tax_code: z.optional(z.string()), metadata: z.optional(metadata) },
    (world, given) => {
      if (given.id !== undefined && world.objects.has(given.id))
        throw invalid(`Product already exists: ${given.id}`, 'resource_already_exists');
      return put(world, blankProduct(given, world.wall));
    },
  ),
  route('POST', 'products/:id', { name: z.string() }, (world, { name }, [id = '']) =>
    put(world, { ...find(world, 'product', id), name, updated: world.wall }),
  ),
  route(
    'GET',
    'prices',
    {
      ...listShape,
      lookup_keys: z.optional(z.array(z.string()).check(z.maxLength(10))),
      product: z.optional(z.string()),
      active: z.optional(bool),
    },
    (world, given) =>
      pageOf(
        all(world, 'price').filter(
          ({ lookup_key, active, product }) =>
            (!given.lookup_keys || (lookup_key !== null && given.lookup_keys.includes(lookup_key))) &&
            (given.active === undefined || active === given.active) &&
            (given.product === undefined || product === given.product),
        ),
        given,
        '/v1/prices',
      ),
  ),
  route(
    'POST',
    'prices',
    {
      product: z.string(),
      currency: z.string(),
      unit_amount: integer,
      recurring,
      lookup_key: z.optional(z.string()),
      transfer_lookup_key: z.optional(bool),
      tax_behavior: z.optional(z.enum(['exclusive', 'inclusive', 'unspecified'])),
      currency_options: z.optional(z.record(z.string(), currencyOption)),
    },
    (world, given) => {
      find(world, 'product', given.product);
      const before = all(world, 'price').find(
        ({ lookup_key }) => lookup_key !== null && lookup_key === given.lookup_key,
      );
      if (before && !given.transfer_lookup_key)
        throw invalid(`A price already uses the lookup key ${given.lookup_key ?? ''}.`, 'resource_already_exists');
      if (before) put(world, { ...before, lookup_key: null });
      return put(world, blankPrice(given, world.wall));
    },
  ),
];

type ProductGiven = {
  id?: string | undefined;
  name: string;
  tax_code?: string | undefined;
  metadata?: Stripe.Metadata | undefined;
};

const blankProduct = (given: ProductGiven, now: number): Stripe.Product =>
  ({
    id: given.id ?? newId('prod'),
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: given.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  }) satisfies Stripe.Product;

type PriceGiven = {
  product: string;
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month' | 'year' };
  lookup_key?: string | undefined;
  tax_behavior?: Stripe.Price.TaxBehavior | undefined;
  currency_options?: Record<string, { unit_amount: number }> | undefined;
};

const blankPrice = (given: PriceGiven, now: number): Price =>
  ({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    currency: given.currency,
    currency_options: Object.fromEntries(
      Object.entries({ ...given.currency_options, [given.currency]: { unit_amount: given.unit_amount } }).map(
        ([currency, { unit_amount }]) => [
          currency,
          {
            custom_unit_amount: null,
            tax_behavior: given.tax_behavior ?? null,
            unit_amount,
            unit_amount_decimal: null,
          },
        ],
      ),
    ),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: {},
    nickname: null,
    product: given.product,
    recurring: {
      interval: given.recurring.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: given.unit_amount,
    unit_amount_decimal: null,
  }) satisfies Price;
