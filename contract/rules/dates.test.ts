import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Day, ListeningDay, Moment, MomentMs } from './dates.ts';

const accepts = (schema: z.ZodMiniType, value: unknown): boolean => z.safeParse(schema, value).success;

it.each(['2026-11-21', '2024-02-29', '2000-01-01', '2099-12-31'])('accepts %s', (day) => {
  expect([accepts(Day, day), accepts(ListeningDay, day), accepts(Moment, `${day}T12:00:00Z`)]).toEqual([
    true,
    true,
    true,
  ]);
});
it.each(['2026-02-31', '2026-13-01', '9999-12-31', '2100-01-01', '0000-01-01', '26-1-1', '', '2026-11-21x'])(
  'refuses %j',
  (day) => {
    expect([accepts(Day, day), accepts(ListeningDay, day), accepts(Moment, `${day}T12:00:00Z`)]).toEqual([
      false,
      false,
      false,
    ]);
  },
);
it('accepts older days for documents, not for listening', () => {
  for (const day of ['1987-05-01', '1117-01-20'])
    expect([accepts(Day, day), accepts(ListeningDay, day)]).toEqual([true, false]);
  expect(accepts(Moment, '1117-01-20T12:00:00Z')).toBe(false);
});
it('accepts times with real zone offsets', () => {
  expect(accepts(Moment, '2026-08-30T14:58:05+14:00')).toBe(true);
  expect(accepts(Moment, '2026-08-30T14:58:05+23:18')).toBe(false);
  expect(accepts(Moment, '0399-08-30T14:58:05+23:18')).toBe(false);
  expect([accepts(MomentMs, Date.now()), accepts(MomentMs, 1e15), accepts(MomentMs, -1)]).toEqual([true, false, false]);
});
