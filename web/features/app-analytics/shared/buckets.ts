import { clockTime, shortDay } from '#web/lib/format.ts';
import { formatDays } from '#web/parts/report-days.ts';

type Slot = { from: string; to: string };
export type Bucketed<S extends Slot> = {
  timezone: string;
  from_date: string;
  to_date: string;
  hour_stats: readonly S[];
  day_stats: readonly S[];
};

/** The buckets of the requested frequency; the other list is empty. */
export const bucketsOf = <S extends Slot>({ hour_stats, day_stats }: Bucketed<S>): S[] => [...hour_stats, ...day_stats];

/** The label of a bucket's start: the date for daily buckets, else the time. */
export const bucketLabels = ({ day_stats }: Bucketed<Slot>): ((from: string) => string) =>
  day_stats.length > 0 ? shortDay : clockTime;

/** `Nov 1, 2026 – Nov 22, 2026, time zone: Europe/Berlin`. */
export const periodLabel = ({ from_date, to_date, timezone }: Bucketed<Slot>): string =>
  `${formatDays(from_date, to_date)}, time zone: ${timezone}`;
