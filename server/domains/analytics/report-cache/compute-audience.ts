import type { ClickHouseClient } from '@clickhouse/client';
import { literal, stationIn, within } from '#server/platform/clickhouse/query.ts';
import { periodOf, type TimeRange } from '#server/platform/period.ts';
import { dimensionsOfSlice, dimensionsOfSpot } from '#server/domains/analytics/audience-dimensions.ts';
import { splitIntoRollups } from '#server/domains/analytics/rollup-ranges.ts';
import { partSketches, spotCounts, suffixed, sliceSums } from '../table-columns.ts';
import { bySubject, computedAt, stationsOf, longQuerySettings, type CacheBatch } from './cache-batch.ts';

const sums = ['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile', 'open_at_start'] as const;
const sketches = Object.entries(partSketches);
const columns = [...sums, ...sketches.map(([name]) => name)].join(', ');

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
  for (const [i, start] of starts.entries()) {
    const day = { start, end: starts[i + 1] ?? end };
    const { pieces, ends } = splitIntoRollups(day, [1]);
    const rows = [
      ...pieces.map((piece) => ofHours(batch, day, piece)),
      ...ends.flatMap((piece) => [ofSlices(batch, day, piece), ofSpots(batch, piece)]),
    ];
    await clickhouse.command({
      query: `insert into cached_audience (subject, zone, days, at, dimension, value, computed_at, ${columns})
        select subject, ${literal(batch.zone)}, 1, toDateTime(${start / 1000}, 'UTC'), dimension, value, ${computedAt(startedAt)},
          ${sums.map((name) => `sum(${name})`).join(', ')},
          ${sketches.map(([name, of]) => `${suffixed(of, 'MergeState')}(${name})`).join(', ')}
        from (${bySubject(batch, rows.join(' union all '))}) group by subject, dimension, value`,
      clickhouse_settings: longQuerySettings,
    });
  }
};

const keyColumns = `toString(station) as one_station, dimension, value`;
const noListening = ['ms', 'bytes', 'connected', 'disconnected'].map((name) => `toUInt64(0) as ${name}`).join(', ');

const ofHours = (batch: CacheBatch, day: TimeRange, piece: TimeRange): string => `
  select ${keyColumns}, ms, bytes, connected, disconnected, impressions, thirdQuartile,
    if(toUnixTimestamp(at) = ${day.start / 1000}, open_at_start, 0) as open_at_start, ${sketches.map(([name]) => name).join(', ')}
  from audience_hours where ${stationIn(stationsOf(batch))} and ${within(piece)}`;

const ofSlices = (batch: CacheBatch, day: TimeRange, piece: TimeRange): string => `
  select ${keyColumns}, ms, bytes, connected, disconnected, toUInt64(0) as impressions, toUInt64(0) as thirdQuartile, open_at_start,
    ${sketches.map(([name]) => name).join(', ')}
  from (select station, part.1 as dimension, part.2 as value, ${sliceSums},
      sum(toUInt64(first = 0 and toUnixTimestamp(toStartOfFifteenMinutes(since)) = ${day.start / 1000})) as open_at_start,
      ${sketches.map(([name, of]) => `${suffixed(of, 'State')}(address) as ${name}`).join(', ')}
    from slices array join ${dimensionsOfSlice} as part
    where ${stationIn(stationsOf(batch))} and ${within(piece, 'since')} group by station, dimension, value)`;

const ofSpots = (batch: CacheBatch, piece: TimeRange): string => `
  select ${keyColumns}, ${noListening}, impressions, thirdQuartile, toUInt64(0) as open_at_start,
    ${sketches.map(([name, of]) => `arrayReduce('${suffixed(of, 'State')}', emptyArrayUInt64()) as ${name}`).join(', ')}
  from (select station, part.1 as dimension, part.2 as value, ${spotCounts} from spots array join ${dimensionsOfSpot} as part
    where ${stationIn(stationsOf(batch))} and ${within(piece)} group by station, dimension, value)`;
