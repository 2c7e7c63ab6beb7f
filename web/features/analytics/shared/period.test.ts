import { expect, test } from 'vitest';
import { frequenciesOf, problemOf, rangeBetween, rangeOf } from './period.ts';

const now = new Date('2026-03-01T23:30:00Z');

test('a day is asked by the hour, several days by the day', () => {
  expect(rangeOf('today', now, 'UTC')).toEqual({
    from_date: '2026-03-01',
    to_date: '2026-03-01',
    type: 'day',
    frequency: 'hour',
  });
  expect(rangeOf('previousWeek', now, 'UTC')).toMatchObject({ type: 'period', frequency: 'day' });
});

test('the day is that of the station, not of the reader', () => {
  expect(rangeOf('today', now, 'Asia/Kathmandu').from_date).toBe('2026-03-02');
});

test('weeks begin on Monday and months end where they end', () => {
  expect(rangeOf('thisWeek', now, 'UTC')).toMatchObject({ from_date: '2026-02-23', to_date: '2026-03-01' });
  expect(rangeOf('previousWeek', now, 'UTC')).toMatchObject({ from_date: '2026-02-16', to_date: '2026-02-22' });
  expect(rangeOf('previousMonth', now, 'UTC')).toMatchObject({ from_date: '2026-02-01', to_date: '2026-02-28' });
});

test('a month of one day so far is a day', () => {
  expect(rangeOf('thisMonth', now, 'UTC')).toMatchObject({ from_date: '2026-03-01', type: 'day' });
});

test('a range of dates is refused in words where it can be none', () => {
  expect(problemOf('2026-02-01', '2026-03-01', '2026-03-01')).toBeUndefined();
  expect(problemOf('2026-03-01', '2026-02-01', '2026-03-01')).toBe('The first day is after the last one.');
  expect(problemOf('2026-02-01', '2026-03-02', '2026-03-01')).toBe('The last day is in the future.');
  expect(problemOf('2025-02-28', '2026-03-01', '2026-03-01')).toBe('A period has at most 366 days; these are 367.');
  expect(problemOf('2026-02-30', '2026-03-01', '2026-03-01')).toBe('Give two dates.');
  expect(problemOf('', '2026-03-01', '2026-03-01')).toBe('Give two dates.');
});

test('a day is cut into minutes or hours, days into hours or days, and a long time into days alone', () => {
  expect(frequenciesOf(rangeBetween('2026-03-01', '2026-03-01'))).toEqual(['minute', 'hour']);
  expect(frequenciesOf(rangeBetween('2026-02-01', '2026-03-01'))).toEqual(['hour', 'day']);
  expect(frequenciesOf(rangeBetween('2025-06-01', '2026-03-01'))).toEqual(['day']);
});
