import type { ClickHouseClient } from '@clickhouse/client';
import type { StatsPart, StatsReply } from '#contract/api/analytics.ts';
import type { AudienceFilter } from '#contract/api/audience-filter.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isLimitExceeded, emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { portalSettings } from '#server/platform/settings.ts';
import {
  comparablePart,
  daysBefore,
  periodOf,
  withPrevious,
  type Frequency,
  type Period,
  type TimeRange,
} from '#server/platform/period.ts';
import { stationsNamed } from './analytics.repo.ts';
import { countAudience } from './questions/count-audience.ts';
import { countStations } from './questions/count-stations.ts';
import { countFilteredStations, isFiltered } from './questions/count-filtered.ts';
import { timeseriesOf, type ComparedTimeseries } from './timeseries.ts';
import type { OpenSessions } from './engine-sessions.ts';
import type { EnrichDeps } from './enrich.ts';
import { planFiltered, planReport, type CachedRange } from './report-plan.ts';
import { dayWatermarks, type DayWatermarks } from './late-arrivals.ts';
import { openSlices, type OpenSlice } from './open-slices.ts';
import { countLeaving } from './questions/count-leaving.ts';
import { filterOf, type CountsBy, type Filter, type Stations, type StatsScope } from './questions/scope.ts';
import {
  audienceOf,
  byFrequency,
  changesWithin,
  partStats,
  presentPrevious,
  presentTimeseries,
} from './stats-reply.ts';

export { cutQuartile } from './spot-tables.ts';

export type StatsDeps = Pick<Kernel, 'db' | 'clock' | 'log'> &
  EnrichDeps & { engine: OpenSessions; clickhouse: ClickHouseClient };
export type StatsQuery = {
  from_date: string;
  to_date: string;
  frequency?: Frequency | undefined;
  include: readonly StatsPart[];
} & AudienceFilter;

const mostListed = 100;

/**
 * Listening statistics of these stations (or of all, in UTC) in the given time zone: the period, its buckets without
 * gaps, and the requested parts, of all listeners or those who match the query's filter. Current listeners count with
 * what they have heard so far. Refuses with `analytics.period`, with `analytics.filterTooOld`, with `analytics.tooMuch`
 * where ClickHouse reaches a limit, and with `request.unavailable` while it is down.
 */
export const statsOf = async (
  deps: StatsDeps,
  stations: readonly StationKey[] | 'all',
  zone: string,
  type: 'day' | 'period',
  query: StatsQuery,
): Promise<StatsReply> => {
  const period = periodOf(type, query, zone);
  const now = deps.clock.now().getTime();
  const filter = filterOf(query);
  const stored = filter === undefined ? -Infinity : await checkStored(deps, period);
  const previous = query.include.includes('previous') ? daysBefore(query) : undefined;
  const whole = previous && periodOf('period', { ...previous, frequency: period.frequency }, period.zone);
  const before = whole && whole.start >= stored ? whole : undefined;
  try {
    const watermarks = watermarksOf(
      deps.clickhouse,
      stations,
      filter === undefined ? withPrevious(period, before) : undefined,
    );
    const open = openNow(deps, stations, period);
    const about = { stations, period, before, now, filter, watermarks, open };
    // Of all that a report counts, songs take longest and need the least to begin.
    const [leaving_stats, rest] = await Promise.all([
      query.include.includes('leaving') ? leavingOf(deps.clickhouse, about) : [],
      countsOf(deps, about, query.include),
    ]);
    const { found, parts } = rest;
    const { stats, slots: buckets } = presentTimeseries(period, found, now);
    return {
      ...{ timezone: period.zone, from_date: query.from_date, to_date: query.to_date },
      ...{ period_stats: { stats }, ...byFrequency(period, buckets), ...parts, leaving_stats },
      previous:
        previous && before
          ? { ...previous, ...presentPrevious(before, found.before, found.comparable, now, now >= period.end) }
          : null,
      changes: changesWithin(query.from_date, query.to_date),
    };
  } catch (error) {
    if (isLimitExceeded(error)) refuse('analytics.tooMuch');
    deps.log.error({ err: error }, 'failed to query statistics');
    return refuse('request.unavailable', { part: 'Analytics' });
  }
};

/** Refuses a filtered period of which single sessions have been deleted; returns from when on they are stored (ms). */
const checkStored = async ({ db, clock }: StatsDeps, { start }: Period): Promise<number> => {
  const { listening_days: days } = await portalSettings(db);
  const stored = Math.floor(clock.now().getTime() / dayMs) * dayMs - days * dayMs;
  // The first day of a zone east of UTC begins before the stored day does.
  const date = new Date(stored + dayMs).toISOString().slice(0, 10);
  return start < stored ? refuse('analytics.filterTooOld', { days, date }) : stored;
};

