import { expect, test } from 'vitest';
import { rangeOf } from './period.ts';

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
