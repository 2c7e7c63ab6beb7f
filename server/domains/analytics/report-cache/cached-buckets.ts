import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from '#contract/rules/time.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { singleThreaded, emptyIfMissing, queryRows } from '#server/platform/clickhouse/query.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import { validAfter, type LateArrivals } from '../late-arrivals.ts';
import type { Counts, CountsBy } from '../questions/scope.ts';
import type { Size } from '../table-columns.ts';
import { subjectOf } from './subjects.ts';

/** A cached bucket; `second` is its start (seconds since the epoch). */
export type CachedBucket = Record<
  | 'second'
  | 'ms'
  | 'connected'
  | 'disconnected'
  | 'connections'
  | 'impressions'
  | 'thirdQuartile'
  | 'uniques'
  | 'estimated_uniques'
  | 'peak',
  number
>;

type Step = 'hour' | 'day' | 'week';
/** Finds the cached bucket of these stations, unless something arrived late for it since. */
export type FindCached = (step: Step, bucket: TimeRange) => (CachedBucket & { computedAt: number }) | undefined;

type Row = CachedBucket & { step: Step; computedAt: number };
const emptyBucket: Omit<CachedBucket, 'second'> = {
  ...{ ms: 0, connected: 0, disconnected: 0, connections: 0, impressions: 0, thirdQuartile: 0 },
  ...{ uniques: 0, estimated_uniques: 0, peak: 0 },
};

/** The columns of a cached bucket. */
const bucketColumns = `toFloat64(toUnixTimestamp(at)) as second,
  toFloat64(toUnixTimestamp64Milli(computed_at)) as computedAt, toFloat64(ms) as ms, toFloat64(connected) as connected,
  toFloat64(disconnected) as disconnected, toFloat64(connected + open_at_start) as connections,
  toFloat64(impressions) as impressions, toFloat64(thirdQuartile) as thirdQuartile, toFloat64(uniques) as uniques,
  toFloat64(estimated_uniques) as estimated_uniques, toFloat64(peak) as peak`;

/** Reads the cached buckets, days and weeks of a period, for these stations as a set. */
export const cachedBuckets = async (
  clickhouse: ClickHouseClient,
  stations: readonly string[],
  period: Period,
  late: Promise<LateArrivals>,
): Promise<FindCached> => {
  const { zone, frequency, start, end } = period;
  const rows = query<Row>(
    clickhouse,
    `select toString(step) as step, ${bucketColumns}
    from report_cache
    where step in {steps:Array(String)} and subject = {subject:String} and zone = {zone:String}
      and at >= {start:DateTime} and at < {end:DateTime}`,
    {
      steps: ['day', 'week', ...(frequency === 'hour' ? ['hour'] : [])],
      subject: subjectOf(stations),
      zone,
      start,
      end,
    },
    singleThreaded,
  ).catch(emptyIfMissing([]));
  return finder(period, ...(await Promise.all([rows, late, cachedFirstListeningDay(clickhouse)])));
};

const finder = (
  { days, end }: Pick<Period, 'days' | 'end'>,
  rows: readonly Row[],
  late: LateArrivals,
  firstDay = 0,
): FindCached => {
  const bySteps: Record<Step, Map<number, Row>> = { hour: new Map(), day: new Map(), week: new Map() };
  for (const row of rows) {
    // A recomputed bucket has two rows until ClickHouse merges them: the later one counts.
    const known = bySteps[row.step];
    if ((known.get(row.second)?.computedAt ?? 0) < row.computedAt) known.set(row.second, row);
  }
  const isCurrent = (row: Row | undefined, bucket: TimeRange): row is Row =>
    row !== undefined && row.computedAt > validAfter(bucket, late);
  // Days are written last: without its day, an hour's other rows may be of another computation.
  const currentDays = days.map((day, i) =>
    isCurrent(bySteps.day.get(day / 1000), { start: day, end: days[i + 1] ?? end }),
  );
  return (step, bucket) => {
    const row = bySteps[step].get(bucket.start / 1000);
    const isWhole = step !== 'hour' || currentDays[days.findLastIndex((day) => day <= bucket.start)];
    if (isCurrent(row, bucket) && isWhole) return row;
    // Before the first listening every bucket is empty, without counting or looking into the cache.
    const isBefore = bucket.end + dayMs <= firstDay && validAfter(bucket, late) === 0;
    return isBefore ? { ...emptyBucket, second: bucket.start / 1000, computedAt: 0 } : undefined;
  };
};

/** A cached bucket as a result row. */
export const cachedCounts = (
  { second, uniques, estimated_uniques: estimated, ...counts }: CachedBucket,
  size: Size,
): CountsBy => ({
  ...counts,
  by: String(second),
  uniques: size === 'large' ? estimated : uniques,
});

/**
 * Sums buckets, except for unique listeners; sessions open when the first bucket began were open when the whole range
 * did.
 */
export const sumBuckets = (buckets: readonly CountsBy[], start: number): CountsBy => {
  const sum = (name: keyof Counts): number => buckets.reduce((total, row) => total + row[name], 0);
  const by = String(start / 1000);
  const first = buckets.find((row) => row.by === by);
  const openAtStart = first === undefined ? 0 : first.connections - first.connected;
  const [ms, connected, disconnected] = [sum('ms'), sum('connected'), sum('disconnected')];
  const [impressions, thirdQuartile] = [sum('impressions'), sum('thirdQuartile')];
  return {
    ...{ by, ms, connected, disconnected, impressions, thirdQuartile },
    ...{ connections: connected + openAtStart, uniques: 0 },
  };
};

/** No row where nobody listened, as in a counted result. */
export const unlessEmpty = (row: CountsBy): CountsBy | undefined =>
  row.connections + row.ms + row.disconnected + row.impressions + row.thirdQuartile > 0 ? row : undefined;

/** The beginning (ms) of the first day (UTC) with listening at any station; undefined before the first. */
export const firstListeningDay = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const [first] = await queryRows<{ at: number }>(
    clickhouse,
    'select toFloat64(toUnixTimestamp(min(at))) * 1000 as at from listening_buckets where minutes = 1440 having count() > 0',
  ).catch(emptyIfMissing([]));
  return first?.at;
};

const cache = new WeakMap<ClickHouseClient, number>();

/**
 * As `firstListeningDay`, queried once per client: listening recorded later for earlier days is a late arrival
 * (late-arrivals.ts).
 */
const cachedFirstListeningDay = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const known = cache.get(clickhouse);
  if (known !== undefined) return known;
  const first = await firstListeningDay(clickhouse);
  if (first !== undefined) cache.set(clickhouse, first);
  return first;
};
