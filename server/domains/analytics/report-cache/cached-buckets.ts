import type { ClickHouseClient } from '@clickhouse/client';
import { queryNumbers, singleThreaded, literal, emptyIfMissing, within } from '#server/platform/clickhouse/query.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import { validAfter, type LateArrivals } from '#server/domains/analytics/late-arrivals.ts';
import { dayMs } from '#contract/time.ts';
import { cachedFirstListeningDay } from './first-listening.ts';
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
  | 'estimate'
  | 'peak',
  number
>;

const hoursOf = { hour: 1, day: 24, week: 168 } as const;
type Step = keyof typeof hoursOf;
/** Finds the cached bucket of these stations, unless something arrived late for it since. */
export type FindCached = (step: Step, bucket: TimeRange) => (CachedBucket & { computedAt: number }) | undefined;

type Row = CachedBucket & { hours: number; computedAt: number };
/** The cached columns of a bucket. */
export const bucketColumns = [
  ...(['ms', 'connected', 'disconnected', 'connections', 'impressions', 'thirdQuartile'] as const),
  ...(['uniques', 'estimate', 'peak'] as const),
];
const emptyBucket = Object.fromEntries(bucketColumns.map((name) => [name, 0])) as Omit<CachedBucket, 'second'>;

/** Reads the cached buckets, days and weeks of a period, for these stations as a set. */
export const cachedBuckets = async (
  clickhouse: ClickHouseClient,
  stations: readonly string[],
  { zone, frequency, start, end }: Period,
  late: Promise<LateArrivals>,
): Promise<FindCached> => {
  const steps = Object.keys(hoursOf).filter((step) => step !== 'hour' || frequency === 'hour');
  const hours = `transform(step, [${steps.map(literal).join(',')}], [${steps.map((step) => hoursOf[step as Step]).join(',')}], 0)`;
  const rows: Promise<Row[]> = queryNumbers(
    clickhouse,
    ['hours', 'second', 'computedAt', ...bucketColumns],
    `select ${hours} as hours, toUnixTimestamp(at) as second, toUnixTimestamp64Milli(computed_at) as computedAt, ${bucketColumns.join(', ')}
     from cached_counts where step in (${steps.map(literal).join(',')}) and subject = ${literal(subjectOf(stations))}
       and zone = ${literal(zone)} and ${within({ start, end })}`,
    singleThreaded,
  ).catch(emptyIfMissing([]));
  return finder(...(await Promise.all([rows, late, cachedFirstListeningDay(clickhouse)])));
};

const finder = (rows: readonly Row[], late: LateArrivals, firstDay = 0): FindCached => {
  const byHours = new Map<number, Map<number, Row>>(Object.values(hoursOf).map((hours) => [hours, new Map()]));
  for (const row of rows) {
    // A recomputed bucket has two rows until ClickHouse merges them: the later one counts.
    const known = byHours.get(row.hours);
    if ((known?.get(row.second)?.computedAt ?? 0) < row.computedAt) known?.set(row.second, row);
  }
  return (step, bucket) => {
    const row = byHours.get(hoursOf[step])?.get(bucket.start / 1000);
    const after = validAfter(bucket, late);
    if (row !== undefined && row.computedAt > after) return row;
    // Before the first listening every bucket is empty, without counting or looking into the cache.
    const isBefore = bucket.end + dayMs <= firstDay && after === 0;
    return isBefore ? { ...emptyBucket, second: bucket.start / 1000, computedAt: 0 } : undefined;
  };
};
