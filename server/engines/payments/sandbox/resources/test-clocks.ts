import type Stripe from 'stripe';
import { missing } from '../wire/refusal.ts';
import { route, type Route } from '../wire/route.ts';
import type { World } from '../world.ts';

/** The clock of a customer who isn't at the real time, as the provider's own test clocks. */
export const clockRoutes: readonly Route[] = [
  route('GET', 'test_helpers/test_clocks/:id', {}, (world, _given, [id = '']) => {
    if (clockIdOf(world) !== id) throw missing('test_helpers.test_clock', id);
    return {
      id,
      object: 'test_helpers.test_clock',
      created: world.wall,
      deletes_after: world.wall,
      frozen_time: world.now,
      livemode: false,
      name: null,
      status: 'ready',
      status_details: {},
    } satisfies Stripe.TestHelpers.TestClock;
  }),
];

const prefix = 'clock_';

/** The id of a customer's clock; null at the real time. */
export const clockIdOf = ({ customer, ahead }: Pick<World, 'customer' | 'ahead'>): string | null =>
  customer !== null && ahead > 0 ? prefix + customer : null;

export const customerOfClock = (id: string): string | undefined =>
  id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
