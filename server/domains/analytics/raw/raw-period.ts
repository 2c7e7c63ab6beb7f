import { rawDays, type RawFileQuery, type RawKind } from '#contract/api/raw-data.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { isoIn, knownZone } from '#server/kernel/time-zone.ts';
import { periodOf } from '#server/platform/period.ts';
import { dayMs } from '#contract/rules/time.ts';

/** A range in ms since the epoch, its end exclusive, with the time zone of its days. */
export type RawPeriod = { zone: string; start: number; end: number };

/**
 * The requested days in a station's time zone. Refuses with `analytics.period`, and with `raw.tooOld` before the last
 * 90 days (spec §9).
 */
export const rawPeriodOf = ({ from_date, to_date }: Omit<RawFileQuery, 'kind'>, zone: string, now: Date): RawPeriod => {
  const oldest = oldestDay(zone, now);
  if (from_date < oldest && from_date <= to_date) refuse('raw.tooOld', { days: rawDays, date: oldest });
  const period = periodOf('period', { from_date, to_date, frequency: 'day' }, zone);
  return { zone: period.zone, start: period.start, end: period.end };
};

/** The first day for which live raw data is available. */
export const oldestDay = (zone: string, now: Date): string => {
  const today = isoIn(knownZone(zone), now.getTime()).slice(0, 10);
  return new Date(Date.parse(`${today}T00:00:00Z`) - rawDays * dayMs).toISOString().slice(0, 10);
};

/** The kind and the date or date range (spec §7): `sessions-2026-11-01-2026-11-21.csv`. */
export const rawFileName = (kind: RawKind, from_date: string, to_date: string): string =>
  `${kind}-${from_date}${from_date === to_date ? '' : `-${to_date}`}.csv`;
