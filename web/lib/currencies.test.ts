import { expect, test } from 'vitest';
import { fractionDigits, money } from './currencies.ts';

test('formats money with the decimals of its currency', () => {
  expect(money(1999, 'EUR')).toBe('€19.99');
  expect(money(1999, 'JPY')).toBe('¥1,999');
  expect(money(1999, '')).toBe('19.99');
  expect(fractionDigits('KWD')).toBe(3);
});
