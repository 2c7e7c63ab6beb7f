import { expect, it } from 'vitest';
import { RateLimiting } from '#contract/rules/ad-rules.ts';
import { expectedUpTo, reachOf } from './reach.ts';

const caps = (over: object) => RateLimiting.parse(over);
const hourly = { perConnect: 0, perHour: 4 };

it('without caps all occasions can be used', () => {
  expect(reachOf(caps({}), [{ n: 10, hours: 2 }], hourly)).toBe(1);
});

it('a cap for each session leaves a small part of long ones', () => {
  const reach = reachOf(caps({ perSession: 1 }), [{ n: 1, hours: 10 }], hourly);
  expect(reach).toBeCloseTo(1 / 40, 5);
  // Short sessions rarely meet a second occasion.
  expect(reachOf(caps({ perSession: 1 }), [{ n: 1, hours: 0.05 }], hourly)).toBeGreaterThan(0.9);
});

it('a cap for a time counts once for each time that a session lasts', () => {
  const hour = caps({ perListener: [{ count: 1, seconds: 3600 }] });
  expect(reachOf(hour, [{ n: 1, hours: 10 }], hourly)).toBeCloseTo(expectedUpTo(1, 4) / 4, 5);
  const both = caps({ perListener: [{ count: 1, seconds: 3600 }], perSession: 1 });
  expect(reachOf(both, [{ n: 1, hours: 10 }], hourly)).toBeCloseTo(1 / 40, 5);
});

it('expects what a count over many draws is', () => {
  // E[min(2, X)] = P(X > 0) + P(X > 1), of mean 1: 2 − 3 / e.
  expect(expectedUpTo(2, 1)).toBeCloseTo(2 - 3 / Math.E, 9);
  expect(expectedUpTo(3, 500)).toBe(3);
  expect(expectedUpTo(500, 3)).toBe(3);
});
