import type { ClickHouseClient } from '@clickhouse/client';
import { bucketOf, queryRows, within } from '#server/platform/clickhouse/query.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import { openSource } from './open-slices.ts';
import type { PeakBy } from './count-peaks.ts';
import type { CountsBy, StatsScope } from './listening-rows.ts';
import { stationsCondition } from './rollup-rows.ts';
import { lastMinuteOf, minutesTouched } from './table-columns.ts';

/*
 * Statistics of the listeners that match a filter. Rollups hold one dimension each and no combinations, so these are
 * counted from slices and spots, which exist as long as single sessions are stored.
 */

export type FilteredScope = StatsScope & { filter: string };

const sliceColumns = 'station, since_ms, until_ms, first, last, address';

/** Stored and open slices that began within the range. */
const slicesIn = ({ stations, open, filter }: FilteredScope, range: TimeRange): string => {
  const source = openSource(stations, open, filter);
  const stored = `select toString(slices.station) as station, toUnixTimestamp64Milli(since) as since_ms,
      toUnixTimestamp64Milli(until) as until_ms, first, last, address
    from slices where ${stationsCondition(stations)} and ${within(range, 'since')} and ${filter}`;
  if (source === undefined) return `(${stored})`;
  return `(${stored} union all select station, since_ms, until_ms, toUInt8(n = 0) as first, toUInt8(0) as last, address
    from ${source} where since_ms >= ${range.start} and since_ms < ${range.end})`;
};

/** Slices and spots of the range as rows to be added up. */
const rowsIn = (request: FilteredScope, range: TimeRange): string => {
  const { stations, filter } = request;
  const zero = (name: string): string => `toUInt64(0) as ${name}`;
  return `(select station, toUInt32(intDiv(since_ms, 1000)) as second, toUInt64(greatest(0, until_ms - since_ms)) as ms,
      toUInt64(first) as connected, toUInt64(last) as disconnected, toUInt8(1) as is_slice, address,
      toUInt32(if(first = 0, intDiv(since_ms, 900000) * 900, 0)) as open_at, ${zero('impressions')}, ${zero('thirdQuartile')}
    from (select ${sliceColumns} from ${slicesIn(request, range)})
    union all
    select toString(spots.station) as station, toUnixTimestamp(at) as second, ${zero('ms')}, ${zero('connected')},
      ${zero('disconnected')}, toUInt8(0) as is_slice, ${zero('address')}, toUInt32(0) as open_at,
      toUInt64(quartile = 0) as impressions, toUInt64(quartile = 3) as thirdQuartile
    from spots where ${stationsCondition(stations)} and ${within(range)} and ${filter})`;
};

const sums = ['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile']
  .map((name) => `toFloat64(sum(${name})) as ${name}`)
  .join(', ');
const columns = `${sums}, toFloat64(uniqIf(address, is_slice)) as uniques`;

/** The totals of consecutive periods and, except by minute, their buckets. */
export const countFiltered = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
  periods: readonly Period[],
): Promise<{ totals: CountsBy[]; buckets: CountsBy[] }> => {
  const range = { start: periods[0]!.start, end: periods.at(-1)!.end };
  const spans = bucketOf(
    'second',
    periods.map(({ start }) => start),
  );
  const starts = periods.flatMap((period) => period.starts);
  const isTotal = periods[0]!.frequency === 'minute' ? '1' : 'grouping(bucket)';
  const sets = isTotal === '1' ? '(span)' : '(span), (span, bucket)';
  const rows = await queryRows<CountsBy & { isTotal: number }>(
    clickhouse,
    `select ${isTotal} as isTotal, toString(if(${isTotal} = 1, span, ${isTotal === '1' ? 'span' : 'bucket'})) as by, ${columns},
      toFloat64(sum(connected) + if(${isTotal} = 1, sum(open_in_span), sum(open_in_bucket))) as connections
    from (select *, toUInt64(open_at = span) as open_in_span, toUInt64(open_at = bucket) as open_in_bucket
      from (select *, ${spans} as span, ${isTotal === '1' ? 'span' : bucketOf('second', starts)} as bucket
        from ${rowsIn(request, range)}))
    group by grouping sets (${sets})`,
  );
  return { totals: rows.filter(({ isTotal }) => isTotal), buckets: rows.filter(({ isTotal }) => !isTotal) };
};

/** Listeners by minute of the period; each session counts in every minute it lasted. */
export const countFilteredMinutes = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
): Promise<CountsBy[]> => {
  const { stations, period, filter } = request;
  const inMinute = `toUInt64(greatest(0, least(until_ms, (minute + 1) * 60000) - greatest(since_ms, minute * 60000)))`;
  return await queryRows<CountsBy>(
    clickhouse,
    `select toString(second) as by, ${columns}, toFloat64(countIf(is_slice)) as connections from (
      select toUInt32(minute * 60) as second, ${inMinute} as ms,
        toUInt64(first and minute = intDiv(since_ms, 60000)) as connected,
        toUInt64(last and minute = ${lastMinuteOf('since_ms', 'until_ms')}) as disconnected, toUInt8(1) as is_slice, address,
        toUInt64(0) as impressions, toUInt64(0) as thirdQuartile
      from ${slicesIn(request, period)} array join ${minutesTouched('since_ms', 'until_ms')} as minute
      union all
      select toUInt32(intDiv(toUnixTimestamp(at), 60) * 60) as second, toUInt64(0) as ms, toUInt64(0) as connected,
        toUInt64(0) as disconnected, toUInt8(0) as is_slice, toUInt64(0) as address, toUInt64(quartile = 0) as impressions,
        toUInt64(quartile = 3) as thirdQuartile
      from spots where ${stationsCondition(stations)} and ${within(period)} and ${filter}
    ) where second >= ${period.start / 1000} and second < ${period.end / 1000} group by second`,
  );
};

/**
 * The most listeners within one minute of each bucket. Slices end at every quarter hour, where buckets begin, so that a
 * running sum of their beginnings and ends has a row at each bucket's start.
 */
export const filteredPeaks = async (clickhouse: ClickHouseClient, request: FilteredScope): Promise<PeakBy[]> => {
  const { period } = request;
  return await queryRows<PeakBy>(
    clickhouse,
    `select toString(${bucketOf('second', period.starts)}) as by, toFloat64(max(listeners)) as peak from (
      select toUInt32(edge.1 * 60) as second, sum(sum(edge.2)) over (order by edge.1) as listeners
      from (select arrayJoin([(intDiv(since_ms, 60000), toInt64(1)), (${lastMinuteOf('since_ms', 'until_ms')} + 1, toInt64(-1))]) as edge
        from ${slicesIn(request, period)}) group by edge.1)
    where second < ${period.end / 1000} group by by`,
  );
};

/** The stations with the longest listening in the period. */
export const countFilteredStations = async (
  clickhouse: ClickHouseClient,
  request: FilteredScope,
  most: number,
): Promise<CountsBy[]> =>
  await queryRows<CountsBy>(
    clickhouse,
    `select station as by, ${columns},
      toFloat64(sum(connected) + sum(toUInt64(open_at = ${request.period.start / 1000}))) as connections
    from ${rowsIn(request, request.period)} group by station
    order by sum(ms) desc, connections desc, station limit ${most}`,
  );
