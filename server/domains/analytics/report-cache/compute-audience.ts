import type { ClickHouseClient } from '@clickhouse/client';
import { dateTime, literal, stationIn, within } from '#server/platform/clickhouse/query.ts';
import { periodOf, type TimeRange } from '#server/platform/period.ts';
import { dimensionsOfSlice, dimensionsOfSpot } from '#server/domains/analytics/audience-dimensions.ts';
import { splitIntoRollups } from '#server/domains/analytics/time-ranges.ts';
import { partSketches, spotCounts, suffixed, sliceSums } from '../table-columns.ts';
import { bySubject, computedAt, stationsOf, longQuerySettings, type CacheBatch } from './cache-batch.ts';

const { addresses, estimate } = partSketches;

/**
 * Computes the audiences of these subjects for each day: from hourly rollups, and from slices and spots where a day
 * begins within an hour.
 */
export const computeAudience = async (
  clickhouse: ClickHouseClient,
  batch: CacheBatch,
  startedAt: Date,
): Promise<void> => {
  const { starts, end } = periodOf('period', { ...batch, frequency: 'day' }, batch.zone);
  for (const [i, start] of starts.entries())
    await clickhouse.command({
      query: insertDay(batch, { start, end: starts[i + 1] ?? end }, startedAt),
      clickhouse_settings: longQuerySettings,
    });
};

const insertDay = (batch: CacheBatch, day: TimeRange, startedAt: Date): string => {
  const { pieces, ends } = splitIntoRollups(day, [1]);
  const rows = [
    ...pieces.map((piece) => ofHours(batch, day, piece)),
    ...ends.flatMap((piece) => [ofSlices(batch, day, piece), ofSpots(batch, piece)]),
  ];
  return `insert into report_cache (step, dimension, subject, zone, at, value, computed_at, ms, connected, disconnected,
      impressions, thirdQuartile, open_at_start, addresses, part_estimate)
    select 'audience_day', dimension, subject, ${literal(batch.zone)}, ${dateTime(day.start)}, value,
      ${computedAt(startedAt)}, sum(ms), sum(connected), sum(disconnected), sum(impressions), sum(thirdQuartile),
      sum(open_at_start), ${suffixed(addresses, 'MergeState')}(addresses), ${suffixed(estimate, 'MergeState')}(estimate)
    from (${bySubject(batch, rows.join(' union all '))}) group by dimension, subject, value`;
};

const ofHours = (batch: CacheBatch, day: TimeRange, piece: TimeRange): string => `
  select toString(station) as one_station, toString(dimension) as dimension, value, ms, connected, disconnected, impressions, thirdQuartile,
    if(toUnixTimestamp(at) = ${day.start / 1000}, open_at_start, 0) as open_at_start, addresses, estimate
  from audience_hours where ${stationIn(stationsOf(batch))} and ${within(piece)}`;

const ofSlices = (batch: CacheBatch, day: TimeRange, piece: TimeRange): string => `
  select toString(station) as one_station, part.1 as dimension, part.2 as value, ms, connected, disconnected,
    toUInt64(0) as impressions, toUInt64(0) as thirdQuartile, open_at_start, addresses, estimate
  from (
    select station, part, ${sliceSums},
      sum(toUInt64(first = 0 and toUnixTimestamp(toStartOfFifteenMinutes(since)) = ${day.start / 1000})) as open_at_start,
      ${suffixed(addresses, 'State')}(address) as addresses, ${suffixed(estimate, 'State')}(address) as estimate
    from slices array join ${dimensionsOfSlice} as part
    where ${stationIn(stationsOf(batch))} and ${within(piece, 'since')} group by station, part
  )`;

const ofSpots = (batch: CacheBatch, piece: TimeRange): string => `
  select toString(station) as one_station, part.1 as dimension, part.2 as value, toUInt64(0) as ms,
    toUInt64(0) as connected, toUInt64(0) as disconnected, impressions, thirdQuartile, toUInt64(0) as open_at_start,
    arrayReduce('${suffixed(addresses, 'State')}', emptyArrayUInt64()) as addresses,
    arrayReduce('${suffixed(estimate, 'State')}', emptyArrayUInt64()) as estimate
  from (
    select station, part, ${spotCounts} from spots array join ${dimensionsOfSpot} as part
    where ${stationIn(stationsOf(batch))} and ${within(piece)} group by station, part
  )`;
