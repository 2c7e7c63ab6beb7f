import type { ClickHouseClient } from '@clickhouse/client';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { withPrevious, type Period } from '#server/platform/period.ts';
import { cachedCounts, cachedListeners, sumBuckets, unlessEmpty } from './report-cache/cached-buckets.ts';
import type { CachedTimeseries } from './report-plan.ts';
import {
  countFiltered,
  countFilteredMinutes,
  filteredPeaks,
  isFiltered,
  type FilteredScope,
} from './questions/count-filtered.ts';
import { countMinutes } from './questions/count-minutes.ts';
import { countComparable, countTimeseries, peaksPerBucket } from './questions/count-timeseries.ts';
import type { CountsBy, StatsScope } from './questions/scope.ts';
import type { ComparablePart, Timeseries } from './stats-reply.ts';

type BothPeriods = Timeseries & { before: Timeseries };
type BucketsAndPeaks = Pick<Timeseries, 'buckets' | 'peaks'>;

const empty: Timeseries = { total: undefined, buckets: [], peaks: [] };
const noCounts = { totals: [], buckets: [] };

/** The timeseries of a period and, where given, of the previous one. Counts only what is not cached. */
export const timeseriesOf = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  before: Period | undefined,
  cached: CachedTimeseries,
): Promise<BothPeriods> => {
  if (request.stations.length === 0) return { ...empty, before: empty };
  return isFiltered(request)
    ? await filteredTimeseries(clickhouse, request, before)
    : await wholeTimeseries(clickhouse, request, before, cached);
};

/** Of all listeners: from the cache, and for the rest from rollups. */
const wholeTimeseries = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  before: Period | undefined,
  cached: CachedTimeseries,
): Promise<BothPeriods> => {
  const { period, stations } = request;
  const periods = before === undefined ? [period] : [before, period];
  const isCached = ({ start, end, frequency }: Period): boolean =>
    cached.totals.has(start) ||
    (frequency !== 'minute' && cached.uncachedPeriods.every((rest) => rest.start >= end || rest.end <= start));
  const summable = periods.filter((one) => isCached(one) && !cached.totals.has(one.start));
  const targets = { totals: periods.filter((one) => !isCached(one)), buckets: cached.uncachedPeriods };
  const [counts, counted, listeners] = await Promise.all([
    countTimeseries(clickhouse, request, targets).catch(emptyIfNeverRecorded(clickhouse, noCounts)),
    period.frequency === 'minute'
      ? minutesOf(countMinutes(clickhouse, { ...request, period: withPrevious(period, before) }), clickhouse)
      : peaksOf(clickhouse, request, cached.uncachedPeriods),
    stations === 'all' ? undefined : cachedListeners(clickhouse, stations, summable, request.size),
  ]);
  const buckets = [
    ...cached.buckets.map((bucket) => cachedCounts(bucket, request.size)),
    ...counts.buckets,
    ...counted.buckets,
  ];
  const peaks = [...cached.buckets.map(({ second, peak }) => ({ by: String(second), peak })), ...counted.peaks];
  const totalOf = (one: Period): CountsBy | undefined => {
    const whole = cached.totals.get(one.start);
    if (whole) return unlessEmpty(cachedCounts(whole, request.size));
    if (!summable.includes(one)) return counts.totals.find(isWithin(one));
    const own = buckets.filter(isWithin(one));
    return unlessEmpty({ ...sumBuckets(own, one.start), uniques: listeners?.get(one.start) ?? 0 });
  };
  return byPeriod(period, before, { buckets, peaks, totalOf });
};

/** Of the listeners who match a filter, of whom nothing is cached. */
const filteredTimeseries = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
  before: Period | undefined,
): Promise<BothPeriods> => {
  const { period } = request;
  const both = { ...request, period: withPrevious(period, before) };
  const isByMinute = period.frequency === 'minute';
  const [counts, minutes, bucketPeaks] = await Promise.all([
    countFiltered(clickhouse, request, before === undefined ? [period] : [before, period]).catch(
      emptyIfNeverRecorded(clickhouse, noCounts),
    ),
    isByMinute ? minutesOf(countFilteredMinutes(clickhouse, both), clickhouse) : undefined,
    isByMinute ? [] : filteredPeaks(clickhouse, both).catch(emptyIfNeverRecorded(clickhouse, [])),
  ]);
  const found = minutes ?? { buckets: counts.buckets, peaks: bucketPeaks };
  return byPeriod(period, before, { ...found, totalOf: (one) => counts.totals.find(isWithin(one)) });
};

const isWithin =
  ({ start, end }: Period) =>
  ({ by }: { by: string }): boolean =>
    Number(by) * 1000 >= start && Number(by) * 1000 < end;

type Found = BucketsAndPeaks & { totalOf: (period: Period) => CountsBy | undefined };

const byPeriod = (period: Period, before: Period | undefined, { buckets, peaks, totalOf }: Found): BothPeriods => {
  const timesOf = (one: Period): Timeseries => ({
    total: totalOf(one),
    buckets: buckets.filter(isWithin(one)),
    peaks: peaks.filter(isWithin(one)),
  });
  return { ...timesOf(period), before: before === undefined ? empty : timesOf(before) };
};

/** Everyone connected within a minute counts toward its peak, so the peak of a minute is its number of listeners. */
const minutesOf = async (counted: Promise<CountsBy[]>, clickhouse: ClickHouseClient): Promise<BucketsAndPeaks> => {
  const buckets = await counted.catch(emptyIfNeverRecorded(clickhouse, []));
  return { buckets, peaks: buckets.map(({ by, connections }) => ({ by, peak: connections })) };
};

const peaksOf = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  periods: readonly Period[],
): Promise<BucketsAndPeaks> => {
  const peaks = periods.map((period) =>
    peaksPerBucket(clickhouse, { ...request, period }).catch(emptyIfNeverRecorded(clickhouse, [])),
  );
  return { buckets: [], peaks: (await Promise.all(peaks)).flat() };
};

/** The total and the peak of a part of the previous period. Nobody who is connected now belongs to it. */
export const comparableOf = async (clickhouse: ClickHouseClient, scope: StatsScope): Promise<ComparablePart> => {
  const { period, stations } = scope;
  if (stations.length === 0) return { period, total: undefined, peak: 0 };
  const request = { ...scope, open: [] };
  if (!isFiltered(request)) {
    const total = await countComparable(clickhouse, request).catch(emptyIfNeverRecorded(clickhouse, undefined));
    return { period, total, peak: total?.peak ?? 0 };
  }
  const [{ totals }, peaks] = await Promise.all([
    countFiltered(clickhouse, request, [period]).catch(emptyIfNeverRecorded(clickhouse, noCounts)),
    filteredPeaks(clickhouse, request).catch(emptyIfNeverRecorded(clickhouse, [])),
  ]);
  return { period, total: totals[0], peak: peaks[0]?.peak ?? 0 };
};
