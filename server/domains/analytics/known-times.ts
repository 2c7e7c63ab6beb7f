import type { ClickHouseClient } from '@clickhouse/client';
import { withBefore, type Period } from '#server/platform/period.ts';
import { keptPieces, type KeptPiece } from './kept/kept-audience.ts';
import { keptSlots } from './kept/kept-slots.ts';
import { keptTimes, nothingKept, type KeptTimes } from './kept/kept-times.ts';
import { dayMarks, isOver, type DayMarks } from './late-days.ts';
import { sessionsIn, sizeOfSessions, type Size } from './size.ts';
import type { Stations } from './stats-tables.ts';

type About = { stations: Stations; period: Period; before: Period | undefined; now: number };

type ReportPlan = { cached: KeptTimes; audience: readonly KeptPiece[]; size: Size; marks: DayMarks };

const noMarks: DayMarks = { late: new Map(), songs: new Map() };

/**
 * Plans a report: what the cache holds for its periods, how many sessions it covers, and the watermarks of its days.
 */
export const knownOf = async (
  clickhouse: ClickHouseClient,
  { stations, period, before, now }: About,
): Promise<ReportPlan> => {
  const both = withBefore(period, before);
  if (stations === 'all' || stations.length === 0) {
    return {
      cached: nothingKept(both),
      audience: [],
      size: sizeOfSessions(await sessionsIn(clickhouse, stations, both)),
      marks: noMarks,
    };
  }
  // A running period always needs counting, so its size is queried right away.
  const all = isOver(both, now) ? undefined : sessionsIn(clickhouse, stations, both);
  const watermarks = dayMarks(clickhouse, both);
  const lateArrivals = watermarks.then((marks) => marks.late);
  const [find, sessions, marks] = await Promise.all([
    keptSlots(clickhouse, stations, both, lateArrivals),
    all,
    watermarks,
  ]);
  const cached = keptTimes(before === undefined ? [period] : [before, period], find);
  const audience = keptPieces(period, find);
  if (sessions !== undefined) return { cached, audience, size: sizeOfSessions(sessions), marks };
  const others = await Promise.all(cached.uncountedRanges.map((range) => sessionsIn(clickhouse, stations, range)));
  return { cached, audience, size: sizeOfSessions(others.reduce((sum, count) => sum + count, cached.sessions)), marks };
};
