import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Day, ListeningDay, Moment, MomentMs } from './dates.ts';

const takes = (schema: z.ZodMiniType, value: unknown): boolean => z.safeParse(schema, value).success;

it.each(['2026-11-21', '2024-02-29', '2000-01-01', '2099-12-31'])('takes %s', (day) => {
  expect([takes(Day, day), takes(ListeningDay, day), takes(Moment, `${day}T12:00:00Z`)]).toEqual([true, true, true]);
});
it.each(['2026-02-31', '2026-13-01', '9999-12-31', '2100-01-01', '0000-01-01', '26-1-1', '', '2026-11-21x'])(
  'refuses %j',
  (day) => {
    expect([takes(Day, day), takes(ListeningDay, day), takes(Moment, `${day}T12:00:00Z`)]).toEqual([
      false,
      false,
      false,
    ]);
  },
);
it('takes older days for what is written down, not for listening', () => {
  for (const day of ['1987-05-01', '1117-01-20'])
    expect([takes(Day, day), takes(ListeningDay, day)]).toEqual([true, false]);
  expect(takes(Moment, '1117-01-20T12:00:00Z')).toBe(false);
});
it('takes moments with the zones there are', () => {
  expect(takes(Moment, '2026-08-30T14:58:05+14:00')).toBe(true);
  expect(takes(Moment, '2026-08-30T14:58:05+23:18')).toBe(false);
  expect(takes(Moment, '0399-08-30T14:58:05+23:18')).toBe(false);
  expect([takes(MomentMs, Date.now()), takes(MomentMs, 1e15), takes(MomentMs, -1)]).toEqual([true, false, false]);
});
