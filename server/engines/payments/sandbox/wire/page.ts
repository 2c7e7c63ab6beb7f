import type Stripe from 'stripe';
import { listOf } from '../blank/subscription.ts';
import { missing } from './refusal.ts';

const defaultLimit = 10;
const mostLimit = 100;

/** One page of a list, in the provider's shape; the whole list comes in its order. */
export const pageOf = <T extends { id: string }>(
  whole: readonly T[],
  { limit = defaultLimit, starting_after }: { limit?: number | undefined; starting_after?: string | undefined },
  url: string,
): Stripe.ApiList<T> => {
  const after = starting_after === undefined ? -1 : whole.findIndex(({ id }) => id === starting_after);
  if (starting_after !== undefined && after === -1) throw missing('object', starting_after);
  const size = Math.min(Math.max(limit, 1), mostLimit);
  const data = whole.slice(after + 1, after + 1 + size);
  return listOf(data, url, after + 1 + size < whole.length);
};
