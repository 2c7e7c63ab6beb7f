import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import { openBuckets, openParams, withOpen } from '../open-slices.ts';
import { sketchOf, timeSketches } from '../table-columns.ts';
import {
  bucketRangeParams,
  countColumns,
  fewestBuckets,
  inBucketRanges,
  type CountsBy,
  type StatsScope,
} from './scope.ts';

/** The stations with the longest listening. They are selected first, and only their listeners are counted. */
export const countStations = async (
  clickhouse: ClickHouseClient,
  scope: StatsScope,
  most: number,
): Promise<CountsBy[]> => {
  const { stations, period, open, size } = scope;
  const longest =
    stations !== 'all' && stations.length <= most ? stations : await longestStations(clickhouse, scope, most);
  const candidates = [...new Set([...longest, ...open.map(({ station }) => station)])];
  if (candidates.length === 0) return [];
  const sketch = sketchOf(timeSketches, size);
  const ranges = fewestBuckets(candidates, period);
  return await query<CountsBy>(
    clickhouse,
    `select toString(station) as by, ${countColumns}, ${sketch.count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, at = {start:DateTime})) as connections
    from (
      select toString(station) as station, at, ms, connected, disconnected, impressions, thirdQuartile, open_at_start,
        ${sketch.column} as who
      from listening_buckets
      where ${inBucketRanges(ranges)}
      ${withOpen(
        open,
        `union all
      select station, at, ms, connected, disconnected, impressions, thirdQuartile, open_at_start, who
      from ${openBuckets(sketch)}
      where at >= {start:DateTime} and at < {end:DateTime}`,
      )}
    ) group by station order by sum(ms) desc, connections desc, station limit {most:UInt32}`,
    { ...bucketRangeParams(candidates, ranges), ...openParams(open), start: period.start, end: period.end, most },
  );
};

/** The order in which stations are listed: by their listening, longest first. */
export const byListening = (one: CountsBy, other: CountsBy): number =>
  other.ms - one.ms || other.connections - one.connections || (one.by < other.by ? -1 : 1);

const longestStations = async (
  clickhouse: ClickHouseClient,
  { stations, period }: StatsScope,
  most: number,
): Promise<string[]> => {
  const ranges = fewestBuckets(stations, period, 'by station');
  const found = await query<{ station: string }>(
    clickhouse,
    `select toString(station) as station
    from listening_buckets
    where ${inBucketRanges(ranges)}
    group by station order by sum(ms) desc, station limit {most:UInt32}`,
    { ...bucketRangeParams(stations, ranges), most },
  );
  return found.map(({ station }) => station);
};
