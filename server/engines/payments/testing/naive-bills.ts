/*
 * What a customer must be billed, calculated the straightforward way from the list of what happened: in whole cents with fractions of
 * arbitrary size, and with months counted one after another. It shares nothing with the sandbox.
 */

export type NaivePrice = { cents: number; interval: 'month' | 'year' };
/** At `at` (s) the subscription starts or changes, prorated as of `asOf`. */
export type NaiveStep = { at: number; asOf: number; price: NaivePrice; quantity: number };
export type NaiveBill = { at: number; lines: number[]; discount: number; tax: number; total: number; due: number };
export type NaiveTerms = { percentOff: number; taxPerMille: number };

type State = {
  step: NaiveStep;
  anchor: number;
  start: number;
  end: number;
  /** What was billed after discounts, and for which time. */
  net: bigint;
  from: number;
};

/** All bills until a time, and what the customer has as credit then. */
export const naiveBills = (
  steps: readonly NaiveStep[],
  until: number,
  terms: NaiveTerms,
): { bills: NaiveBill[]; credit: number } => {
  const bills: NaiveBill[] = [];
  let balance = 0n;
  const bill = (at: number, credit: bigint, charge: bigint): bigint => {
    const discount = half(charge * BigInt(terms.percentOff), 100n);
    const taxes = [credit, charge - discount].map((amount) => half(amount * BigInt(terms.taxPerMille), 1000n));
    const tax = taxes[0]! + taxes[1]!;
    const total = credit + charge - discount + tax;
    const owed = total + balance;
    const due = owed >= 50n ? owed : 0n;
    balance = owed - due;
    const lines = (credit === 0n ? [charge] : [credit, charge]).map(Number);
    bills.push({ at, lines, discount: Number(discount), tax: Number(tax), total: Number(total), due: Number(due) });
    return charge - discount;
  };
  const price = ({ price: { cents }, quantity }: NaiveStep): bigint => BigInt(cents) * BigInt(quantity);

  const [first, ...changes] = steps;
  if (!first) return { bills, credit: 0 };
  const end = periodEnd(first.at, first.at, first.price.interval);
  const net = bill(first.at, 0n, price(first));
  const state: State = { step: first, anchor: first.at, start: first.at, end, net, from: first.at };
  const renewUntil = (at: number): void => {
    while (state.end <= at) {
      state.start = state.end;
      state.end = periodEnd(state.anchor, state.start, state.step.price.interval);
      state.from = state.start;
      state.net = bill(state.start, 0n, price(state.step));
    }
  };
  for (const change of changes) {
    renewUntil(change.at);
    const asOf = Math.max(change.asOf, state.start);
    const credit = -half(state.net * seconds(Math.max(asOf, state.from), state.end), seconds(state.from, state.end));
    const isReset = change.price.interval !== state.step.price.interval;
    state.step = change;
    if (isReset) {
      state.anchor = change.at;
      state.start = change.at;
      state.end = periodEnd(change.at, change.at, change.price.interval);
      state.from = change.at;
      state.net = bill(change.at, credit, price(change));
    } else {
      state.from = asOf;
      const charge = half(price(change) * seconds(asOf, state.end), seconds(state.start, state.end));
      state.net = bill(change.at, credit, charge);
    }
  }
  renewUntil(until);
  return { bills, credit: Number(-balance) };
};

/** Rounded half away from zero. */
const half = (amount: bigint, by: bigint): bigint => {
  const positive = amount < 0n ? -amount : amount;
  const rounded = (2n * positive + by) / (2n * by);
  return amount < 0n ? -rounded : rounded;
};

const seconds = (from: number, to: number): bigint => BigInt(to - from);

/** The day and time of the anchor in a later month, or that month's last day: one month after another is tried. */
const periodEnd = (anchor: number, start: number, interval: 'month' | 'year'): number => {
  for (let n = 1; ; n++) {
    const at = monthsLater(anchor, interval === 'year' ? 12 * n : n);
    if (at > start) return at;
  }
};

const monthsLater = (anchor: number, months: number): number => {
  const from = new Date(anchor * 1000);
  for (let day = from.getUTCDate(); ; day--) {
    const to = new Date(from);
    to.setUTCFullYear(from.getUTCFullYear(), from.getUTCMonth() + months, day);
    // A day that the month doesn't have leads into the next one.
    if (to.getUTCDate() === day) return to.getTime() / 1000;
  }
};
