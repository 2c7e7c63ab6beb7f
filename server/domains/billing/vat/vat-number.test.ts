import { expect, it, test } from 'vitest';
import { requesterOf, sortVatNumber } from './vat-number.ts';

it.each([
  ['DE', 'DE123456789', 'pending', 'DE', '123456789'],
  ['DE', '123 456 789', 'pending', 'DE', '123456789'],
  ['AT', 'at u-123.456/78', 'pending', 'AT', 'U12345678'],
  ['GR', 'EL123456789', 'pending', 'EL', '123456789'],
  ['GR', 'GR123456789', 'pending', 'EL', '123456789'],
  ['GR', '123456789', 'pending', 'EL', '123456789'],
  ['GB', 'XI123456789', 'pending', 'XI', '123456789'],
  ['IE', 'IE6388047V', 'pending', 'IE', '6388047V'],
  ['FR', 'DE123456789', 'invalid', 'FR', '123456789'],
  ['DE', 'XI123456789', 'invalid', 'DE', '123456789'],
  ['DE', 'DE', 'invalid', 'DE', ''],
  ['DE', 'DE<script>', 'invalid', 'DE', '<SCRIPT>'],
  ['DE', 'DE1234567890123', 'invalid', 'DE', '1234567890123'],
  ['GB', 'GB 123 4567 89', 'unchecked', 'GB', 'GB 123 4567 89'],
  ['CH', 'CHE-123.456.789', 'unchecked', 'CH', 'CHE-123.456.789'],
  ['CH', 'DE123456789', 'unchecked', 'CH', 'DE123456789'],
  ['', 'DE123456789', 'unchecked', '', 'DE123456789'],
])('sorts a number of an account in "%s": %s is %s', (country, typed, state, prefix, number) => {
  expect(sortVatNumber(country, typed)).toEqual({ state, country: prefix, number });
});

test('only a seller in the EU asks under its own number', () => {
  expect(requesterOf({ country: 'DE', vatid: 'DE123456789' })).toEqual({ country: 'DE', number: '123456789' });
  expect(requesterOf({ country: 'DE', vatid: '' })).toBeNull();
  expect(requesterOf({ country: 'CH', vatid: 'CHE-1' })).toBeNull();
});
