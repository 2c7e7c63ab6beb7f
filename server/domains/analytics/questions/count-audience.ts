import type { ClickHouseClient } from '@clickhouse/client';
import { bind } from '#server/platform/clickhouse/bind.ts';
import { queryRows, literal } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { gapsBetween, mergeRanges, splitIntoRollups, type RollupRange } from '../time-ranges.ts';
import { dimensionNames, dimensions, lengthBound, dimensionsOfSpot, type Dimension } from '../audience-dimensions.ts';
import { portalAudienceHours } from '../listening-rollups.ts';
import type { CachedRange } from '../report-cache/cached-report.ts';
import { subjectOf } from '../report-cache/subjects.ts';
import { openParams, openTable } from '../open-slices.ts';
import { partSketches } from '../table-columns.ts';
import { countColumns, inRanges, ofStations, stationParams, type CountsBy, type StatsScope } from './scope.ts';
import { sketchOf } from './size.ts';

/*
 * The audience by dimension: from the report cache by week and day (report-cache/), and for the rest from buckets of hours
 * (UTC; the portal's are days and weeks). Where a time zone's offset is not a whole number of hours, the ends
 * are read from slices and spots directly. Open sessions are added to each.
 */

export type Part = CountsBy & { dimension: Dimension | 'length' };

/** The most values of one dimension that a report shows. */
const mostParts = 300;

/** Counts a whole period by each audience dimension, longest listening first, and ended sessions by length. */
export const countAudience = async (
  clickhouse: ClickHouseClient,
  request: StatsScope & { cached: readonly CachedRange[] },
): Promise<Part[]> => {
  const { stations, period, cached, size, open, filter } = request;
  // A rollup knows one dimension at a time, so what matches a filter is counted from slices and spots.
  const steps = filter !== undefined ? [] : stations === 'all' ? portalAudienceHours : [1];
  const gaps = gapsBetween(period, mergeRanges(cached)).map((range) => splitIntoRollups(range, steps));
  const [pieces, ends] = [gaps.flatMap((one) => one.pieces), gaps.flatMap((one) => one.ends)];
  const sources = [
    ...(cached.length > 0 && stations !== 'all' ? [ofCache(request, stations)] : []),
    ...pieces.map((piece) => ofBuckets(request, piece)),
    ...(ends.length > 0 ? [ofSlicesAndSpots(request, ends)] : []),
    ...(open.length > 0 ? [ofOpenSessions(request)] : []),
  ];
  return await queryRows<Part>(
    clickhouse,
    `select dimension, value as by, ${countColumns}, ${sketchOf(partSketches, size).count('who')} as uniques,
      toFloat64(sum(connected) + sum(open_at_start)) as connections
    from (${sources.join(' union all ')})
    group by dimension, value
    order by sum(ms) desc, connections desc, sum(disconnected) desc, value
    limit ${mostParts} by dimension`,
  );
};

/** The cached rows; `open_at_start` counts the sessions that were open when the period began. */
const ofCache = (
  { period: { zone, start, end }, cached, size }: StatsScope & { cached: readonly CachedRange[] },
  stations: readonly string[],
): string =>
  bind(
    `select toString(dimension) as dimension, value, ms, connected, disconnected,
      ${size === 'large' ? 'part_estimate' : 'addresses'} as who, impressions, thirdQuartile,
      if(at = {start:DateTime}, open_at_start, 0) as open_at_start
    from report_cache
    where step in ('audience_day', 'audience_week') and dimension in {dimensions:Array(String)}
      and subject = {subject:String} and zone = {zone:String} and at >= {start:DateTime} and at < {end:DateTime}
      and (toString(step), toUnixTimestamp(at), toUnixTimestamp64Milli(computed_at))
        in {current:Array(Tuple(String, UInt32, Int64))}`,
    {
      dimensions: [...dimensionNames, 'length'],
      ...{ subject: subjectOf(stations), zone, start, end },
      current: cached.map((one) => [`audience_${one.days === 7 ? 'week' : 'day'}`, one.start / 1000, one.computedAt]),
    },
  );

