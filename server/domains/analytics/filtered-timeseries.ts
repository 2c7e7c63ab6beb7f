import type { ClickHouseClient } from '@clickhouse/client';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { withPrevious, type Period } from '#server/platform/period.ts';
import type { ComparablePart } from './count-peaks.ts';
import { countFiltered, countFilteredMinutes, filteredPeaks, type FilteredScope } from './filtered-queries.ts';
import type { CountsBy } from './listening-rows.ts';
import type { Timeseries } from './stats-reply.ts';

const empty: Timeseries = { total: undefined, buckets: [], peaks: [] };
const noCounts: { totals: CountsBy[]; buckets: CountsBy[] } = { totals: [], buckets: [] };

/** The timeseries of a period and, where given, of the previous one, for the listeners that match a filter. */
export const filteredTimeseries = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
  before: Period | undefined,
): Promise<Timeseries & { before: Timeseries }> => {
  const { period, stations } = request;
  if (stations.length === 0) return { ...empty, before: empty };
  const both = { ...request, period: withPrevious(period, before) };
  const isByMinute = period.frequency === 'minute';
  const [counts, minutes, bucketPeaks] = await Promise.all([
    countFiltered(clickhouse, request, before === undefined ? [period] : [before, period]).catch(
      emptyIfNeverRecorded(clickhouse, noCounts),
    ),
    isByMinute ? countFilteredMinutes(clickhouse, both).catch(emptyIfNeverRecorded(clickhouse, [])) : [],
    isByMinute ? [] : filteredPeaks(clickhouse, both).catch(emptyIfNeverRecorded(clickhouse, [])),
  ]);
  const buckets = isByMinute ? minutes : counts.buckets;
  const peaks = isByMinute ? minutes.map(({ by, connections }) => ({ by, peak: connections })) : bucketPeaks;
  const timesOf = ({ start, end }: Period): Timeseries => {
    const within = ({ by }: { by: string }): boolean => Number(by) * 1000 >= start && Number(by) * 1000 < end;
    return { total: counts.totals.find(within), buckets: buckets.filter(within), peaks: peaks.filter(within) };
  };
  return { ...timesOf(period), before: before === undefined ? empty : timesOf(before) };
};

/** As `countComparable`, for the listeners that match a filter. */
export const countComparableFiltered = async (
  clickhouse: ClickHouseClient,
  asked: FilteredScope,
): Promise<ComparablePart> => {
  const { period } = asked;
  if (asked.stations.length === 0) return { period, total: undefined, peak: 0 };
  const request = { ...asked, open: [] };
  const [{ totals }, peaks] = await Promise.all([
    countFiltered(clickhouse, request, [period]).catch(emptyIfNeverRecorded(clickhouse, noCounts)),
    filteredPeaks(clickhouse, request).catch(emptyIfNeverRecorded(clickhouse, [])),
  ]);
  return { period, total: totals[0], peak: peaks[0]?.peak ?? 0 };
};
