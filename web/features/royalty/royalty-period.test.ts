import { expect, it } from 'vitest';
import { datesOf, dueDate, rangeProblem } from './royalty-period.ts';

const none = { from: '', to: '' };

it('is the current month to date or a complete previous one', () => {
  expect(datesOf('thisMonth', '2026-03-10', none)).toEqual({ from_date: '2026-03-01', to_date: '2026-03-10' });
  expect(datesOf('previousMonth', '2026-03-31', none)).toEqual({ from_date: '2026-02-01', to_date: '2026-02-28' });
  expect(datesOf('twoMonthsAgo', '2026-01-31', none)).toEqual({ from_date: '2025-11-01', to_date: '2025-11-30' });
});

it('accepts ranges of at most 93 days and falls back to this month', () => {
  const range = { from: '2026-01-05', to: '2026-02-06' };
  expect(datesOf('custom', '2026-03-10', range)).toEqual({ from_date: range.from, to_date: range.to });
  expect(datesOf('custom', '2026-03-10', none).from_date).toBe('2026-03-01');
  expect(rangeProblem('2026-02-06', '2026-01-05')).toContain('after');
  expect(rangeProblem('2026-01-01', '2026-12-31')).toContain('at most 93');
});

it('is due 45 days after the end of its month', () => {
  expect(dueDate({ from_date: '2026-10-01', to_date: '2026-10-31' })).toBe('2026-12-15');
  expect(dueDate({ from_date: '2026-10-02', to_date: '2026-10-31' })).toBeUndefined();
  expect(dueDate({ from_date: '2026-10-01', to_date: '2026-10-30' })).toBeUndefined();
});
