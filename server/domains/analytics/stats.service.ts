import type { ClickHouseClient } from '@clickhouse/client';
import type { StatsPart, StatsReply } from '#contract/analytics.ts';
import type { StationKey } from '#contract/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isLimitExceeded, emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { daysBefore, periodOf, type Frequency, type Period } from '#server/platform/period.ts';
import { stationsNamed } from './analytics.repo.ts';
import { countAudience } from './audience-queries.ts';
import { timeseriesOf } from './timeseries.ts';
import type { EngineSessions } from './engine-sessions.ts';
import type { EnrichDeps } from './enrich.ts';
import type { CachedRange } from './report-cache/cached-audience.ts';
import { cachedStations } from './report-cache/cached-stations.ts';
import { planReport } from './report-plan.ts';
import type { DayWatermarks } from './late-arrivals.ts';
import { openSlices, type OpenSlice } from './open-slices.ts';
import { countLeaving } from './songs/leaving-queries.ts';
import { countStations, type StatsScope, type CountsBy } from './stats-queries.ts';
import {
  audienceOf,
  byFrequency,
  changesWithin,
  partStats,
  presentTimeseries,
  type Timeseries,
} from './stats-reply.ts';

export { cutQuartile } from './spot-tables.ts';

export type StatsDeps = Pick<Kernel, 'db' | 'clock' | 'log'> &
  EnrichDeps & { engine: EngineSessions; clickhouse: ClickHouseClient };
export type StatsQuery = {
  from_date: string;
  to_date: string;
  frequency?: Frequency | undefined;
  include: readonly StatsPart[];
};

const mostListed = 100;
/** For more stations, adding up their cached days takes longer than counting them all. */
const maxCached = 50;

/**
 * Listening statistics of these stations (or of all, in UTC) in the given time zone: the period, its buckets without
 * gaps, and the requested parts. Current listeners count with what they have heard so far. Refuses with
 * `analytics.period`, with `analytics.tooMuch` where ClickHouse reaches a limit, and with `request.unavailable` while
 * it is down.
 */
export const statsOf = async (
  deps: StatsDeps,
  stations: readonly StationKey[] | 'all',
  zone: string,
  type: 'day' | 'period',
  query: StatsQuery,
): Promise<StatsReply> => {
  const period = periodOf(type, query, zone);
  const previous = query.include.includes('previous') ? daysBefore(query) : undefined;
  const before = previous && periodOf('period', { ...previous, frequency: period.frequency }, period.zone);
  const now = deps.clock.now().getTime();
  try {
    const [open, { cached, audience, size, marks }] = await Promise.all([
      openNow(deps, stations, period),
      planReport(deps.clickhouse, { stations, period, before, now }),
    ]);
    const request = { stations, period, open, size };
    const times = timeseriesOf(deps.clickhouse, request, before, cached);
    const [found, rest] = await Promise.all([
      times,
      partsOf(deps, { ...request, marks, cached: audience }, query.include, times),
    ]);
    const { stats, slots: buckets } = presentTimeseries(period, found, now);
    return {
      ...{ timezone: period.zone, from_date: query.from_date, to_date: query.to_date },
      ...{ period_stats: { stats }, ...byFrequency(period, buckets), ...rest },
      previous: previous && before ? { ...previous, ...presentTimeseries(before, found.before, now) } : null,
      changes: changesWithin(query.from_date, query.to_date),
    };
  } catch (error) {
    if (isLimitExceeded(error)) refuse('analytics.tooMuch');
    deps.log.error({ err: error }, 'failed to query statistics');
    return refuse('request.unavailable', { part: 'Analytics' });
  }
};

type PartsRequest = StatsScope & { marks: DayWatermarks; cached: readonly CachedRange[] };
type Parts = Omit<ReturnType<typeof audienceOf>, never> & Pick<StatsReply, 'station_stats' | 'leaving_stats'>;

const partsOf = async (
  deps: StatsDeps,
  request: PartsRequest,
  include: readonly StatsPart[],
  times: Promise<Timeseries>,
): Promise<Parts> => {
  const { stations } = request;
  const wanted = (part: StatsPart): boolean => include.includes(part) && stations.length > 0;
  const [parts, stationRows, leaving] = await Promise.all([
    wanted('audience') ? countAudience(deps.clickhouse, request).catch(emptyIfNeverRecorded(deps.clickhouse, [])) : [],
    wanted('stations') ? stationCounts(deps.clickhouse, request, times) : [],
    // Skipped for the whole portal: what one station played says nothing about listeners who left another.
    wanted('leaving') && stations !== 'all'
      ? countLeaving(deps.clickhouse, { ...request, stations }, mostListed).catch(
          emptyIfNeverRecorded(deps.clickhouse, []),
        )
      : [],
  ]);
  const keys = stationRows.map(({ by }) => by as StationKey);
  const names = new Map(
    (keys.length === 0 ? [] : await stationsNamed(deps.db, keys)).map(({ key, name }) => [key, name]),
  );
  return {
    ...audienceOf(parts),
    ...(include.includes('audience') ? {} : { session_lengths: [] }),
    station_stats: stationRows.map((row) => {
      const key = row.by as StationKey;
      // A permanently deleted station is shown by its key.
      return { key, name: names.get(key) ?? key, stats: partStats(row) };
    }),
    leaving_stats: leaving,
  };
};

/** A single station equals the period's total. For a few stations, the cache may hold each one's days. */
const stationCounts = async (
  clickhouse: ClickHouseClient,
  request: PartsRequest,
  times: Promise<Timeseries>,
): Promise<CountsBy[]> => {
  const { stations, period, size, cached, marks } = request;
  if (stations.length === 1) {
    const { total } = await times;
    return total === undefined ? [] : [{ ...total, by: stations[0]! }];
  }
  const isCached = cached.reduce((sum, piece) => sum + piece.days, 0) === period.days.length;
  const known =
    isCached && stations !== 'all' && stations.length <= maxCached
      ? await cachedStations(clickhouse, { stations, period, size, late: marks.late })
      : undefined;
  return known ?? (await countStations(clickhouse, request, mostListed).catch(emptyIfNeverRecorded(clickhouse, [])));
};

/** Without the engine, statistics leave out current listeners; recorded data is still returned. */
const openNow = async (deps: StatsDeps, stations: StatsScope['stations'], period: Period): Promise<OpenSlice[]> => {
  const now = deps.clock.now().getTime();
  if (stations.length === 0 || now < period.start || now >= period.end) return [];
  try {
    const { engine } = deps;
    const sessions = stations === 'all' ? engine.everywhere() : engine.open(stations as readonly StationKey[]);
    return await openSlices(deps, await sessions, now);
  } catch (error) {
    deps.log.warn({ error: String(error) }, 'statistics leave out current listeners: the engine is unreachable');
    return [];
  }
};
