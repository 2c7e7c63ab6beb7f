import type Stripe from 'stripe';
import { listOf } from '../blank/subscription.ts';
import { paymentsOf } from '../resources/payment-intents.ts';
import type { Invoice, Stored } from '../objects.ts';
import { all, type World } from '../world.ts';

/** Parts that a reply contains only if the request names them in `expand`. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  price: ['currency_options'],
  coupon: ['applies_to'],
};

/** An object as a reply shows it: without what only the sandbox knows, with the parts that `expand` names in full. */
export const present = (world: World, value: unknown, expand: readonly string[] = []): unknown =>
  show(
    world,
    value,
    expand.map((path) => path.split('.')),
  );

type Path = readonly string[];

const show = (world: World, value: unknown, paths: readonly Path[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => show(world, one, paths));
  if (typeof value !== 'object' || value === null) return value;
  const of = value as Record<string, unknown>;
  const kind = typeof of.object === 'string' ? of.object : '';
  const result: Record<string, unknown> = {};
  for (const [name, part] of Object.entries({ ...of, ...computed(world, of, paths) })) {
    const within = paths.filter(([head]) => head === name);
    if (name === 'sandbox' || (within.length === 0 && hidden[kind]?.includes(name))) continue;
    const full = within.length > 0 ? lookUpAll(world, part) : part;
    result[name] = show(
      world,
      full,
      within.map(([, ...rest]) => rest).filter((rest) => rest.length > 0),
    );
  }
  return result;
};

const lookUpAll = (world: World, part: unknown): unknown => {
  if (Array.isArray(part)) return part.map((one: unknown) => lookUpAll(world, one));
  return typeof part === 'string' ? (world.objects.get(part) ?? part) : part;
};

/** Parts that aren't stored with their object. */
const computed = (world: World, of: Record<string, unknown>, paths: readonly Path[]): Record<string, unknown> => {
  const isAsked = (name: string): boolean => paths.some(([head]) => head === name);
  const stored = of as unknown as Stored;
  if (stored.object === 'customer' && isAsked('tax_ids'))
    return { tax_ids: listOf<Stripe.TaxId>(all(world, 'tax_id'), `/v1/customers/${stored.id}/tax_ids`) };
  if (stored.object === 'invoice' && isAsked('payments')) return { payments: paymentsOf(stored as Invoice) };
  return {};
};
