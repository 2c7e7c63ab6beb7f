import { describe, expect, it } from 'vitest';
import { dueAfter, lastDue, periodBefore, type Rhythm } from './report-clock.ts';

const daily: Rhythm = { every: 'day', weekday: 1, hour: 2 };
const weekly: Rhythm = { every: 'week', weekday: 7, hour: 23 };
const monthly: Rhythm = { every: 'month', weekday: 1, hour: 0 };
const iso = (time: number): string => new Date(time).toISOString();
const next = (plan: Rhythm, zone: string, time: string): string => iso(dueAfter(plan, zone, Date.parse(time)));

describe('when a report is due', () => {
  it('is at its hour in the zone, also on days when clocks change', () => {
    expect(next(daily, 'Europe/Berlin', '2026-11-21T12:00:00Z')).toBe('2026-11-22T01:00:00.000Z');
    // The hour is skipped on 29 March: the report is due right after, once.
    expect(next(daily, 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(next(daily, 'Europe/Berlin', '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00:00.000Z');
    // It comes twice on 25 October: the first counts.
    expect(next(daily, 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z');
    expect(next(daily, 'Europe/Berlin', '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z');
  });

  it('is on its weekday, and on the first of the month', () => {
    expect(next(weekly, 'Asia/Kathmandu', '2026-11-21T12:00:00Z')).toBe('2026-11-22T17:15:00.000Z');
    expect(next(weekly, 'Asia/Kathmandu', '2026-11-22T17:15:00Z')).toBe('2026-11-29T17:15:00.000Z');
    expect(next(monthly, 'Pacific/Auckland', '2026-11-21T12:00:00Z')).toBe('2026-11-30T11:00:00.000Z');
    expect(next(monthly, 'Pacific/Auckland', '2026-01-31T11:00:00Z')).toBe('2026-02-28T11:00:00.000Z');
  });

  it('is the newest of several missed times', () => {
    const time = Date.parse('2026-11-21T12:00:00Z');
    expect(iso(lastDue(daily, 'Europe/Berlin', time))).toBe('2026-11-21T01:00:00.000Z');
    expect(iso(lastDue(weekly, 'Asia/Kathmandu', time))).toBe('2026-11-15T17:15:00.000Z');
    expect(iso(lastDue(monthly, 'Pacific/Auckland', time))).toBe('2026-10-31T11:00:00.000Z');
  });

  it.each(['day', 'week', 'month'] as const)('repeats every %s without gap or duplicate, for two years', (every) => {
    for (const zone of ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      const plan = { every, weekday: 3, hour: 2 };
      let due = dueAfter(plan, zone, Date.parse('2025-12-31T00:00:00Z'));
      for (let n = 0; n < (every === 'day' ? 730 : 24); n++) {
        const after = dueAfter(plan, zone, due);
        expect(lastDue(plan, zone, after - 1)).toBe(due);
        expect(lastDue(plan, zone, due)).toBe(due);
        due = after;
      }
    }
  });
});

describe('the dates of a report', () => {
  it('are the day, the seven days or the month before, in the zone', () => {
    const time = Date.parse('2026-03-01T11:30:00Z');
    expect(periodBefore('day', 'Pacific/Auckland', time)).toEqual({ from_date: '2026-03-01', to_date: '2026-03-01' });
    expect(periodBefore('day', 'UTC', time)).toEqual({ from_date: '2026-02-28', to_date: '2026-02-28' });
    expect(periodBefore('week', 'UTC', time)).toEqual({ from_date: '2026-02-22', to_date: '2026-02-28' });
    expect(periodBefore('month', 'UTC', time)).toEqual({ from_date: '2026-02-01', to_date: '2026-02-28' });
    expect(periodBefore('month', 'America/New_York', Date.parse('2026-01-31T12:00:00Z'))).toEqual({
      from_date: '2025-12-01',
      to_date: '2025-12-31',
    });
  });
});
