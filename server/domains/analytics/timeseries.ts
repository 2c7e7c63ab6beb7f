import type { ClickHouseClient } from '@clickhouse/client';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { withPrevious, type Period } from '#server/platform/period.ts';
import { cachedCounts, cachedListeners, sumBuckets, unlessEmpty } from './report-cache/cached-buckets.ts';
import type { CachedTimeseries } from './report-cache/cached-report.ts';
import { countMinutes } from './questions/count-minutes.ts';
import { countTimeseries, peaksPerBucket } from './questions/count-timeseries.ts';
import type { CountsBy, StatsScope } from './questions/scope.ts';
import type { Timeseries } from './stats-reply.ts';

const empty: Timeseries = { total: undefined, buckets: [], peaks: [] };

/** The timeseries of a period and, where given, of the previous one. Counts only what is not cached. */
export const timeseriesOf = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  before: Period | undefined,
  cached: CachedTimeseries,
): Promise<Timeseries & { before: Timeseries }> => {
  const { period, stations } = request;
  if (stations.length === 0) return { ...empty, before: empty };
  const periods = before === undefined ? [period] : [before, period];
  const isCached = ({ start, end, frequency }: Period): boolean =>
    cached.totals.has(start) ||
    (frequency !== 'minute' && cached.uncachedPeriods.every((rest) => rest.start >= end || rest.end <= start));
  const summable = periods.filter((one) => isCached(one) && !cached.totals.has(one.start));
  const targets = { totals: periods.filter((one) => !isCached(one)), buckets: cached.uncachedPeriods };
  const [counts, counted, listeners] = await Promise.all([
    countTimeseries(clickhouse, request, targets).catch(emptyIfNeverRecorded(clickhouse, { totals: [], buckets: [] })),
    period.frequency === 'minute'
      ? minutesOf(clickhouse, { ...request, period: withPrevious(period, before) })
      : restOf(clickhouse, request, cached.uncachedPeriods),
    stations === 'all' ? undefined : cachedListeners(clickhouse, stations, summable, request.size),
  ]);
  const buckets = [
    ...cached.buckets.map((bucket) => cachedCounts(bucket, request.size)),
    ...counts.buckets,
    ...counted.buckets,
  ];
  const peaks = [...cached.buckets.map(({ second, peak }) => ({ by: String(second), peak })), ...counted.peaks];
  const timesOf = (one: Period): Timeseries => {
    const within = ({ by }: { by: string }): boolean => Number(by) * 1000 >= one.start && Number(by) * 1000 < one.end;
    const own = buckets.filter(within);
    const whole = cached.totals.get(one.start);
    const total = (): CountsBy | undefined => {
      if (whole) return unlessEmpty(cachedCounts(whole, request.size));
      if (!summable.includes(one)) return counts.totals.find(within);
      return unlessEmpty({ ...sumBuckets(own, one.start), uniques: listeners?.get(one.start) ?? 0 });
    };
    return { total: total(), buckets: own, peaks: peaks.filter(within) };
  };
  return { ...timesOf(period), before: before === undefined ? empty : timesOf(before) };
};

type Found = Pick<Timeseries, 'buckets' | 'peaks'>;

/** Everyone connected within a minute counts toward its peak, so the peak of a minute is its number of listeners. */
const minutesOf = async (clickhouse: ClickHouseClient, request: StatsScope): Promise<Found> => {
  const buckets = await countMinutes(clickhouse, request).catch(emptyIfNeverRecorded(clickhouse, []));
  return { buckets, peaks: buckets.map(({ by, connections }) => ({ by, peak: connections })) };
};

const restOf = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  uncachedPeriods: readonly Period[],
): Promise<Found> => {
  const peaks = uncachedPeriods.map((period) =>
    peaksPerBucket(clickhouse, { ...request, period }).catch(emptyIfNeverRecorded(clickhouse, [])),
  );
  return { buckets: [], peaks: (await Promise.all(peaks)).flat() };
};
