import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows, literal, within } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { gapsBetween, mergeRanges, splitIntoRollups, type RollupRange } from './time-ranges.ts';
import { dimensionNames, dimensions, lengthBound, dimensionsOfSpot, type Dimension } from './audience-dimensions.ts';
import { portalBucketHours } from './audience-hours.ts';
import { cachedAudience, type CachedRange } from './report-cache/cached-audience.ts';
import { openSource } from './open-slices.ts';
import { sketchOf } from './size.ts';
import { countColumns, type StatsScope, type CountsBy } from './listening-rows.ts';
import { stationsCondition } from './rollup-rows.ts';
import { partSketches, spotCounts, sliceSums } from './table-columns.ts';

/*
 * The audience by dimension: from the report cache by week and day (report-cache/), and for the rest from hourly
 * rollups (UTC; the portal's are daily and weekly). Where a time zone's offset is not a whole number of hours, the ends
 * are read from slices and spots directly. Open sessions are added to each.
 */

export type Part = CountsBy & { dimension: Dimension | 'length' };

/** The most values of one dimension that a report shows. */
const mostParts = 300;
const columns = 'ms, connected, disconnected, who, impressions, thirdQuartile, open_at_start';
const noSpots = 'toUInt64(0) as impressions, toUInt64(0) as thirdQuartile';

/** Counts a whole period by each audience dimension, longest listening first, and ended sessions by length. */
export const countAudience = async (
  clickhouse: ClickHouseClient,
  request: StatsScope & { cached: readonly CachedRange[] },
): Promise<Part[]> => {
  const { stations, period, cached } = request;
  // A rollup knows one dimension at a time, so what matches a filter is counted from slices and spots.
  const steps = request.filter !== undefined ? [] : stations === 'all' ? portalBucketHours : [1];
  const gaps = gapsBetween(period, mergeRanges(cached)).map((range) => splitIntoRollups(range, steps));
  const [pieces, ends] = [gaps.flatMap((one) => one.pieces), gaps.flatMap((one) => one.ends)];
  const sources = [
    ...(cached.length > 0 && stations !== 'all' ? [cachedAudience(stations, period, cached, request.size)] : []),
    ...(pieces.length > 0 ? [sumsOf(request, pieces)] : []),
    ...(ends.length > 0 ? [slicesOf(request, ends), spotsOf(request, ends)] : []),
    ...openOf(request),
  ];
  return await queryRows<Part>(
    clickhouse,
    `select dimension, value as by, ${countColumns}, ${sketchOf(partSketches, request.size).count('who')} as uniques,
      toFloat64(sum(connected) + sum(open_at_start)) as connections
    from (${sources.join(' union all ')}) group by dimension, value
    order by sum(ms) desc, connections desc, sum(disconnected) desc, value limit ${mostParts} by dimension`,
  );
};

/** `open_at_start` counts the sessions that were open when the period began. */
const sumsOf = ({ stations, period, size }: StatsScope, pieces: readonly RollupRange[]): string => {
  const ranges = pieces.map((piece) => `(${stations === 'all' ? `hours = ${piece.hours} and ` : ''}${within(piece)})`);
  return `select toString(dimension) as dimension, value, ms, connected, disconnected,
    ${sketchOf(partSketches, size).column} as who, impressions, thirdQuartile, if(toUnixTimestamp(at) = ${period.start / 1000}, open_at_start, 0) as open_at_start
    from ${stations === 'all' ? 'portal_audience_sums' : 'audience_hours'}
    where ${stationsCondition(stations)} and (${ranges.join(' or ')})`;
};

const quoted = [...dimensionNames, 'length'].map(literal);
const keys = quoted.map((_, i) => `d${i}`);
/**
 * Groups by every dimension in one read: in each grouping set all keys but one are empty, so their concatenation is the
 * value.
 */
const byDimension = (names: number) => {
  const own = keys.slice(0, names);
  return {
    dimension: `[${quoted.slice(0, names).join(',')}][indexOf([${own.map((key) => `grouping(${key})`).join(',')}], 0)] as dimension`,
    value: `concat(${own.join(',')}) as value`,
    sets: `grouping sets (${own.map((key) => `(${key})`).join(',')})`,
  };
};
const values = Object.values(dimensions).map((value, i) => `${value} as d${i}`);
const ofSlices = byDimension(keys.length);
const ofSpots = byDimension(dimensionNames.length);

/** Within one of these ranges. */
const inOne = (ranges: readonly TimeRange[], column: string): string =>
  `(${ranges.map((range) => `(${within(range, column)})`).join(' or ')})`;

const andFilter = (filter: string | undefined): string => (filter === undefined ? '' : ` and ${filter}`);

const slicesOf = ({ stations, period, size, filter }: StatsScope, ends: readonly TimeRange[]): string =>
  `select dimension, value, ${columns} from (
    select ${ofSlices.dimension}, ${ofSlices.value}, ${sliceSums}, ${noSpots},
      ${sketchOf(partSketches, size).drawn('address')} as who,
      sum(toUInt64(first = 0 and toUnixTimestamp(toStartOfFifteenMinutes(since)) = ${period.start / 1000})) as open_at_start
    from (select since, until, bytes, first, last, address, ${values.join(', ')},
        if(last = 1, ${lengthBound}, '') as d${values.length}
      from slices where ${stationsCondition(stations)} and ${inOne(ends, 'since')}${andFilter(filter)})
    group by ${ofSlices.sets}
  ) where dimension != 'length' or value != ''`;

const spotsOf = ({ stations, size, filter }: StatsScope, ends: readonly TimeRange[]): string =>
  `select ${ofSpots.dimension}, ${ofSpots.value}, toUInt64(0) as ms, toUInt64(0) as connected,
      toUInt64(0) as disconnected, ${sketchOf(partSketches, size).none} as who, ${spotCounts},
      toUInt64(0) as open_at_start
    from (select quartile, ${values.join(', ')} from spots where ${stationsCondition(stations)}
      and ${inOne(ends, 'at')}${andFilter(filter)})
    group by ${ofSpots.sets}`;

const openOf = ({ stations, period, open, size, filter }: StatsScope): string[] => {
  const source = openSource(stations, open, filter);
  if (source === undefined) return [];
  return [
    `select part.1 as dimension, part.2 as value, ${columns} from (select part,
      sum(toUInt64(until_ms - since_ms)) as ms, sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected,
      ${sketchOf(partSketches, size).drawn('address')} as who, ${noSpots},
      sum(toUInt64(n > 0 and intDiv(since_ms, 900000) * 900 = ${period.start / 1000})) as open_at_start
     from ${source} array join ${dimensionsOfSpot} as part group by part)`,
  ];
};
