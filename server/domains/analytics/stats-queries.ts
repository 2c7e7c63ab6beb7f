import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows, bucketStarts, within } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { repeatsPerMinute } from './dedupe-per-minute.ts';
import { openSource, type OpenSlice } from './open-slices.ts';
import { sketchOf, type Size } from './size.ts';
import { stationSumsOf, sumsOf, tablesOf, wholeSumsOf, type Stations } from './stats-tables.ts';
import { minutesTouched, minuteSums, timeSketches } from './table-columns.ts';

/*
 * Each query reads the smallest rollups that answer it: days, hours or quarter hours for buckets, minutes for peaks and
 * minute reports. Open slices are added in the same shape.
 */

/** `filter` is the condition of slices and spots that count (filter-condition.ts). */
export type StatsScope = {
  stations: Stations;
  period: Period;
  open: readonly OpenSlice[];
  size: Size;
  filter?: string | undefined;
};
/** `connections` counts sessions open at any time in the period: those that began in it and those already open. */
export type Counts = Record<
  'ms' | 'connections' | 'connected' | 'disconnected' | 'uniques' | 'impressions' | 'thirdQuartile',
  number
>;
/** `by` is a bucket's start (seconds since the epoch), a station, an audience value, or empty in the total. */
export type CountsBy = Counts & { by: string };
export type PeakBy = { by: string; peak: number };

/** Result columns, summed from rollups or from earlier sums; listeners come from a sketch (`who`). */
export const countColumns = `toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected,
  toFloat64(sum(disconnected)) as disconnected,
  toFloat64(sum(impressions)) as impressions, toFloat64(sum(thirdQuartile)) as thirdQuartile`;
const numbersOf = ({ size }: StatsScope): string =>
  `${countColumns}, ${sketchOf(timeSketches, size).count('who')} as uniques`;
const columnsOf = ({ size }: StatsScope): string =>
  `toUnixTimestamp(at) as second, ms, connected, disconnected, ${sketchOf(timeSketches, size).column} as who,
  impressions, thirdQuartile`;
/** Open slices in the order of those columns, for a grouped query; `open_at_start` counts those open at the start. */
const openNumbers = ({ size }: StatsScope): string => `toUInt32(intDiv(since_ms, 900000) * 900) as second,
  sum(toUInt64(until_ms - since_ms)) as ms, sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected,
  ${sketchOf(timeSketches, size).drawn('address')} as who, toUInt64(0) as impressions, toUInt64(0) as thirdQuartile,
  sum(toUInt64(n > 0)) as open_at_start`;

/** Stored and open rows as one source, limited to the period: open slices may lie outside of it. */
const union = (stored: string[], open: string[], { start, end }: Period): string => {
  const parts = [...stored, ...open].join(' union all ');
  if (open.length === 0) return `(${parts})`;
  return `(select * from (${parts}) where second >= ${start / 1000} and second < ${end / 1000})`;
};

const openQuarters = (request: StatsScope): string[] => {
  const source = openSource(request.stations, request.open);
  return source === undefined ? [] : [`select ${openNumbers(request)} from ${source} group by second`];
};

/** What one query counts: the totals of some periods and the buckets of others. */
export type CountTargets = { totals: readonly Period[]; buckets: readonly Period[] };

/**
 * Counts the totals of periods and each bucket with listening (minute reports use countMinutes); `by` is where a period
 * or bucket begins.
 */
export const countTimeseries = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  { totals, buckets }: CountTargets,
): Promise<{ totals: CountsBy[]; buckets: CountsBy[] }> => {
  const counts = [
    ...totals.map((period) => totalOf({ ...request, period })),
    ...buckets.filter(({ frequency }) => frequency !== 'minute').map((period) => bucketsOf({ ...request, period })),
  ];
  if (counts.length === 0) return { totals: [], buckets: [] };
  const rows = await queryRows<CountsBy & { isTotal: number }>(clickhouse, counts.join(' union all '));
  return { totals: rows.filter(({ isTotal }) => isTotal), buckets: rows.filter(({ isTotal }) => !isTotal) };
};

/** The total of a period, `by` its start; no row where nobody listened. */
const totalOf = (request: StatsScope): string => {
  const { stations, period } = request;
  const stored = wholeSumsOf(stations, period, `${columnsOf(request)}, open_at_start`);
  return `select 1 as isTotal, '${period.start / 1000}' as by, ${numbersOf(request)},
    toFloat64(sum(connected) + sumIf(open_at_start, second = ${period.start / 1000})) as connections
    from ${union(stored, openQuarters(request), period)} having count() > 0`;
};

