import { expect, test } from 'vitest';
import { dateIn, rawRange } from './raw-range.ts';

const none = { from: '', to: '' };
const uncut = (from_date: string, to_date: string) => ({ from_date, to_date, isCut: false });

test('past months are complete, the current one ends today', () => {
  expect(rawRange('thisMonth', none, '2026-11-21')).toEqual(uncut('2026-11-01', '2026-11-21'));
  expect(rawRange('previousMonth', none, '2026-11-21')).toEqual(uncut('2026-10-01', '2026-10-31'));
  expect(rawRange('twoMonthsAgo', none, '2026-11-21')).toEqual(uncut('2026-09-01', '2026-09-30'));
  expect(rawRange('twoMonthsAgo', none, '2026-01-15')).toEqual(uncut('2025-11-01', '2025-11-30'));
  expect(rawRange('previousMonth', none, '2026-03-31')).toEqual(uncut('2026-02-01', '2026-02-28'));
});

test('cuts off everything older than 90 days', () => {
  expect(rawRange('twoMonthsAgo', none, '2026-12-31')).toEqual({
    from_date: '2026-10-02',
    to_date: '2026-10-31',
    isCut: true,
  });
  expect(rawRange('range', { from: '2026-01-01', to: '2026-02-01' }, '2026-11-21')).toBeUndefined();
});

test('rejects ranges that end before their start or start in the future', () => {
  expect(rawRange('range', { from: '2026-11-03', to: '2026-11-05' }, '2026-11-21')).toEqual(
    uncut('2026-11-03', '2026-11-05'),
  );
  expect(rawRange('range', { from: '2026-11-05', to: '2026-11-03' }, '2026-11-21')).toBeUndefined();
  expect(rawRange('range', { from: '2026-11-22', to: '2026-11-23' }, '2026-11-21')).toBeUndefined();
  expect(rawRange('range', none, '2026-11-21')).toBeUndefined();
});

test('uses the date in the station’s time zone', () => {
  expect(dateIn(new Date('2026-03-01T23:30:00Z'), 'Asia/Kathmandu')).toBe('2026-03-02');
});
