import type { ClickHouseClient } from '@clickhouse/client';
import { withPrevious, type Period } from '#server/platform/period.ts';
import { cachedRanges, type CachedRange } from './report-cache/cached-audience.ts';
import { cachedBuckets } from './report-cache/cached-buckets.ts';
import { cachedTimeseries, nothingCached, type CachedTimeseries } from './report-cache/cached-timeseries.ts';
import { dayWatermarks, isClosed, type DayWatermarks } from './late-arrivals.ts';
import { sessionsIn, sizeOfSessions, type Size } from './questions/size.ts';
import type { Stations } from './questions/scope.ts';

type About = { stations: Stations; period: Period; before: Period | undefined; now: number };

type ReportPlan = { cached: CachedTimeseries; audience: readonly CachedRange[]; size: Size; marks: DayWatermarks };

const noMarks: DayWatermarks = { late: new Map(), songs: new Map() };

/** Of a filtered report nothing is cached, and its listeners are always counted exactly. */
export const planFiltered = (period: Period, before: Period | undefined): ReportPlan => ({
  ...{ cached: nothingCached(withPrevious(period, before)), audience: [], size: 'small', marks: noMarks },
});

/**
 * Plans a report: what the cache holds for its periods, how many sessions it covers, and the watermarks of its days.
 */
export const planReport = async (
  clickhouse: ClickHouseClient,
  { stations, period, before, now }: About,
): Promise<ReportPlan> => {
  const both = withPrevious(period, before);
  if (stations === 'all' || stations.length === 0) {
    return {
      cached: nothingCached(both),
      audience: [],
      size: sizeOfSessions(await sessionsIn(clickhouse, stations, both)),
      marks: noMarks,
    };
  }
  // A running period always needs counting, so its size is queried right away.
  const all = isClosed(both, now) ? undefined : sessionsIn(clickhouse, stations, both);
  const watermarks = dayWatermarks(clickhouse, both);
  const lateArrivals = watermarks.then((marks) => marks.late);
  const [find, sessions, marks] = await Promise.all([
    cachedBuckets(clickhouse, stations, both, lateArrivals),
    all,
    watermarks,
  ]);
  const cached = cachedTimeseries(before === undefined ? [period] : [before, period], find);
  const audience = cachedRanges(period, find);
  if (sessions !== undefined) return { cached, audience, size: sizeOfSessions(sessions), marks };
  const others = await Promise.all(cached.uncountedRanges.map((range) => sessionsIn(clickhouse, stations, range)));
  return { cached, audience, size: sizeOfSessions(others.reduce((sum, count) => sum + count, cached.sessions)), marks };
};
