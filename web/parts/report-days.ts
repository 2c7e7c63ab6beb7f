import { day } from '#web/lib/format.ts';

/** Whether a bucket has started; future buckets have no data. */
export const hasStarted = ({ from }: { from: string }, now: number): boolean => Date.parse(from) <= now;

/** `Nov 1, 2026 – Nov 22, 2026`, or the one day. */
export const formatDays = (from: string, to: string): string => (from === to ? day(from) : `${day(from)} – ${day(to)}`);

/** The name of a file for these days, without its extension. */
export const fileNameOf = (subject: string, { from_date, to_date }: { from_date: string; to_date: string }): string =>
  from_date === to_date ? `${subject}-${from_date}` : `${subject}-${from_date}-${to_date}`;
