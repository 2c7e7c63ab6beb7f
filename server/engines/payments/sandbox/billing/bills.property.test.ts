import { expect, it } from 'vitest';
import { seededChance } from '../../testing/chance.ts';
import { naiveBills, type NaiveStep } from '../../testing/naive-bills.ts';
import { addPercentOff, addPrice, testWorld } from '../../testing/world.ts';
import type { Price, Subscription } from '../objects.ts';
import { all, type World } from '../world.ts';
import { sum } from './cents.ts';
import { changeItems } from './change-items.ts';
import { createSubscription } from './create-subscription.ts';
import { settleUntil } from './due.ts';

/* Random subscriptions with changes and renewals, compared with a naive calculation. */

const dayS = 86_400;
const hourS = 3600;
const runs = 400;

type Case = { world: World; steps: NaiveStep[]; until: number; percentOff: number; taxPerMille: number };

const randomCase = (seed: number): Case => {
  const chance = seededChance(seed);
  const start = Date.UTC(2024, chance.below(24), 1 + chance.below(31), chance.below(24), chance.below(60)) / 1000;
  const isTaxed = chance.percent(50);
  const world = testWorld({ now: start, ...(isTaxed && { seller: 'FI', country: 'FI' }) });
  const percentOff = chance.pick([0, 0, 10, 33, 50]);
  const prices = Array.from({ length: 5 }, () => {
    const interval = chance.percent(75) ? ('month' as const) : ('year' as const);
    return addPrice(world, 1 + chance.below(interval === 'year' ? 90_000 : 9000), interval);
  });
  const given = (price: Price, at: number, asOf: number, quantity: number): NaiveStep => ({
    at,
    asOf,
    price: { cents: price.unit_amount ?? 0, interval: price.recurring?.interval as 'month' | 'year' },
    quantity,
  });
  const first = chance.pick(prices);
  const subscription = createSubscription(world, {
    customer: all(world, 'customer')[0]!,
    price: first,
    quantity: 1 + chance.below(4),
    promotion: percentOff > 0 ? addPercentOff(world, percentOff) : null,
    metadata: {},
    taxed: isTaxed,
    method: null,
  });
  const steps = [given(first, start, start, subscription.items.data[0]!.quantity ?? 1)];
  let at = start;
  for (let left = chance.below(7); left > 0; left--) {
    at += chance.below(45 * dayS);
    settleUntil(world, at);
    const price = chance.pick(prices);
    const quantity = 1 + chance.below(4);
    const date = Math.max(itemOf(subscription).current_period_start, at - (at % hourS));
    changeItems(world, subscription, { price, quantity, date });
    steps.push(given(price, at, date, quantity));
  }
  const until = at + chance.below(400 * dayS);
  settleUntil(world, until);
  return { world, steps, until, percentOff, taxPerMille: isTaxed ? 255 : 0 };
};

const itemOf = ({ items }: Subscription) => items.data[0]!;
const creditOf = (world: World): number => 0 - all(world, 'customer')[0]!.balance;

it('bills to the cent what a naive calculation says', () => {
  for (let seed = 1; seed <= runs; seed++) {
    const { world, steps, until, percentOff, taxPerMille } = randomCase(seed);
    const expected = naiveBills(steps, until, { percentOff, taxPerMille });
    const bills = all(world, 'invoice')
      .toReversed()
      .map((one) => ({
        at: one.created,
        lines: one.lines.data.map(({ amount }) => amount).filter((amount, line) => amount !== 0 || line > 0),
        discount: sum((one.total_discount_amounts ?? []).map(({ amount }) => amount)),
        tax: sum((one.total_taxes ?? []).map(({ amount }) => amount)),
        total: one.total,
        due: one.amount_due,
      }));
    expect({ seed, bills, credit: creditOf(world) }).toEqual({ seed, ...expected });
  }
});

it('loses no cent: what was paid is what was billed, and what is left of it is credit', () => {
  for (let seed = 1; seed <= runs; seed++) {
    const { world } = randomCase(seed);
    const invoices = all(world, 'invoice');
    const billed = sum(invoices.map(({ total }) => total));
    const paid = sum(invoices.map(({ amount_paid }) => amount_paid));
    expect({ seed, rest: paid - billed }).toEqual({ seed, rest: creditOf(world) });
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
  }
});

it('costs nothing to take a change back at once, but for a cent of rounding in each line', () => {
  for (let seed = 1; seed <= runs; seed++) {
    const { world, steps } = randomCase(seed);
    const subscription = all(world, 'subscription')[0]!;
    const { price, quantity = 1, current_period_start: date } = itemOf(subscription);
    const other = all(world, 'price').find((one) => one.recurring?.interval === price.recurring?.interval);
    const before = creditOf(world) - paidIn(world);
    const at = Math.max(date, world.now - (world.now % hourS));
    changeItems(world, subscription, { price: other!, quantity: 9, date: at });
    changeItems(world, subscription, { price: price as Price, quantity, date: at });
    const cost = before - (creditOf(world) - paidIn(world));
    expect(Math.abs(cost), `seed ${String(seed)} of ${String(steps.length)} steps`).toBeLessThanOrEqual(6);
  }
});

const paidIn = (world: World): number => sum(all(world, 'invoice').map(({ amount_paid }) => amount_paid));
