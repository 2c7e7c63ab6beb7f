import { quarterMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { zoneFormatter } from './zone-formatter.ts';

export type Frequency = 'minute' | 'hour' | 'day';

/**
 * A report period cut into buckets: `starts` and `end` in ms since the epoch, the last bucket ending with the period;
 * `days` are the starts of its dates.
 */
export type Period = {
  zone: string;
  frequency: Frequency;
  starts: number[];
  days: number[];
  start: number;
  end: number;
};

const step = { minute: 60_000, hour: 3_600_000 } as const;
/**
 * The longest periods in days: unique listeners are recognizable for a year, and nobody reads a chart of 10,000 hours.
 */
const longest: Record<Frequency, number> = { minute: 1, hour: 93, day: 366 };

/**
 * The buckets of a period in a time zone, hourly for `day` and daily for `period` unless a frequency is given (spec
 * §4). Refuses invalid or too long periods with `analytics.period`.
 */
export const periodOf = (
  type: 'day' | 'period',
  query: { from_date: string; to_date: string; frequency?: Frequency | undefined },
  zone: string,
): Period => {
  const { from_date, to_date, frequency = type === 'day' ? 'hour' : 'day' } = query;
  const dates = datesOf(from_date, to_date);
  if (type === 'day' && dates.length > 1)
    refuse('analytics.period', { reason: 'a day must begin and end on the same date' });
  if (dates.length > longest[frequency])
    refuse('analytics.period', { reason: `it can have at most ${days(longest[frequency])} by ${frequency}` });
  const known = knownZone(zone);
  const midnights = [...dates, nextDate(to_date)].map((date) => startOfDay(known, date));
  const [start = 0, end = 0] = [midnights[0], midnights.at(-1)];
  const dayStarts = midnights.slice(0, -1);
  const starts = frequency === 'day' ? dayStarts : stepped(midnights, step[frequency]);
  return { zone: known, frequency, starts, days: dayStarts, start, end };
};

/** Buckets restart every midnight: where clocks move by half an hour, one bucket is short. */
const stepped = (midnights: number[], ms: number): number[] =>
  midnights.slice(0, -1).flatMap((midnight, i) => {
    const end = midnights[i + 1]!;
    return Array.from({ length: Math.ceil((end - midnight) / ms) }, (_, n) => midnight + n * ms);
  });

const datesOf = (from: string, to: string): string[] => {
  for (const date of [from, to]) if (!isDate(date)) refuse('analytics.period', { reason: `${date} is not a date` });
  if (from > to) refuse('analytics.period', { reason: 'it ends before it starts' });
  const dates = [from];
  while (dates.at(-1)! < to && dates.length <= longest.day) dates.push(nextDate(dates.at(-1)!));
  return dates;
};

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
};

/** The same number of days right before these. */
export const daysBefore = ({ from_date, to_date }: { from_date: string; to_date: string }) => {
  const back = (date: string, count: number): string =>
    new Date(Date.parse(`${date}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);
  const count = datesOf(from_date, to_date).length;
  return { from_date: back(from_date, count), to_date: back(from_date, 1) };
};

/** Of longer periods, the running day is a small part, and counting all days again would take long. */
const longestPart = 31;

/**
 * The previous period up to the same time of the same day, in quarter hours, while this one is running; the whole one
 * once it is over. Undefined in its first quarter hour and for more than 31 days.
 */
export const comparablePart = (before: Period, period: Period, now: number): Period | undefined => {
  if (now >= period.end) return before;
  const today = period.days.findLastIndex((day) => day <= now);
  const day = before.days[today];
  if (day === undefined || period.days.length > longestPart) return undefined;
  const sameTime = Math.round((day + now - period.days[today]!) / quarterMs) * quarterMs;
  const end = Math.min(sameTime, before.days[today + 1] ?? before.end);
  return end <= before.start
    ? undefined
    : { ...before, end, starts: [before.start], days: before.days.slice(0, today + 1) };
};

/** What a reply says of the previous period, and the part of it to count; `is_part` while the period is running. */
export const comparedPeriod = (days: { from_date: string; to_date: string }, period: Period, now: number) => {
  const dates = daysBefore(days);
  const before = periodOf('period', { ...dates, frequency: 'day' }, period.zone);
  return { reply: { ...dates, is_part: now < period.end }, period: comparablePart(before, period, now) };
};

/** The bounds of its buckets as local ISO times, as replies show them. */
export const bucketBounds = ({ zone, starts, end }: Period): { from: string; to: string }[] => {
  const edges = [...starts, end].map(zoneFormatter(zone));
  return starts.map((_, i) => ({ from: edges[i]!, to: edges[i + 1]! }));
};

/** A period merged with the one that ends where it begins. */
export const withPrevious = (period: Period, before: Period | undefined): Period =>
  before === undefined
    ? period
    : {
        ...period,
        start: before.start,
        starts: [...before.starts, ...period.starts],
        days: [...before.days, ...period.days],
      };

const days = (count: number): string => (count === 1 ? 'one day' : `${count} days`);

export type TimeRange = { start: number; end: number };

/** The whole days (UTC) within a range, and the rest at its ends. */
export const daysWithin = ({ start, end }: TimeRange): { days: TimeRange[]; ends: TimeRange[] } => {
  const day = 86_400_000;
  const first = Math.ceil(start / day) * day;
  const last = Math.floor(end / day) * day;
  if (last <= first) return { days: [], ends: [{ start, end }] };
  const ends = [
    { start, end: first },
    { start: last, end },
  ];
  return { days: [{ start: first, end: last }], ends: ends.filter((one) => one.end > one.start) };
};
