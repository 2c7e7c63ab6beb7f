import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import { literal } from '#server/platform/clickhouse/query.ts';
import { gapsBetween, mergeRanges, splitIntoRollups } from '../time-ranges.ts';
import { dimensionNames, dimensions, lengthBound, dimensionsOfSpot, type Dimension } from '../audience-dimensions.ts';
import { portalAudienceHours } from '../listening-rollups.ts';
import { openParams, openTable } from '../open-slices.ts';
import type { CachedRange } from '../report-plan.ts';
import { subjectOf } from '../report-cache/subjects.ts';
import { partSketches, sketchOf } from '../table-columns.ts';
import {
  countColumns,
  inRanges,
  ofStations,
  rangeParams,
  stationParams,
  unionAll,
  type CountsBy,
  type StatsScope,
} from './scope.ts';

export type Part = CountsBy & { dimension: Dimension | 'length' };

/** The most values of one dimension that a report shows. */
const mostParts = 300;

const partNames = [...dimensionNames, 'length'];
/**
 * Slices and spots are grouped by every dimension in one read: `d0`, `d1`, … are the values of a row, `d7` the length of an
 * ended session. In each grouping set all of these but one are empty, so their concatenation is the value.
 */
const keys = partNames.map((_, i) => `d${i}`);
const dimensionOfGroup = `[${partNames.map(literal).join(',')}][indexOf([${keys.map((key) => `grouping(${key})`).join(',')}], 0)]`;
const valuesOfRow = Object.values(dimensions)
  .map((value, i) => `${value} as d${i}`)
  .join(', ');

/**
 * Counts a whole period by each audience dimension, longest listening first, and ended sessions by length: from the report
 * cache by week and day (report-cache/), and for the rest from buckets of hours (UTC; the portal's are days and weeks). Where
 * a time zone's offset is not a whole number of hours, the ends are read from slices and spots directly. Open sessions are
 * added to each. `open_at_start` are sessions that were open when the period began.
 */
export const countAudience = async (
  clickhouse: ClickHouseClient,
  { stations, period, cached, size, open, filter }: StatsScope & { cached: readonly CachedRange[] },
): Promise<Part[]> => {
  // A rollup knows one dimension at a time, so what matches a filter is counted from slices and spots.
  const steps = filter !== undefined ? [] : stations === 'all' ? portalAudienceHours : [1];
  const gaps = gapsBetween(period, mergeRanges(cached)).map((range) => splitIntoRollups(range, steps));
  const buckets = gaps.flatMap(({ covered }) => covered.map((one) => ({ ...one, minutes: one.hours * 60 })));
  const ends = gaps.flatMap((one) => one.ends);
  const sketch = sketchOf(partSketches, size);
  const isMatch = filter?.sql ?? '1';
  return await query<Part>(
    clickhouse,
    `select dimension, value as by, ${countColumns}, ${sketch.count('who')} as uniques,
      toFloat64(sum(connected) + sum(open_at_start)) as connections
    from (${unionAll(
      cached.length > 0 &&
        `
      select toString(dimension) as dimension, value, ms, connected, disconnected,
        ${size === 'large' ? 'part_estimate' : 'addresses'} as who, impressions, thirdQuartile,
        if(at = {period_start:DateTime}, open_at_start, 0) as open_at_start
      from report_cache
      where step in ('audience_day', 'audience_week') and dimension in {dimensions:Array(String)}
        and subject = {subject:String} and zone = {zone:String} and at >= {period_start:DateTime} and at < {period_end:DateTime}
        and (toString(step), toUnixTimestamp(at), toUnixTimestamp64Milli(computed_at))
          in {current:Array(Tuple(String, UInt32, Int64))}`,
      buckets.length > 0 &&
        `
      select toString(dimension) as dimension, value, ms, connected, disconnected, ${sketch.column} as who, impressions,
        thirdQuartile, if(at = {period_start:DateTime}, open_at_start, 0) as open_at_start
      from audience_buckets
      where station in {rows:Array(String)} and ${inRanges('at', 'bucket', buckets)}`,
      ends.length > 0 &&
        `
      select dimension, value, ms, connected, disconnected, who, impressions, thirdQuartile, open_at_start
      from (
        select ${dimensionOfGroup} as dimension, concat(${keys.join(',')}) as value, sum(ms) as ms, sum(connected) as connected,
          sum(disconnected) as disconnected, ${sketch.drawnIf('address', 'is_slice')} as who,
          sum(impressions) as impressions, sum(thirdQuartile) as thirdQuartile, sum(open_at_start) as open_at_start
        from (
          select ${valuesOfRow}, if(last = 1, ${lengthBound}, '') as d${dimensionNames.length}, 1 as is_slice, address,
            toUInt64(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as ms,
            toUInt64(first) as connected, toUInt64(last) as disconnected,
            toUInt64(0) as impressions, toUInt64(0) as thirdQuartile,
            toUInt64(first = 0 and toStartOfFifteenMinutes(since) = {period_start:DateTime}) as open_at_start
          from slices
          where ${ofStations} and ${inRanges('since', 'end', ends)} and ${isMatch}
          union all
          select ${valuesOfRow}, '', 0, 0, 0, 0, 0, toUInt64(quartile = 0), toUInt64(quartile = 3), 0
          from spots
          where ${ofStations} and ${inRanges('at', 'end', ends)} and ${isMatch}
        )
        group by grouping sets (${keys.map((key) => `(${key})`).join(',')})
      )
      where dimension != 'length' or value != ''`,
      open.length > 0 &&
        `
      select part.1 as dimension, part.2 as value, ms, connected, disconnected, who, impressions, thirdQuartile, open_at_start
      from (
        select part, sum(toUInt64(until_ms - since_ms)) as ms, sum(toUInt64(n = 0)) as connected,
          toUInt64(0) as disconnected, toUInt64(0) as impressions, toUInt64(0) as thirdQuartile,
          ${sketch.drawn('address')} as who,
          sum(toUInt64(n > 0 and toDateTime(intDiv(since_ms, 900000) * 900, 'UTC') = {period_start:DateTime})) as open_at_start
        from ${openTable}
        array join ${dimensionsOfSpot} as part
        where ${isMatch}
        group by part
      )`,
    )})
    group by dimension, value
    order by sum(ms) desc, connections desc, sum(disconnected) desc, value
    limit {most:UInt32} by dimension`,
    {
      ...{ ...stationParams(stations), ...openParams(open), ...filter?.params, most: mostParts },
      ...{ period_start: period.start, period_end: period.end, zone: period.zone, dimensions: partNames },
      ...{ ...rangeParams('bucket', buckets), ...rangeParams('end', ends) },
      subject: stations === 'all' ? '' : subjectOf(stations),
      current: cached.map((one) => [`audience_${one.days === 7 ? 'week' : 'day'}`, one.start / 1000, one.computedAt]),
    },
  );
};
