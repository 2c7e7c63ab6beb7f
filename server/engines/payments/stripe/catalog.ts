import type Stripe from 'stripe';
import { PaymentError, type CatalogPrice } from '../port.ts';
import { idOf, type Connection } from './parts.ts';

/** "Software as a service, business use": what Stripe Tax needs to know of a product. */
const taxCode = 'txcd_10103001';
/** How many lookup keys one request may name. */
const keysAtOnce = 10;

/**
 * Creates missing products and prices. The lookup key of a price moves to its successor when the amount changes; the previous price stays
 * active for those who pay it.
 */
export const ensureCatalog = async ({ stripe }: Connection, prices: readonly CatalogPrice[]): Promise<void> => {
  const wanted = new Map(prices.map(({ product, productName }) => [product, productName]));
  if (wanted.size > 0) await ensureProducts(stripe, wanted);
  const existing = await pricesByKey(
    stripe,
    prices.map(({ id }) => id),
  );
  for (const price of prices) {
    const now = existing.get(price.id);
    if (!now || !isSame(now, price)) await createPrice(stripe, price, now);
  }
};

/** The provider's id of our price; throws `notFound` for one that isn't in the catalog. */
export const priceOf = async ({ stripe }: Connection, priceId: string): Promise<string> => {
  const found = (await pricesByKey(stripe, [priceId])).get(priceId);
  if (!found) throw new PaymentError('notFound', `There is no price ${priceId}.`);
  return found.id;
};

const ensureProducts = async (stripe: Stripe, wanted: ReadonlyMap<string, string>): Promise<void> => {
  const { data } = await stripe.products.list({ ids: [...wanted.keys()], limit: 100 });
  const names = new Map(data.map(({ id, name }) => [id, name]));
  for (const [id, name] of wanted) {
    const now = names.get(id);
    if (now === undefined)
      await stripe.products.create({ id, name, tax_code: taxCode }, { idempotencyKey: `product:${id}:${name}` });
    else if (now !== name) await stripe.products.update(id, { name });
  }
};

const pricesByKey = async (stripe: Stripe, keys: readonly string[]): Promise<Map<string, Stripe.Price>> => {
  const found = new Map<string, Stripe.Price>();
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const { data } = await stripe.prices.list({
      lookup_keys: keys.slice(at, at + keysAtOnce),
      active: true,
      limit: 100,
      expand: ['data.currency_options'],
    });
    for (const price of data) if (price.lookup_key !== null) found.set(price.lookup_key, price);
  }
  return found;
};

const isSame = (now: Stripe.Price, { product, interval, amounts }: CatalogPrice): boolean =>
  idOf(now.product) === product &&
  now.recurring?.interval === interval &&
  Object.entries(amounts).every(
    ([currency, amount]) =>
      (currency === now.currency ? now.unit_amount : now.currency_options?.[currency]?.unit_amount) === amount,
  );

const createPrice = async (
  stripe: Stripe,
  { id, product, interval, amounts }: CatalogPrice,
  previous: Stripe.Price | undefined,
): Promise<void> => {
  const { usd = 0, ...others } = amounts;
  const options = Object.entries(others).map(([currency, unit_amount]) => [currency, { unit_amount }] as const);
  await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: usd,
      recurring: { interval },
      lookup_key: id,
      transfer_lookup_key: true,
      tax_behavior: 'exclusive',
      ...(options.length > 0 && { currency_options: Object.fromEntries(options) }),
    },
    // With the price it replaces, so that an amount that returns to an earlier one becomes a new price again.
    { idempotencyKey: `price:${id}:${previous?.id ?? 'first'}:${JSON.stringify(amounts)}` },
  );
};
