import type { ClickHouseClient } from '@clickhouse/client';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { withPrevious, type Period } from '#server/platform/period.ts';
import { cachedCounts, sumBuckets, unlessEmpty } from './report-cache/cached-buckets.ts';
import { cachedTotals } from './report-cache/cached-totals.ts';
import type { LateArrivals } from './late-arrivals.ts';
import type { CachedTimeseries } from './report-plan.ts';
import {
  countFiltered,
  countFilteredMinutes,
  filteredPeaks,
  noFiltered,
  isFiltered,
  type FilteredScope,
} from './questions/count-filtered.ts';
import { byListening } from './questions/count-stations.ts';
import { countMinutes } from './questions/count-minutes.ts';
import { countPeaks, countTimeseries, noCounts } from './questions/count-timeseries.ts';
import type { CountsBy, StatsScope } from './questions/scope.ts';
import type { ComparablePart, Timeseries } from './stats-reply.ts';

/**
 * What a period is compared with: the previous one, and while it is running a part of that; `byStation` also counts each
 * station.
 */
export type Compared = Record<'before' | 'comparable', Period | undefined> & { byStation: boolean };
/** What the cache holds, and until when something arrived late for it. */
type Cached = CachedTimeseries & { late: LateArrivals };
/** `stations`: each station's part, the longest listening first, where it comes with the total. */
export type ComparedTimeseries = Timeseries & {
  before: Timeseries;
  comparable: ComparablePart | undefined;
  stations?: CountsBy[] | undefined;
};
type BucketsAndPeaks = Pick<Timeseries, 'buckets' | 'peaks'>;

const empty: Timeseries = { total: undefined, buckets: [], peaks: [] };
/** For more days of stations than this, the cached days of the previous period are added up instead of counting it. */
const mostCounted = 100;
const noPeaks = { buckets: [], comparable: 0 };

/** The timeseries of a period and of what it is compared with. Counts only what is not cached. */
export const timeseriesOf = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  compared: Compared,
  cached: Cached,
): Promise<ComparedTimeseries> => {
  const { comparable } = compared;
  if (request.stations.length === 0)
    return { ...empty, before: empty, comparable: comparable && { period: comparable, total: undefined, peak: 0 } };
  return isFiltered(request)
    ? await filteredTimeseries(clickhouse, request, compared)
    : await wholeTimeseries(clickhouse, request, compared, cached);
};

/** Of all listeners: from the cache, and for the rest from rollups. */
const wholeTimeseries = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  { before, comparable, byStation }: Compared,
  cached: Cached,
): Promise<ComparedTimeseries> => {
  const { period, stations } = request;
  const isByMinute = period.frequency === 'minute';
  const periods = before === undefined ? [period] : [before, period];
  const isCached = ({ start, end, frequency }: Period): boolean =>
    cached.totals.has(start) ||
    (frequency !== 'minute' && cached.uncachedPeriods.every((rest) => rest.start >= end || rest.end <= start));
  // Where a total is counted anyway, the other one costs less in the same statement than in one of its own.
  const isSummed = periods.every(isCached) || stations.length * period.days.length > mostCounted;
  const summable = periods.filter((one) => isSummed && isCached(one) && !cached.totals.has(one.start));
  const totals = periods.filter((one) => !cached.totals.has(one.start) && !summable.includes(one));
  const ofStations = byStation && totals.includes(period) ? period : undefined;
  const stationPeriod = byStation && ofStations === undefined && isCached(period) ? period : undefined;
  const [counts, minutes, peaks, sums] = await Promise.all([
    countTimeseries(clickhouse, request, { totals, buckets: cached.uncachedPeriods, comparable, ofStations }).catch(
      emptyIfNeverRecorded(clickhouse, noCounts),
    ),
    isByMinute
      ? minutesOf(countMinutes(clickhouse, { ...request, period: withPrevious(period, before) }), clickhouse)
      : undefined,
    countPeaks(clickhouse, request, isByMinute ? [] : cached.uncachedPeriods, comparable).catch(
      emptyIfNeverRecorded(clickhouse, noPeaks),
    ),
    stations === 'all'
      ? undefined
      : cachedTotals(clickhouse, {
          ...{ stations, setPeriods: summable, stationPeriod },
          ...{ size: request.size, late: cached.late },
        }),
  ]);
  const counted = minutes ?? { buckets: counts.bucket, peaks: peaks.buckets };
  const buckets = [...cached.buckets.map((bucket) => cachedCounts(bucket, request.size)), ...counted.buckets];
  const allPeaks = [...cached.buckets.map(({ second, peak }) => ({ by: String(second), peak })), ...counted.peaks];
  const totalOf = (one: Period): CountsBy | undefined => {
    const whole = cached.totals.get(one.start);
    if (whole) return unlessEmpty(cachedCounts(whole, request.size));
    if (!summable.includes(one)) return counts.total.find(isWithin(one));
    const own = buckets.filter(isWithin(one));
    return unlessEmpty({ ...sumBuckets(own, one.start), uniques: sums?.listeners.get(one.start) ?? 0 });
  };
  return {
    ...byPeriod(period, before, { buckets, peaks: allPeaks, totalOf }),
    comparable: comparable && { period: comparable, total: counts.comparable[0], peak: peaks.comparable },
    stations: ofStations ? counts.station.toSorted(byListening) : sums?.stations,
  };
};

