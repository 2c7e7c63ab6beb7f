import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { countColumns, listeningRows, type CountsBy, type StatsScope } from './listening-rows.ts';
import { rollupRows } from './rollup-rows.ts';
import { sketchOf } from './size.ts';
import { timeSketches } from './table-columns.ts';
import { daysAndEnds } from './time-ranges.ts';

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
  return await queryRows<CountsBy>(
    clickhouse,
    `select toString(station) as by, ${countColumns}, ${sketchOf(timeSketches, size).count('who')} as uniques,
      toFloat64(sum(connected) + sumIf(open_at_start, second = ${period.start / 1000})) as connections
    from ${listeningRows({ ...scope, stations: candidates }, daysAndEnds(period), 'by station')}
    group by station order by sum(ms) desc, connections desc, station limit ${most}`,
  );
};

const longestStations = async (
  clickhouse: ClickHouseClient,
  { stations, period }: StatsScope,
  most: number,
): Promise<string[]> => {
  const rows = daysAndEnds(period).map((times) =>
    rollupRows({ stations, times, byStation: 'by station' }, 'station, one.ms as listened_ms'),
  );
  const found = await queryRows<{ station: string }>(
    clickhouse,
    `select station from (${rows.join(' union all ')})
    group by station order by sum(listened_ms) desc, station limit ${most}`,
  );
  return found.map(({ station }) => station);
};
