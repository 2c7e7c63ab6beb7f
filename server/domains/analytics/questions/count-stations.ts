import type { ClickHouseClient } from '@clickhouse/client';
import { query } from '#server/platform/clickhouse/bind.ts';
import { openParams, openBuckets } from '../open-slices.ts';
import { sketchOf, timeSketches } from '../table-columns.ts';
import { countColumns, fewestBuckets, inFewestBuckets, type CountsBy, type StatsScope } from './scope.ts';

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
  return await query<CountsBy>(
    clickhouse,
    `select toString(station) as by, ${countColumns}, ${sketch.count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, at = {start:DateTime})) as connections
    from (
      select toString(station) as station, at, ms, connected, disconnected, impressions, thirdQuartile, open_at_start,
        ${sketch.column} as who
      from listening_buckets
      where ${inFewestBuckets}
      ${openBuckets(open, sketch)}
    ) group by station order by sum(ms) desc, connections desc, station limit {most:UInt32}`,
    { ...fewestBuckets(candidates, period), ...openParams(open), most },
  );
};

const longestStations = async (
  clickhouse: ClickHouseClient,
  { stations, period }: StatsScope,
  most: number,
): Promise<string[]> => {
  const found = await query<{ station: string }>(
    clickhouse,
    `select toString(station) as station
    from listening_buckets
    where ${inFewestBuckets}
    group by station order by sum(ms) desc, station limit {most:UInt32}`,
    { ...fewestBuckets(stations, period, 'by station'), most },
  );
  return found.map(({ station }) => station);
};
