import type { ClickHouseClient } from '@clickhouse/client';
import type { TimeRange } from '#server/platform/period.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { suffixed, type Sketches } from '../table-columns.ts';
import { fewestBuckets, inFewestBuckets, type Stations } from './scope.ts';

/** How many sessions a report covers decides which sketch counts its listeners: the exact one or the fast one. */
export type Size = 'small' | 'large';

/** Reports on more sessions than this (previous period included) estimate their listeners. */
const maxExactSessions = 200_000;

/** The size of a report on this many sessions. */
export const sizeOfSessions = (sessions: number): Size => (sessions > maxExactSessions ? 'large' : 'small');

/** Sessions that connected to these stations in a range; 0 where nothing was ever recorded. */
export const sessionsIn = async (
  clickhouse: ClickHouseClient,
  stations: Stations,
  range: TimeRange,
): Promise<number> => {
  if (stations.length === 0) return 0;
  const [found] = await query<{ sessions: number }>(
    clickhouse,
    `select toFloat64(sum(connected)) as sessions
    from listening_buckets
    where ${inFewestBuckets}`,
    fewestBuckets(stations, range),
  ).catch(emptyIfNeverRecorded(clickhouse, []));
  return found?.sessions ?? 0;
};

/** The sketch for a report of this size: its rollup column, and SQL to build it from rows, merge it and count it. */
export const sketchOf = (of: Sketches, size: Size) => {
  const column = size === 'large' ? 'estimate' : 'addresses';
  const call = (suffix: string) => (argument: string) => `${suffixed(of[column], suffix)}(${argument})`;
  return {
    column,
    drawn: call('State'),
    drawnIf: (argument: string, condition: string) => call('StateIf')(`${argument}, ${condition}`),
    count: (argument: string) => `toFloat64(${call('Merge')(argument)})`,
  };
};