const ofBuckets = ({ stations, period, size }: StatsScope, { start, end, hours }: RollupRange): string =>
  bind(
    `select toString(dimension) as dimension, value, ms, connected, disconnected,
      ${sketchOf(partSketches, size).column} as who, impressions, thirdQuartile,
      if(at = {period_start:DateTime}, open_at_start, 0) as open_at_start
    from audience_buckets
    where station in {rows:Array(String)} and minutes = {minutes:UInt16} and at >= {start:DateTime} and at < {end:DateTime}`,
    { ...stationParams(stations), period_start: period.start, minutes: hours * 60, start, end },
  );

/**
 * Groups by every dimension in one read: in each grouping set all keys but one are empty, so their concatenation is the
 * value.
 */
const keys = [...dimensionNames, 'length'].map((_, i) => `d${i}`);
const dimension = `[${[...dimensionNames, 'length'].map(literal).join(',')}][indexOf([${keys.map((key) => `grouping(${key})`).join(',')}], 0)]`;
const values = Object.values(dimensions)
  .map((value, i) => `${value} as d${i}`)
  .join(', ');

const ofSlicesAndSpots = (scope: StatsScope, ends: readonly TimeRange[]): string => {
  const [slices, spots] = [inRanges(ends, 'since'), inRanges(ends, 'at')];
  return bind(
    `select dimension, value, ms, connected, disconnected, who, impressions, thirdQuartile, open_at_start
    from (
      select ${dimension} as dimension, concat(${keys.join(',')}) as value, sum(ms) as ms, sum(connected) as connected,
        sum(disconnected) as disconnected, ${sketchOf(partSketches, scope.size).drawnIf('address', 'is_slice')} as who,
        sum(impressions) as impressions, sum(thirdQuartile) as thirdQuartile, sum(open_at_start) as open_at_start
      from (
        select ${values}, if(last = 1, ${lengthBound}, '') as d${dimensionNames.length}, 1 as is_slice, address,
          toUInt64(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as ms,
          toUInt64(first) as connected, toUInt64(last) as disconnected,
          toUInt64(0) as impressions, toUInt64(0) as thirdQuartile,
          toUInt64(first = 0 and toStartOfFifteenMinutes(since) = {period_start:DateTime}) as open_at_start
        from slices
        where ${ofStations} and ${slices.sql} and ${scope.filter?.sql ?? '1'}
        union all
        select ${values}, '', 0, 0, 0, 0, 0, toUInt64(quartile = 0), toUInt64(quartile = 3), 0
        from spots
        where ${ofStations} and ${spots.sql} and ${scope.filter?.sql ?? '1'}
      )
      group by grouping sets (${keys.map((key) => `(${key})`).join(',')})
    ) where dimension != 'length' or value != ''`,
    { ...rawParams(scope), ...slices.params },
  );
};

/** Parameters of slices and spots. */
const rawParams = ({ stations, period, filter }: StatsScope) => ({
  ...{ ...stationParams(stations), period_start: period.start, ...filter?.params },
});

const ofOpenSessions = (scope: StatsScope): string =>
  bind(
    `select part.1 as dimension, part.2 as value, ms, connected, disconnected, who, impressions, thirdQuartile, open_at_start
    from (
      select part, sum(toUInt64(until_ms - since_ms)) as ms, sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected,
        toUInt64(0) as impressions, toUInt64(0) as thirdQuartile,
        ${sketchOf(partSketches, scope.size).drawn('address')} as who,
        sum(toUInt64(n > 0 and toDateTime(intDiv(since_ms, 900000) * 900, 'UTC') = {period_start:DateTime})) as open_at_start
      from ${openTable}
      array join ${dimensionsOfSpot} as part
      where ${scope.filter?.sql ?? '1'}
      group by part
    )`,
    { ...rawParams(scope), ...openParams(scope.open) },
  );