const bucketsOf = (request: StatsScope): string => {
  const { stations, period } = request;
  const stored = sumsOf(stations, [...period.starts, period.end], `${columnsOf(request)}, open_at_start`);
  return `select 0 as isTotal, toString(bucket) as by, ${numbersOf(request)},
      toFloat64(sum(connected) + sumIf(open_at_start, second = bucket)) as connections
      from (select *, roundDown(second, ${bucketStarts(period.starts)}) as bucket
        from ${union([stored], openQuarters(request), period)}) group by bucket`;
};

/** Minutes from the rollup and from open slices, with these columns. */
const minutes = ({ stations, period, open }: StatsScope, wanted: string): string => {
  const source = openSource(stations, open);
  const { minutes: table, where } = tablesOf(stations);
  const stored = `select toUnixTimestamp(at) as second, ${wanted} from ${table} where ${where} and ${within(period)}`;
  const now =
    source === undefined
      ? []
      : [
          `select second, ${wanted} from (
            select toUInt32(minute * 60) as second, ${minuteSums('since_ms', 'until_ms')},
              toUInt64(0) as impressions, toUInt64(0) as thirdQuartile
            from (select *, n = 0 as first, 0 as last from ${source})
            array join ${minutesTouched('since_ms', 'until_ms')} as minute group by minute)`,
        ];
  return union([stored], now, period);
};

/**
 * Counts by minute: each session counts in every minute it lasted. Where single sessions have been deleted, each counts
 * as a listener of its own.
 */
export const countMinutes = async (clickhouse: ClickHouseClient, request: StatsScope): Promise<CountsBy[]> => {
  const [counted, repeats] = await Promise.all([
    queryRows<Omit<CountsBy, 'uniques'>>(
      clickhouse,
      `select toString(second) as by, ${countColumns}, toFloat64(sum(listeners)) as connections
      from ${minutes(request, 'listeners, ms, connected, disconnected, impressions, thirdQuartile')} group by second`,
    ),
    repeatsPerMinute(clickhouse, request),
  ]);
  return counted.map((row) => ({ ...row, uniques: row.connections - (repeats.get(Number(row.by)) ?? 0) }));
};

/** The most listeners within one minute of each bucket. */
export const peaksPerBucket = async (clickhouse: ClickHouseClient, request: StatsScope): Promise<PeakBy[]> =>
  await queryRows<PeakBy>(
    clickhouse,
    `select toString(roundDown(second, ${bucketStarts(request.period.starts)})) as by, toFloat64(max(concurrent)) as peak
    from (select second, sum(listeners) as concurrent from ${minutes(request, 'listeners')} group by second) group by by`,
  );

/** The total of a period with its peak, in one query; no row where nobody listened. */
export const countWithPeak = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
): Promise<(CountsBy & { peak: number })[]> =>
  await queryRows(
    clickhouse,
    `select *, (select toFloat64(max(concurrent)) from (
        select second, sum(listeners) as concurrent from ${minutes(request, 'listeners')} group by second)) as peak
    from (${totalOf(request)})`,
  );

/** The stations with the longest listening. They are selected first, and only their listeners are counted. */
export const countStations = async (
  clickhouse: ClickHouseClient,
  request: StatsScope,
  most: number,
): Promise<CountsBy[]> => {
  const { stations, period, open } = request;
  const source = openSource(stations, open);
  const candidates =
    stations !== 'all' && stations.length <= most ? stations : await longestStations(clickhouse, request, most);
  const known = [...new Set([...candidates, ...open.map(({ station }) => station)])];
  if (known.length === 0) return [];
  const stored = stationSumsOf(known, period, `station, ${columnsOf(request)}, open_at_start`);
  const now =
    source === undefined ? [] : [`select station, ${openNumbers(request)} from ${source} group by station, second`];
  return await queryRows<CountsBy>(
    clickhouse,
    `select toString(station) as by, ${numbersOf(request)},
      toFloat64(sum(connected) + sum(if(second = ${period.start / 1000}, open_at_start, 0))) as connections
    from ${union(stored, now, period)} group by station order by sum(ms) desc, connections desc, station limit ${most}`,
  );
};

const longestStations = async (
  clickhouse: ClickHouseClient,
  { stations, period }: StatsScope,
  most: number,
): Promise<string[]> => {
  const listened = stationSumsOf(stations, period, 'station, one.ms as listened_ms');
  const found = await queryRows<{ station: string }>(
    clickhouse,
    `select station from (${listened.join(' union all ')}) group by station order by sum(listened_ms) desc, station limit ${most}`,
  );
  return found.map(({ station }) => station);
};
