import { describe, expect, it } from 'vitest';
import { isoIn, startOfDay } from '#server/kernel/time-zone.ts';
import { periodOf } from './period.ts';

const day = (date: string, zone: string, frequency: 'minute' | 'hour' | 'day' = 'hour') =>
  periodOf('day', { from_date: date, to_date: date, frequency }, zone);
const iso = (at: number) => new Date(at).toISOString();

describe('a period', () => {
  it('has the hours of its day, 23 and 25 where the clocks change', () => {
    expect(day('2026-11-21', 'Europe/Berlin').starts).toHaveLength(24);
    expect(day('2026-03-29', 'Europe/Berlin').starts).toHaveLength(23);
    expect(day('2026-10-25', 'Europe/Berlin').starts).toHaveLength(25);
    expect(day('2026-10-25', 'Europe/Berlin', 'minute').starts).toHaveLength(25 * 60);
  });

  it('begins and ends with the station’s day, not with UTC’s', () => {
    const kolkata = day('2026-11-21', 'Asia/Kolkata', 'day');
    expect([kolkata.start, kolkata.end].map(iso)).toEqual(['2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z']);
    expect(isoIn('Asia/Kolkata', kolkata.start)).toBe('2026-11-21T00:00:00+05:30');
    expect(isoIn('America/St_Johns', Date.UTC(2026, 0, 1))).toBe('2025-12-31T20:30:00-03:30');
    expect(iso(startOfDay('Asia/Kathmandu', '2026-01-01'))).toBe('2025-12-31T18:15:00.000Z');
  });

  it('has the same hours every day in a fixed offset, including half hours, without summer time', () => {
    const newYork = day('2026-07-01', '-04:30', 'day');
    expect([newYork.start, newYork.end].map(iso)).toEqual(['2026-07-01T04:30:00.000Z', '2026-07-02T04:30:00.000Z']);
    for (const date of ['2026-03-29', '2026-10-25']) expect(day(date, '+02:00').starts).toHaveLength(24);
    expect(iso(startOfDay('+02:00', '2026-01-01'))).toBe('2025-12-31T22:00:00.000Z');
    expect(isoIn('+05:45', Date.UTC(2026, 6, 1))).toBe('2026-07-01T05:45:00+05:45');
    expect(iso(startOfDay('-12:00', '2026-01-01'))).toBe('2026-01-01T12:00:00.000Z');
    expect(iso(startOfDay('+14:00', '2026-01-01'))).toBe('2025-12-31T10:00:00.000Z');
  });

  it('is hourly for one day and daily for several by default', () => {
    const named = { from_date: '2026-03-01', to_date: '2026-11-22' };
    expect(periodOf('period', named, 'UTC')).toMatchObject({ frequency: 'day', starts: { length: 267 } });
    const one = { from_date: '2026-03-01', to_date: '2026-03-01' };
    expect(periodOf('day', one, 'UTC').frequency).toBe('hour');
    expect(periodOf('period', one, 'UTC').frequency).toBe('day');
    expect(periodOf('period', { ...one, frequency: 'hour' }, 'UTC').frequency).toBe('hour');
  });

  it('begins at one o’clock where midnight is skipped, and shortens a bucket where clocks move by half an hour', () => {
    expect(isoIn('Africa/Cairo', startOfDay('Africa/Cairo', '2026-04-24'))).toBe('2026-04-24T01:00:00+03:00');
    const lordHowe = day('2026-10-04', 'Australia/Lord_Howe');
    expect(lordHowe.starts).toHaveLength(24);
    expect(lordHowe.end - lordHowe.starts.at(-1)!).toBe(1_800_000);
  });

  it('has one bucket for each of several days', () => {
    const month = periodOf('period', { from_date: '2026-02-01', to_date: '2026-02-28', frequency: 'day' }, 'UTC');
    expect(month.starts).toHaveLength(28);
    expect(iso(month.end)).toBe('2026-03-01T00:00:00.000Z');
  });

  it('uses UTC where the stored zone is invalid', () => {
    expect(day('2026-11-21', 'Mars/Olympus')).toMatchObject({ zone: 'UTC', start: Date.UTC(2026, 10, 21) });
  });

  it.each([
    ['2026-02-30', '2026-03-01', 'hour', 'period'],
    ['2026-03-02', '2026-03-01', 'hour', 'period'],
    ['2026-03-01', '2026-03-02', 'hour', 'day'],
    ['2026-03-01', '2026-03-02', 'minute', 'period'],
    ['2026-01-01', '2026-12-01', 'hour', 'period'],
    ['2020-01-01', '2026-12-01', 'day', 'period'],
  ] as const)('is refused from %s to %s by %s as %s', (from_date, to_date, frequency, type) => {
    expect(() => periodOf(type, { from_date, to_date, frequency }, 'UTC')).toThrow(
      expect.objectContaining({ code: 'analytics.period' }),
    );
  });
});
