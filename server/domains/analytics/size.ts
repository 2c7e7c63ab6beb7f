import type { ClickHouseClient } from '@clickhouse/client';
import type { Stretch } from '#server/platform/period.ts';
import { ask, unlessNever } from '#server/platform/clickhouse/query.ts';
import { wholeSumsOf, type Stations } from './stats-tables.ts';
import { suffixed, type Sketches } from './table-columns.ts';

/** How many sessions a report is about decides which sketch counts its listeners: the exact one, or the quick one. */
export type Size = 'small' | 'large';

/** Sessions of a report (the period before it included) from which on its listeners are estimated. */
const mostExact = 200_000;

/** The size of a report about so many sessions. */
export const sizeOfSessions = (sessions: number): Size => (sessions > mostExact ? 'large' : 'small');

/** Sessions that came to these stations in a stretch of time; none where nothing was ever recorded. */
export const sessionsIn = async (
  clickhouse: ClickHouseClient,
  stations: Stations,
  stretch: Stretch,
): Promise<number> => {
  if (stations.length === 0) return 0;
  const came = wholeSumsOf(stations, stretch, 'one.connected as came').join(' union all ');
  const found = await ask<{ sessions: number }>(
    clickhouse,
    `select toFloat64(sum(came)) as sessions from (${came})`,
  ).catch(unlessNever(clickhouse, []));
  return found[0]?.sessions ?? 0;
};

/** The sketch of a report of this size, as it is read: the column of sums, drawn of rows, merged, and counted. */
export const sketchOf = (of: Sketches, size: Size) => {
  const column = size === 'large' ? 'estimate' : 'addresses';
  const call = (suffix: string) => (argument: string) => `${suffixed(of[column], suffix)}(${argument})`;
  return {
    column,
    drawn: call('State'),
    none: `arrayReduce('${suffixed(of[column], 'State')}', emptyArrayUInt64())`,
    merged: call('MergeState'),
    count: (argument: string) => `toFloat64(${call('Merge')(argument)})`,
  };
};