type About = {
  stations: Stations;
  period: Period;
  before: Period | undefined;
  now: number;
  filter: Filter | undefined;
  watermarks: Promise<DayWatermarks>;
  open: Promise<OpenSlice[]>;
};

/** The watermarks of the days of a report; without its range, of none. */
const watermarksOf = async (
  clickhouse: ClickHouseClient,
  stations: Stations,
  range: TimeRange | undefined,
): Promise<DayWatermarks> =>
  range === undefined || stations === 'all' || stations.length === 0
    ? { late: new Map(), songs: new Map() }
    : await dayWatermarks(clickhouse, range);

/** None for the whole portal: what one station played says nothing about listeners who left another. */
const leavingOf = async (clickhouse: ClickHouseClient, about: About): Promise<StatsReply['leaving_stats']> => {
  const { stations, period, filter } = about;
  if (stations === 'all' || stations.length === 0) return [];
  const [watermarks, open] = await Promise.all([about.watermarks, about.open]);
  return await countLeaving(clickhouse, { stations, period, open, watermarks, filter }, mostListed).catch(
    emptyIfNeverRecorded(clickhouse, []),
  );
};

const countsOf = async (deps: StatsDeps, about: About, include: readonly StatsPart[]) => {
  const { stations, period, before, now, filter } = about;
  const [open, watermarks, { cached, audience, size }] = await Promise.all([
    about.open,
    about.watermarks,
    filter === undefined ? planReport(deps.clickhouse, about) : planFiltered(period, before),
  ]);
  const request = { stations, period, open, size, filter };
  const comparable = before && now < period.end ? comparablePart(before, period, now) : undefined;
  const byStation = include.includes('stations') && isListed(stations);
  const times = timeseriesOf(
    deps.clickhouse,
    request,
    { before, comparable, byStation },
    { ...cached, late: watermarks.late },
  );
  const [found, parts] = await Promise.all([times, partsOf(deps, { ...request, cached: audience }, include, times)]);
  return { found, parts };
};

type PartsRequest = StatsScope & { cached: readonly CachedRange[] };
type Parts = ReturnType<typeof audienceOf> & Pick<StatsReply, 'station_stats'>;

const partsOf = async (
  deps: StatsDeps,
  request: PartsRequest,
  include: readonly StatsPart[],
  times: Promise<ComparedTimeseries>,
): Promise<Parts> => {
  const { stations } = request;
  const wanted = (part: StatsPart): boolean => include.includes(part) && stations.length > 0;
  const [parts, stationRows] = await Promise.all([
    wanted('audience') ? countAudience(deps.clickhouse, request).catch(emptyIfNeverRecorded(deps.clickhouse, [])) : [],
    wanted('stations') ? stationStats(deps, request, times) : [],
  ]);
  return {
    ...audienceOf(parts),
    ...(include.includes('audience') ? {} : { session_lengths: [] }),
    station_stats: stationRows,
  };
};

/** The statistics of each station, with its name. */
const stationStats = async (
  { db, clickhouse }: StatsDeps,
  request: PartsRequest,
  times: Promise<ComparedTimeseries>,
): Promise<StatsReply['station_stats']> => {
  const { stations } = request;
  const namesOf = async (keys: readonly string[]): Promise<Map<string, string>> => {
    const found = keys.length === 0 ? [] : await stationsNamed(db, keys as StationKey[]);
    return new Map(found.map(({ key, name }) => [key, name]));
  };
  const [rows, listed] = await Promise.all([
    stationCounts(clickhouse, request, times),
    isListed(stations) ? namesOf(stations) : undefined,
  ]);
  const names = listed ?? (await namesOf(rows.map(({ by }) => by)));
  // A permanently deleted station is shown by its key.
  return rows.map((row) => ({ key: row.by as StationKey, name: names.get(row.by) ?? row.by, stats: partStats(row) }));
};

/** Whether the report shows each of several stations. */
const isListed = (stations: Stations): stations is readonly string[] =>
  stations !== 'all' && stations.length > 1 && stations.length <= mostListed;

/** A single station equals the period's total. */
const stationCounts = async (
  clickhouse: ClickHouseClient,
  request: PartsRequest,
  times: Promise<ComparedTimeseries>,
): Promise<CountsBy[]> => {
  const { stations } = request;
  if (stations.length === 1) {
    const { total } = await times;
    return total === undefined ? [] : [{ ...total, by: stations[0]! }];
  }
  const found = isListed(stations) ? (await times).stations : undefined;
  if (found) return found;
  const counted = isFiltered(request)
    ? countFilteredStations(clickhouse, request, mostListed)
    : countStations(clickhouse, request, mostListed);
  return await counted.catch(emptyIfNeverRecorded(clickhouse, []));
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
