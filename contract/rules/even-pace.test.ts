import { expect, it } from 'vitest';
import { evenPaceOf } from './even-pace.ts';

// Monday to the Sunday after next.
const run = { startDate: '2026-11-02', endDate: '2026-11-15', impressionLimit: 1400, schedule: null };
const dates = Array.from({ length: 14 }, (_, i) => `2026-11-${String(i + 2).padStart(2, '0')}`);

it('divides the goal equally among the days', () => {
  expect(dates.map(evenPaceOf(run))).toEqual(dates.map(() => 100));
});

it('divides it by the time in which the campaign may play, with hours that overlap or cross midnight', () => {
  const schedule = [
    { days: [1, 2, 3, 4, 5], from: 360, to: 600 },
    { days: [1], from: 480, to: 600 },
    { days: [5], from: 1320, to: 120 },
  ];
  const due = dates.map(evenPaceOf({ ...run, schedule }));
  // 4 h on each working day, and from Friday 22:00 to Saturday 2:00.
  expect(due.slice(0, 7).map((one) => Math.round((one * 48) / 1400))).toEqual([4, 4, 4, 4, 6, 2, 0]);
  expect(due.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1400);
});

it('counts the days of a run that is no whole number of weeks', () => {
  const schedule = [{ days: [1, 3], from: 0, to: 1440 }];
  const due = dates.slice(2, 8).map(evenPaceOf({ ...run, startDate: dates[2]!, endDate: dates[7]!, schedule }));
  expect(due).toEqual([700, 0, 0, 0, 0, 700]);
});

it('gives every day its share if the hours touch none', () => {
  const schedule = [{ days: [7], from: 0, to: 60 }];
  const pace = evenPaceOf({ ...run, endDate: '2026-11-03', schedule });
  expect([pace('2026-11-02'), pace('2026-11-03')]).toEqual([700, 700]);
});
