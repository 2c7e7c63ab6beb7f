import { describe, expect, it, test } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingEmail } from './billing-email.ts';
import { composeEmail } from './compose.ts';

const account = 'a-1111111111111111111111' as AccountKey;
const around = { brand, account, company: 'Wave\n Radio', publicUrl: 'https://portal.test' };
const compose = (email: BillingEmail) => composeEmail(email, around);
const billing = `https://portal.test/accounts/${account}/subscriptions/billing`;
const upgrade = `https://portal.test/accounts/${account}/upgrade`;

const invoice = {
  number: 'SKY-0007',
  currency: 'usd',
  lines: [
    { description: 'Prime, 23 November to 22 December', amount: 2900 },
    { description: 'Discount', amount: -290 },
  ],
  tax: 522,
  total: 3132,
  due: 3132,
};
const plan = { product: 'plan', plan: 'prime' } as const;
const prime = { ...plan, quantity: 1, interval: 'month', price: { amount: 2900, currency: 'usd' } } as const;

const all: [BillingEmail, string, string][] = [
  [{ kind: 'trialEnding', days: 7, ends: '2026-12-01T10:00:00Z' }, 'Your trial of Skywave ends in 7 days', upgrade],
  [{ kind: 'trialEnded', offAir: null }, 'Your trial of Skywave has ended', upgrade],
  [{ kind: 'receipt', invoice }, 'Receipt: $31.32 paid', billing],
  [
    { kind: 'paymentFailed', invoice, attempt: 1, nextAttempt: '2026-11-26T00:00:00Z', card: 'Visa •••• 0341' },
    'Payment of $31.32 failed',
    billing,
  ],
  [{ kind: 'confirmPayment', isPurchase: true, invoice }, 'Please confirm the payment of $31.32', billing],
  [{ kind: 'willEnd', bought: plan, ends: '2026-12-22T00:00:00Z' }, 'Prime ends on 22 December 2026', billing],
  [
    { kind: 'ended', bought: plan, unpaid: true, offAir: '2026-12-07T12:00:00Z' },
    'Prime has ended because it was not paid',
    upgrade,
  ],
  [
    { kind: 'ended', bought: { product: 'ctl', plan: 'legacy' }, unpaid: false, offAir: null },
    'Call-to-listen has ended',
    billing,
  ],
  [{ kind: 'held' }, 'Your stations are off the air', upgrade],
  [{ kind: 'back' }, 'Your stations are back on the air', billing],
  [{ kind: 'cardExpires', card: 'Visa •••• 4242', month: '2026-12' }, 'Visa •••• 4242 expires soon', billing],
  [{ kind: 'planChanged', before: prime, after: { ...prime, plan: 'premier' } }, 'Your plan has changed', billing],
];

it.each(all)('%j', (email, subject, url) => {
  const content = compose(email);
  expect(content.subject).toBe(subject);
  expect(content.action?.url).toBe(url);
  expect(content.paragraphs.join(' ')).toContain('Wave Radio');
});

const textOf = (email: BillingEmail): string => compose(email).paragraphs.join('\n');

describe('the text', () => {
  test('of a failed payment says when it is tried again, and when not any more', () => {
    const failed = { kind: 'paymentFailed', invoice, attempt: 2, card: null } as const;
    expect(textOf({ ...failed, nextAttempt: '2026-11-26T00:00:00Z' })).toContain('try again on 26 November 2026');
    expect(textOf({ ...failed, nextAttempt: null })).toContain('This was the last attempt');
    expect(textOf({ ...failed, nextAttempt: null })).toContain('(attempt 2)');
  });

  test('of an end names the day the stations go off the air, if they do', () => {
    const ended = { kind: 'ended', bought: plan, unpaid: true } as const;
    expect(textOf({ ...ended, offAir: '2026-12-07T12:00:00Z' })).toContain('on the air until 7 December 2026');
    expect(textOf({ ...ended, offAir: null })).not.toContain('on the air until');
    expect(textOf({ kind: 'trialEnded', offAir: '2026-12-07T12:00:00Z' })).toContain('until 7 December 2026');
  });

  test('of a change has both prices', () => {
    const after = {
      ...prime,
      plan: 'custom',
      quantity: 3,
      interval: 'year',
      price: { amount: 57_000, currency: 'eur' },
    };
    expect(textOf({ kind: 'planChanged', before: prime, after: after as typeof prime })).toContain(
      'from Prime for $29.00 every month to Custom Plan × 3 for €570.00 every year',
    );
  });

  test('of an invoice adds up: lines, VAT, total', () => {
    expect(compose({ kind: 'receipt', invoice }).tables).toEqual([
      {
        title: 'Invoice SKY-0007',
        columns: ['Description', 'Amount'],
        rows: [
          ['Prime, 23 November to 22 December', '$29.00'],
          ['Discount', '-$2.90'],
          ['VAT', '$5.22'],
          ['Total', '$31.32'],
        ],
      },
    ]);
  });

  test('leads to the plans where the brand has no billing page', () => {
    const flags = { ...brand.flags, subscriptions: false };
    expect(composeEmail({ kind: 'back' }, { ...around, brand: { ...brand, flags } }).action?.url).toBe(upgrade);
  });
});
