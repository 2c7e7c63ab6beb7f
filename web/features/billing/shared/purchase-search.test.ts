import { expect, test } from 'vitest';
import { PurchaseSearch } from './purchase-search.ts';

test('keeps what is chosen, and drops what nobody could have chosen', () => {
  const chosen = { interval: 'year', stations: 4, buy: 'price_custom_year', code: 'SPRING', checkout: 'done' };
  expect(PurchaseSearch.parse(chosen)).toEqual(chosen);
  expect(PurchaseSearch.parse({ interval: 'week', stations: 0, buy: 'x'.repeat(101), checkout: 'maybe' })).toEqual({
    interval: undefined,
    stations: undefined,
    buy: undefined,
    checkout: undefined,
  });
});
