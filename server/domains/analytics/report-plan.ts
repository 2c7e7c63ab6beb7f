import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { withPrevious, type Period, type TimeRange } from '#server/platform/period.ts';
import { cachedBuckets, type CachedBucket, type FindCached } from './report-cache/cached-buckets.ts';
import type { DayWatermarks } from './late-arrivals.ts';
import { bucketRangeParams, fewestBuckets, inBucketRanges, type Stations } from './questions/scope.ts';
import type { Size } from './table-columns.ts';

/*
 * What the cache holds of a report's periods, and what remains to be counted.
 */

/** `watermarks` are those of the days of both periods. */
type About = {
  stations: Stations;
  period: Period;
  before: Period | undefined;
  now: number;
  watermarks: Promise<DayWatermarks>;
};

type ReportPlan = { cached: CachedTimeseries; audience: readonly CachedRange[]; size: Size };

/** Of a filtered report nothing is cached, and its listeners are always counted exactly. */
export const planFiltered = (period: Period, before: Period | undefined): ReportPlan => ({
  ...{ cached: nothingCached(withPrevious(period, before)), audience: [], size: 'small' },
});

/** Plans a report: what the cache holds for its periods, and how many sessions it covers. */
export const planReport = async (
  clickhouse: ClickHouseClient,
  { stations, period, before, now, watermarks }: About,
): Promise<ReportPlan> => {
  const both = withPrevious(period, before);
  if (stations === 'all' || stations.length === 0) {
    return {
      cached: nothingCached(both),
      audience: [],
      size: sizeOfSessions(await sessionsIn(clickhouse, stations, both)),
    };
  }
  const lateArrivals = watermarks.then(({ late }) => late);
  const find = await cachedBuckets(clickhouse, stations, both, lateArrivals);
  const cached = cachedTimeseries(before === undefined ? [period] : [before, period], find);
  const audience = cachedRanges(period, find);
  const sessions = sessionsByAverage(cached, both, now);
  if (sessions !== undefined) return { cached, audience, size: sizeOfSessions(sessions) };
  const others = await Promise.all(cached.uncountedRanges.map((range) => sessionsIn(clickhouse, stations, range)));
  return { cached, audience, size: sizeOfSessions(others.reduce((sum, count) => sum + count, cached.sessions)) };
};

/** A day may have 25 hours. */
const longestDay = dayMs + hourMs;

/**
 * The sessions of a report of which only the running day isn't cached: that has so far as many as the cached days had on
 * average in that time. Undefined where more is missing. Counting them would cost a statement in each report about today.
 */
const sessionsByAverage = (
  { sessions, uncountedRanges }: CachedTimeseries,
  { start }: TimeRange,
  now: number,
): number | undefined => {
  const [rest, ...others] = uncountedRanges;
  if (rest === undefined || others.length > 0) return rest === undefined ? sessions : undefined;
  const isRunningDay = rest.start > start && rest.start <= now && now < rest.start + longestDay;
  return isRunningDay ? (sessions * (now - start)) / (rest.start - start) : undefined;
};

/** Reports on more sessions than this (previous period included) estimate their listeners. */
const maxExactSessions = 200_000;

/** The size of a report on this many sessions. */
const sizeOfSessions = (sessions: number): Size => (sessions > maxExactSessions ? 'large' : 'small');

/** Sessions that connected to these stations in a range; 0 where nothing was ever recorded. */
const sessionsIn = async (clickhouse: ClickHouseClient, stations: Stations, range: TimeRange): Promise<number> => {
  if (stations.length === 0) return 0;
  const ranges = fewestBuckets(stations, range);
  const [found] = await query<{ sessions: number }>(
    clickhouse,
    `select toFloat64(sum(connected)) as sessions
    from listening_buckets
    where ${inBucketRanges(ranges)}`,
    bucketRangeParams(stations, ranges),
  ).catch(emptyIfNeverRecorded(clickhouse, []));
  return found?.sessions ?? 0;
};

/** The cached part of a period (and of the previous one), and what remains to be counted. */
export type CachedTimeseries = {
  /** The buckets from the start of each period on, as far as they are cached. */
  buckets: CachedBucket[];
  /** The rest of each period. */
  uncachedPeriods: Period[];
  /** The totals of one-day periods, by their start (ms). */
  totals: ReadonlyMap<number, CachedBucket>;
  /** The number of sessions in the cached buckets, and the ranges for which it is unknown. */
  sessions: number;
  uncountedRanges: readonly TimeRange[];
};

/** Nothing of a period is cached. */
export const nothingCached = (period: Period): CachedTimeseries => ({
  ...{ buckets: [], uncachedPeriods: [period], totals: new Map(), sessions: 0, uncountedRanges: [period] },
});

/** Collects what is cached of a period, or of two consecutive ones. */
export const cachedTimeseries = (periods: readonly Period[], find: FindCached): CachedTimeseries => {
  const totals = new Map<number, CachedBucket>();
  for (const { start, end, days } of periods) {
    const total = days.length === 1 ? find('day', { start, end }) : undefined;
    if (total) totals.set(start, total);
  }
  const cachedPrefixes = periods.map((period) => cachedPrefix(period, find));
  const buckets = cachedPrefixes.flatMap((one) => one.buckets);
  const uncachedPeriods = mergeAdjacent(cachedPrefixes.flatMap(({ rest }) => rest ?? []));
  const isKnown = totals.size === periods.length;
  const sessions = sessionsOf(isKnown ? [...totals.values()] : buckets);
  return { buckets, uncachedPeriods, totals, sessions, uncountedRanges: isKnown ? [] : uncachedPeriods };
};

const cachedPrefix = (period: Period, find: FindCached): { buckets: CachedBucket[]; rest: Period | undefined } => {
  const { frequency, starts, end } = period;
  if (frequency === 'minute') return { buckets: [], rest: period };
  const buckets: CachedBucket[] = [];
  for (const [i, start] of starts.entries()) {
    const bucket = find(frequency, { start, end: starts[i + 1] ?? end });
    if (bucket === undefined) return { buckets, rest: { ...period, start, starts: starts.slice(i) } };
    buckets.push(bucket);
  }
  return { buckets, rest: undefined };
};

/** Consecutive rests are counted in one query. */
const mergeAdjacent = (uncachedPeriods: readonly Period[]): Period[] => {
  const [before, period] = uncachedPeriods;
  return before && period && before.end === period.start ? [withPrevious(period, before)] : [...uncachedPeriods];
};

const sessionsOf = (buckets: readonly CachedBucket[]): number =>
  buckets.reduce((sum, { connected }) => sum + connected, 0);

/**
 * A day or a week (from Monday, in the period's time zone) whose audience is cached; `computedAt` is when its computation
 * began.
 */
export type CachedRange = TimeRange & { days: 1 | 7; computedAt: number };

/** The cached audience of a period in the fewest days and weeks. */
export const cachedRanges = ({ days, end }: Period, find: FindCached): CachedRange[] => {
  const starts = [...days, end];
  const cachedFrom = (i: number, length: 1 | 7): CachedRange | undefined => {
    const [from, to] = [starts[i]!, starts[i + length]];
    if (to === undefined) return undefined;
    const row = find(length === 7 ? 'week' : 'day', { start: from, end: to });
    return row && { start: from, end: to, days: length, computedAt: row.computedAt };
  };
  const found: CachedRange[] = [];
  for (let i = 0; i < days.length;) {
    const next = cachedFrom(i, 7) ?? cachedFrom(i, 1);
    if (next) found.push(next);
    i += next?.days ?? 1;
  }
  return found;
};
