import { expect, test } from 'vitest';
import { countryOfNumber, displayNumber } from './phone-number.ts';

test.each([
  ['+12025550100', 'US'],
  ['+14165550100', 'CA'],
  ['+18765550100', 'JM'],
  ['+77010000000', 'KZ'],
  ['+79010000000', 'RU'],
  ['+493012345678', 'DE'],
  ['+442071838750', 'GB'],
  ['', ''],
  ['+999123', ''],
  ['anonymous', ''],
])('%s belongs to %s', (number, country) => {
  expect(countryOfNumber(number)).toBe(country);
});

test('numbers are written for people, and what is none stays as it is', () => {
  expect(displayNumber('+12025550100')).toBe('+1 202 555 0100');
  expect(displayNumber('nobody')).toBe('nobody');
});
