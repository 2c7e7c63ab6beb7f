import type { ClickHouseClient } from '@clickhouse/client';
import { bind } from '#server/platform/clickhouse/bind.ts';
import { periodOf, type TimeRange } from '#server/platform/period.ts';
import { dimensionsOfSlice, dimensionsOfSpot } from '../audience-dimensions.ts';
import { splitIntoRollups } from '../time-ranges.ts';
import { partSketches, spotCounts, suffixed, sliceSums } from '../table-columns.ts';
import { batchParams, bySubject, longQuerySettings, type CacheBatch } from './subjects.ts';

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
  const { covered, ends } = splitIntoRollups(day, [1]);
  const about = { ...batchParams(batch, startedAt), day: day.start };
  const rows = [
    ...covered.map(({ start, end }) => bind(ofHours, { ...about, start, end })),
    ...ends.flatMap(({ start, end }) => [ofSlices, ofSpots].map((select) => bind(select, { ...about, start, end }))),
  ];
  return `${bind(insertInto, about)}
    from (${rows.map((row) => `(${row})`).join(' union all ')}) group by dimension, subject, value`;
};

const insertInto = `
  insert into report_cache (step, dimension, subject, zone, at, value, computed_at, ms, connected, disconnected,
    impressions, thirdQuartile, open_at_start, addresses, part_estimate)
  select 'audience_day', dimension, subject, {zone:String}, {day:DateTime}, value, {computed_at:DateTime64(3)}, sum(ms),
    sum(connected), sum(disconnected), sum(impressions), sum(thirdQuartile), sum(open_at_start),
    ${suffixed(addresses, 'MergeState')}(addresses), ${suffixed(estimate, 'MergeState')}(estimate)`;

const ofHours = bySubject(`
  select toString(station) as one_station, toString(dimension) as dimension, value, ms, connected, disconnected, impressions,
    thirdQuartile, if(at = {day:DateTime}, open_at_start, 0) as open_at_start, addresses, estimate
  from audience_buckets
  where minutes = 60 and station in {stations:Array(String)} and at >= {start:DateTime} and at < {end:DateTime}`);

const ofSlices = bySubject(`
  select toString(station) as one_station, part.1 as dimension, part.2 as value, ms, connected, disconnected,
    toUInt64(0) as impressions, toUInt64(0) as thirdQuartile, open_at_start, addresses, estimate
  from (
    select station, part, ${sliceSums},
      sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = {day:DateTime})) as open_at_start,
      ${suffixed(addresses, 'State')}(address) as addresses, ${suffixed(estimate, 'State')}(address) as estimate
    from slices
    array join ${dimensionsOfSlice} as part
    where station in {stations:Array(String)} and since >= {start:DateTime} and since < {end:DateTime}
    group by station, part
  )`);

const ofSpots = bySubject(`
  select toString(station) as one_station, part.1 as dimension, part.2 as value, toUInt64(0) as ms,
    toUInt64(0) as connected, toUInt64(0) as disconnected, impressions, thirdQuartile, toUInt64(0) as open_at_start,
    arrayReduce('${suffixed(addresses, 'State')}', emptyArrayUInt64()) as addresses,
    arrayReduce('${suffixed(estimate, 'State')}', emptyArrayUInt64()) as estimate
  from (
    select station, part, ${spotCounts}
    from spots
    array join ${dimensionsOfSpot} as part
    where station in {stations:Array(String)} and at >= {start:DateTime} and at < {end:DateTime}
    group by station, part
  )`);
