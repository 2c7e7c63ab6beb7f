import { within } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { openSource, type OpenSlice } from './open-slices.ts';
import { rollupRows, stationsCondition, type Stations } from './rollup-rows.ts';
import { sketchOf, type Size } from './size.ts';
import { minutesTouched, minuteSums, timeSketches } from './table-columns.ts';

/*
 * The rows that reports add up: of the rollup with the longest buckets that fit, and of sessions that are open now. Each
 * question about listening (count-*.ts) is one statement that selects from one of these sources.
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

/** Result columns: what simply adds up. */
export const countColumns = `toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected,
  toFloat64(sum(disconnected)) as disconnected,
  toFloat64(sum(impressions)) as impressions, toFloat64(sum(thirdQuartile)) as thirdQuartile`;

/**
 * Rows of listening within these ranges, as a source: `second` (when the row's bucket begins), `ms`, `connected`,
 * `disconnected`, `impressions`, `thirdQuartile`, `who` (the sketch of listeners), and `open_at_start` (sessions that were
 * open when the bucket began), and `station` if wanted. A range is its start and end, or more times that no row may span.
 */
export const listeningRows = (
  { stations, period, open, size }: StatsScope,
  ranges: readonly (readonly number[])[],
  byStation?: 'by station',
): string => {
  const station = byStation === undefined ? '' : 'station, ';
  const sketch = sketchOf(timeSketches, size);
  const stored = ranges.map((times) =>
    rollupRows(
      { stations, times, byStation },
      `${station}toUnixTimestamp(at) as second, ms, connected, disconnected, ${sketch.column} as who, impressions,
       thirdQuartile, open_at_start`,
    ),
  );
  const source = openSource(stations, open);
  if (source === undefined) return `(${stored.join(' union all ')})`;
  return `(select * from (
    ${stored.join(' union all ')}
    union all
    select ${station}toUInt32(intDiv(since_ms, 900000) * 900) as second, sum(toUInt64(until_ms - since_ms)) as ms,
      sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected, ${sketch.drawn('address')} as who,
      toUInt64(0) as impressions, toUInt64(0) as thirdQuartile, sum(toUInt64(n > 0)) as open_at_start
    from ${source} group by ${station}second
  ) where ${inPeriod(period)})`;
};

/**
 * Rows of minutes within the period, as a source: `second`, and the wanted of `listeners`, `ms`, `connected`,
 * `disconnected`, `impressions` and `thirdQuartile`. A session counts in every minute it lasted.
 */
export const minuteRows = ({ stations, period, open }: StatsScope, wanted: string): string => {
  const stored = `select toUnixTimestamp(at) as second, ${wanted}
    from ${stations === 'all' ? 'portal_minute_sums' : 'minute_sums'} where ${stationsCondition(stations)} and ${within(period)}`;
  const source = openSource(stations, open);
  if (source === undefined) return `(${stored})`;
  return `(select * from (
    ${stored}
    union all
    select second, ${wanted} from (
      select toUInt32(minute * 60) as second, ${minuteSums('since_ms', 'until_ms')},
        toUInt64(0) as impressions, toUInt64(0) as thirdQuartile
      from (select *, n = 0 as first, 0 as last from ${source})
      array join ${minutesTouched('since_ms', 'until_ms')} as minute group by minute
    )
  ) where ${inPeriod(period)})`;
};

/** Open slices may lie outside of the period. */
const inPeriod = ({ start, end }: Period): string => `second >= ${start / 1000} and second < ${end / 1000}`;
