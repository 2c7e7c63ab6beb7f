import { expect, test } from 'vitest';
import { costOf } from './cost.ts';

test.each([
  ['cents', 20_000, 400, 'USD', 800],
  ['half a cent, upwards', 1000, 425, 'EUR', 43],
  ['less than half a cent', 1000, 404, 'EUR', 40],
  ['a currency without cents', 1250, 400, 'JPY', 1],
  ['a currency with thousandths', 1000, 400, 'KWD', 400],
  ['nothing', 1_000_000_000, 0, 'USD', 0],
  ['more than a double can multiply', 999_999_999, 999_999_999, 'USD', 99_999_999_800_000],
])('the cost of impressions is exact: %s', (_, impressions, micros, currency, minor) => {
  expect(costOf(impressions, micros, currency)).toBe(minor);
});
