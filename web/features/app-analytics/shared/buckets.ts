import { clockTime, day, shortDay } from '#web/lib/format.ts';

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

/** Whether a bucket has started; future buckets have no data. */
export const hasStarted = ({ from }: Slot, now: number): boolean => Date.parse(from) <= now;

/** The label of a bucket's start: the date for daily buckets, else the time. */
export const bucketLabels = ({ day_stats }: Bucketed<Slot>): ((from: string) => string) =>
  day_stats.length > 0 ? shortDay : clockTime;

/** `Nov 1, 2026 – Nov 22, 2026, time zone: Europe/Berlin`. */
export const periodLabel = ({ from_date, to_date, timezone }: Bucketed<Slot>): string =>
  `${from_date === to_date ? day(from_date) : `${day(from_date)} – ${day(to_date)}`}, time zone: ${timezone}`;

/** The name of a file for these days, without its extension. */
export const fileNameOf = (subject: string, { from_date, to_date }: Bucketed<Slot>): string =>
  from_date === to_date ? `${subject}-${from_date}` : `${subject}-${from_date}-${to_date}`;
