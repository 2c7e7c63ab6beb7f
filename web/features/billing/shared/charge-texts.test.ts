import { beforeAll, expect, test } from 'vitest';
import { setFormatSettings } from '#web/lib/format.ts';
import { cardName, chargeLines, chargeSentence } from './charge-texts.ts';

beforeAll(() => setFormatSettings({ locale: 'en-US', timezone: 'UTC' }));

const preview = {
  amount_due: 2900,
  credit: 0,
  tax: 0,
  currency: 'usd',
  lines: [{ description: 'Prime', amount: 2900 }],
  next_amount: 2900,
  next_at: '2026-12-22T10:00:00Z',
};
const card = cardName({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 });

test('says what is charged today, and what later', () => {
  expect(chargeSentence(card, preview, 'month')).toBe(
    'Visa •••• 4242 will be charged $29.00 today, then $29.00 every month from Dec 22, 2026.',
  );
});

test('says what is left if the change costs nothing', () => {
  const smaller = { ...preview, amount_due: 0, credit: 1250, next_amount: 900 };
  expect(chargeSentence(card, smaller, 'month')).toBe(
    'Nothing is charged today, and $12.50 is left for the next invoices, then $9.00 every month from Dec 22, 2026.',
  );
});

test('shows lines that add up to the amount due', () => {
  const discounted = { ...preview, amount_due: 2761, tax: 441, lines: [{ description: 'Prime', amount: 2900 }] };
  expect(chargeLines(discounted)).toEqual([
    { label: 'Prime', amount: 2900 },
    { label: 'Tax', amount: 441 },
    { label: 'Discount and credit', amount: -580 },
  ]);
  expect(chargeLines(preview)).toEqual([{ label: 'Prime', amount: 2900 }]);
});
