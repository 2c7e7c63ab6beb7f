import { expect, test } from 'vitest';
import { frequenciesOf, problemOf, rangeBetween, rangeOf } from './analytics-period.ts';

const now = new Date('2026-03-01T23:30:00Z');

test('a single day is by the hour, several days are by the day', () => {
  expect(rangeOf('today', now, 'UTC')).toEqual({
    from_date: '2026-03-01',
    to_date: '2026-03-01',
    type: 'day',
    frequency: 'hour',
  });
  expect(rangeOf('previousWeek', now, 'UTC')).toMatchObject({ type: 'period', frequency: 'day' });
});

test('the last seven days end today', () => {
  expect(rangeOf('last7days', now, 'UTC')).toEqual({
    from_date: '2026-02-23',
    to_date: '2026-03-01',
    type: 'period',
    frequency: 'day',
  });
});

test('uses the station’s day and not the browser’s', () => {
  expect(rangeOf('today', now, 'Asia/Kathmandu').from_date).toBe('2026-03-02');
});

test('weeks start on Monday and months have their real length', () => {
  expect(rangeOf('thisWeek', now, 'UTC')).toMatchObject({ from_date: '2026-02-23', to_date: '2026-03-01' });
  expect(rangeOf('previousWeek', now, 'UTC')).toMatchObject({ from_date: '2026-02-16', to_date: '2026-02-22' });
  expect(rangeOf('previousMonth', now, 'UTC')).toMatchObject({ from_date: '2026-02-01', to_date: '2026-02-28' });
});

test('a month that has only one day so far is a day', () => {
  expect(rangeOf('thisMonth', now, 'UTC')).toMatchObject({ from_date: '2026-03-01', type: 'day' });
});

test('explains why two dates are not a valid range', () => {
  expect(problemOf('2026-02-01', '2026-03-01', '2026-03-01')).toBeUndefined();
  expect(problemOf('2026-03-01', '2026-02-01', '2026-03-01')).toBe('The start date is after the end date.');
  expect(problemOf('2026-02-01', '2026-03-02', '2026-03-01')).toBe('The end date is in the future.');
  expect(problemOf('2025-02-28', '2026-03-01', '2026-03-01')).toBe(
    'A period can be at most 366 days; this one has 367.',
  );
  expect(problemOf('2026-02-30', '2026-03-01', '2026-03-01')).toBe('Enter a start and an end date.');
  expect(problemOf('', '2026-03-01', '2026-03-01')).toBe('Enter a start and an end date.');
});

test('offers minutes or hours for a day, hours or days for several, and only days for long periods', () => {
  expect(frequenciesOf(rangeBetween('2026-03-01', '2026-03-01'))).toEqual(['minute', 'hour']);
  expect(frequenciesOf(rangeBetween('2026-02-01', '2026-03-01'))).toEqual(['hour', 'day']);
  expect(frequenciesOf(rangeBetween('2025-06-01', '2026-03-01'))).toEqual(['day']);
});
