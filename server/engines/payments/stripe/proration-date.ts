import type Stripe from 'stripe';
import { idOf, type Connection } from './parts.ts';

const hourS = 3600;

/**
 * As of when a change is prorated, s: the start of the present hour, but not before the period. So a preview and the change that follows it
 * within the hour have the same amounts.
 */
export const prorationDate = async (to: Connection, of: Stripe.Subscription): Promise<number> => {
  const now = await secondsNow(to, of);
  const start = of.items.data[0]?.current_period_start ?? now;
  return Math.max(start, now - (now % hourS));
};

/** The time of the subscription's customer, which a test clock may have moved. */
const secondsNow = async ({ stripe, clock }: Connection, { test_clock }: Stripe.Subscription): Promise<number> => {
  if (test_clock === null) return Math.floor(clock.now().getTime() / 1000);
  return (await stripe.testHelpers.testClocks.retrieve(idOf(test_clock))).frozen_time;
};
