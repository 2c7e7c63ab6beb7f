import { expect, test } from 'vitest';
import { costOf, dueShare, offsetAt, paceOf } from './campaign-labels.ts';

test('a pace is on time, behind or ahead', () => {
  expect(paceOf(null)).toBeUndefined();
  expect(paceOf(0.5)?.text).toBe('50%, behind');
  expect(paceOf(0.9)?.text).toBe('90%, slightly behind');
  expect(paceOf(1)?.text).toBe('100%, on pace');
  expect(paceOf(1.3)?.text).toBe('130%, ahead');
});

test('the last day counts as a whole', () => {
  const one = { startDate: '2026-12-01', endDate: '2026-12-02' };
  expect(dueShare(one, Date.parse('2026-11-30'))).toBe(0);
  expect(dueShare(one, Date.parse('2026-12-02'))).toBe(0.5);
  expect(dueShare(one, Date.parse('2026-12-05'))).toBe(1);
});

test('costs are in the minor units of their currency', () => {
  expect(costOf(100_000, 0.0004, 'USD')).toBe(4000);
  expect(costOf(100_000, 0.05, 'JPY')).toBe(5000);
});

test('the offset follows summer time', () => {
  expect(offsetAt('Europe/Athens', '2026-12-01')).toBe('+02:00');
  expect(offsetAt('Europe/Athens', '2026-07-01')).toBe('+03:00');
  expect(offsetAt('UTC', '2026-07-01')).toBe('+00:00');
});
