import type { ClickHouseClient } from '@clickhouse/client';
import { withPrevious, type Period } from '#server/platform/period.ts';
import { cachedBuckets } from './report-cache/cached-buckets.ts';
import {
  cachedRanges,
  cachedTimeseries,
  nothingCached,
  type CachedRange,
  type CachedTimeseries,
} from './report-cache/cached-report.ts';
import { isClosed, type DayWatermarks } from './late-arrivals.ts';
import { sessionsIn, sizeOfSessions, type Size } from './questions/size.ts';
import type { Stations } from './questions/scope.ts';

/** `marks` are the watermarks of the days of both periods. */
type About = {
  stations: Stations;
  period: Period;
  before: Period | undefined;
  now: number;
  marks: Promise<DayWatermarks>;
};

type ReportPlan = { cached: CachedTimeseries; audience: readonly CachedRange[]; size: Size };

/** Of a filtered report nothing is cached, and its listeners are always counted exactly. */
export const planFiltered = (period: Period, before: Period | undefined): ReportPlan => ({
  ...{ cached: nothingCached(withPrevious(period, before)), audience: [], size: 'small' },
});

/** Plans a report: what the cache holds for its periods, and how many sessions it covers. */
export const planReport = async (
  clickhouse: ClickHouseClient,
  { stations, period, before, now, marks }: About,
): Promise<ReportPlan> => {
  const both = withPrevious(period, before);
  if (stations === 'all' || stations.length === 0) {
    return {
      cached: nothingCached(both),
      audience: [],
      size: sizeOfSessions(await sessionsIn(clickhouse, stations, both)),
    };
  }
  // A running period always needs counting, so its size is queried right away.
  const all = isClosed(both, now) ? undefined : sessionsIn(clickhouse, stations, both);
  const lateArrivals = marks.then(({ late }) => late);
  const [find, sessions] = await Promise.all([cachedBuckets(clickhouse, stations, both, lateArrivals), all]);
  const cached = cachedTimeseries(before === undefined ? [period] : [before, period], find);
  const audience = cachedRanges(period, find);
  if (sessions !== undefined) return { cached, audience, size: sizeOfSessions(sessions) };
  const others = await Promise.all(cached.uncountedRanges.map((range) => sessionsIn(clickhouse, stations, range)));
  return { cached, audience, size: sizeOfSessions(others.reduce((sum, count) => sum + count, cached.sessions)) };
};
