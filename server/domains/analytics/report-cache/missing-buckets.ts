import type { ClickHouseClient } from '@clickhouse/client';
import { startOfDay } from '#server/kernel/time-zone.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { isComplete, lateArrivalsOf, validAfter, type LateArrivals } from '../late-arrivals.ts';
import { dayMs } from '#contract/rules/time.ts';
import { utcDate, utcDay } from '../time-ranges.ts';
import { firstListeningDay } from './cached-buckets.ts';
import type { CacheBatch, Subject } from './subjects.ts';

/** Limits the memory of one computation, and how long it delays the recording of events. */
const most = { subjects: 60, days: 10 } as const;

/**
 * A date in a zone, or the dates of a week from Monday; `after` is the time after which its computation must have begun
 * to be valid.
 */
type DayOf = TimeRange & { zone: string; from_date: string; to_date: string; after: number };
type Step = 'day' | 'week';

/** The subjects and days to be cached. */
export type WantedBuckets = { subjects: readonly Subject[]; days: readonly DayOf[] };

/** What should be cached of these subjects by now. */
export const wantedBuckets = async (
  clickhouse: ClickHouseClient,
  subjects: readonly Subject[],
  now: number,
): Promise<WantedBuckets> => {
  const first = await firstListeningDay(clickhouse);
  if (first === undefined) return { subjects, days: [] };
  const late = await lateArrivalsOf(clickhouse, { start: first, end: now });
  const zones = [...new Set(subjects.map(({ zone }) => zone))];
  return { subjects, days: zones.flatMap((zone) => daysOf(zone, first, late, now)) };
};

/**
 * The next computation, latest days first, and weeks once their days are cached; undefined where nothing is missing.
 */
export const missingBuckets = async (
  clickhouse: ClickHouseClient,
  wanted: WantedBuckets,
): Promise<(CacheBatch & { step: Step }) | undefined> =>
  (await missingOf(clickhouse, 'day', wanted)) ??
  (await missingOf(clickhouse, 'week', { ...wanted, days: weeksOf(wanted.days) }));

const missingOf = async (
  clickhouse: ClickHouseClient,
  step: Step,
  { subjects, days }: WantedBuckets,
): Promise<(CacheBatch & { step: Step }) | undefined> => {
  if (subjects.length === 0 || days.length === 0) return undefined;
  const byZone = Map.groupBy(subjects, ({ zone }) => zone);
  const cached = await countCached(clickhouse, step, subjects, days);
  const incomplete = days.filter((day) => (cached.get(dayKey(day)) ?? 0) < byZone.get(day.zone)!.length);
  const latest = incomplete.reduce<DayOf | undefined>(
    (one, day) => (one && one.start >= day.start ? one : day),
    undefined,
  );
  if (latest === undefined) return undefined;
  const own = incomplete.filter(({ zone, start }) => zone === latest.zone && start <= latest.start);
  const chosen = own.slice(step === 'week' ? -1 : -most.days);
  return {
    step,
    ...batchOf(chosen, byZone.get(latest.zone)!, await cachedSubjects(clickhouse, step, latest.zone, chosen)),
  };
};

/** The weeks (from Monday) all of whose days are among these. */
const weeksOf = (days: readonly DayOf[]): DayOf[] =>
  days.flatMap((monday, i) => {
    const sunday = days[i + 6];
    const isWhole =
      sunday?.zone === monday.zone && sunday.from_date === utcDate(Date.parse(monday.from_date) + 6 * dayMs);
    if (!isWhole || new Date(monday.from_date).getUTCDay() !== 1) return [];
    const after = Math.max(...days.slice(i, i + 7).map((day) => day.after));
    return [{ ...monday, end: sunday.end, to_date: sunday.to_date, after }];
  });

const dayKey = ({ zone, start }: { zone: string; start: number }): string => `${zone} ${start / 1000}`;

/**
 * The dates of a zone since then that are over, in order, except those for which late arrivals may still be written.
 */
const daysOf = (zone: string, since: number, late: LateArrivals, now: number): DayOf[] => {
  const found: DayOf[] = [];
  for (let day = utcDay(since) - dayMs; day < now; day += dayMs) {
    const [date, next] = [utcDate(day), utcDate(day + dayMs)];
    const range = { start: startOfDay(zone, date), end: startOfDay(zone, next) };
    if (isComplete(range, late, now))
      found.push({ ...range, zone, from_date: date, to_date: date, after: validAfter(range, late) });
  }
  return found;
};

/**
 * The condition that nothing arrived late since a row was computed, and its parameters: what a day's computation must have
 * begun after.
 */
const isCurrent = `toUnixTimestamp64Milli(computed_at)
        > transform(concat(zone, ' ', toString(toUnixTimestamp(at))), {renewed:Array(String)}, {after:Array(Int64)}, 0)`;
const currentParams = (days: readonly DayOf[]) => {
  const renewed = days.filter((day) => day.after > 0);
  return { renewed: ['', ...renewed.map(dayKey)], after: [0, ...renewed.map(({ after }) => after)] };
};

/** For how many of these subjects each of these days is cached. */
const countCached = async (
  clickhouse: ClickHouseClient,
  step: Step,
  subjects: readonly Subject[],
  days: readonly DayOf[],
): Promise<Map<string, number>> => {
  const rows = await query<{ zone: string; second: number; subjects: number }>(
    clickhouse,
    `select toString(zone) as zone, toFloat64(second) as second, toFloat64(uniqExact(subject)) as subjects
    from (
      select subject, zone, toUnixTimestamp(at) as second
      from report_cache
      where step = {step:String} and (subject, toString(zone)) in {wanted:Array(Tuple(String, String))} and ${isCurrent}
    )
    group by zone, second`,
    { step, wanted: subjects.map(({ subject, zone }) => [subject, zone]), ...currentParams(days) },
  ).catch(emptyIfMissing([]));
  return new Map(rows.map((row) => [dayKey({ zone: row.zone, start: row.second * 1000 }), row.subjects]));
};

/** The subjects for which each of these days is cached, by the day's start (ms). */
const cachedSubjects = async (
  clickhouse: ClickHouseClient,
  step: Step,
  zone: string,
  days: readonly DayOf[],
): Promise<Map<number, Set<string>>> => {
  const rows = await query<{ second: number; subjects: string[] }>(
    clickhouse,
    `select toFloat64(toUnixTimestamp(at)) as second, groupUniqArray(subject) as subjects
    from report_cache
    where step = {step:String} and zone = {zone:String} and toUnixTimestamp(at) in {starts:Array(UInt32)} and ${isCurrent}
    group by at`,
    { step, zone, starts: days.map(({ start }) => start / 1000), ...currentParams(days) },
  ).catch(emptyIfMissing([]));
  return new Map(rows.map(({ second, subjects }) => [second * 1000, new Set(subjects)]));
};

/** The latest of these days, together with earlier consecutive days that lack the same subjects. */
const batchOf = (
  days: readonly DayOf[],
  subjects: readonly Subject[],
  cached: ReadonlyMap<number, ReadonlySet<string>>,
): CacheBatch => {
  const missingOn = ({ start }: DayOf): Subject[] => subjects.filter(({ subject }) => !cached.get(start)?.has(subject));
  const latest = days.at(-1)!;
  const missing = missingOn(latest).slice(0, most.subjects);
  let first = latest;
  for (const day of days.toReversed().slice(1)) {
    const also = new Set(missingOn(day));
    if (day.end !== first.start || !missing.every((subject) => also.has(subject))) break;
    first = day;
  }
  return { subjects: missing, zone: latest.zone, from_date: first.from_date, to_date: latest.to_date };
};