/** Of the listeners who match a filter, of whom nothing is cached. */
const filteredTimeseries = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
  { before, comparable, byStation }: Compared,
): Promise<ComparedTimeseries> => {
  const { period } = request;
  const periods = before === undefined ? [period] : [before, period];
  const both = { ...request, period: withPrevious(period, before) };
  const isByMinute = period.frequency === 'minute';
  const [counts, minutes, bucketPeaks, part] = await Promise.all([
    countFiltered(clickhouse, request, periods, byStation ? 'by station' : undefined).catch(
      emptyIfNeverRecorded(clickhouse, noFiltered),
    ),
    isByMinute ? minutesOf(countFilteredMinutes(clickhouse, both), clickhouse) : undefined,
    isByMinute ? [] : filteredPeaks(clickhouse, both).catch(emptyIfNeverRecorded(clickhouse, [])),
    comparable && filteredComparable(clickhouse, { ...request, period: comparable }),
  ]);
  const found = minutes ?? { buckets: counts.buckets, peaks: bucketPeaks };
  return {
    ...byPeriod(period, before, { ...found, totalOf: (one) => counts.totals.find(isWithin(one)) }),
    comparable: part,
    stations: byStation
      ? counts.stations.filter(({ periodStart }) => periodStart * 1000 === period.start).toSorted(byListening)
      : undefined,
  };
};

/** Nobody who is connected now belongs to it. */
const filteredComparable = async (clickhouse: ClickHouseClient, scope: FilteredScope): Promise<ComparablePart> => {
  const request = { ...scope, open: [] };
  const { period } = scope;
  const [{ totals }, peaks] = await Promise.all([
    countFiltered(clickhouse, request, [period]).catch(emptyIfNeverRecorded(clickhouse, noFiltered)),
    filteredPeaks(clickhouse, request).catch(emptyIfNeverRecorded(clickhouse, [])),
  ]);
  return { period, total: totals[0], peak: peaks[0]?.peak ?? 0 };
};

const isWithin =
  ({ start, end }: Period) =>
  ({ by }: { by: string }): boolean =>
    Number(by) * 1000 >= start && Number(by) * 1000 < end;

type Found = BucketsAndPeaks & { totalOf: (period: Period) => CountsBy | undefined };

const byPeriod = (
  period: Period,
  before: Period | undefined,
  { buckets, peaks, totalOf }: Found,
): Omit<ComparedTimeseries, 'comparable'> => {
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
