import type { ClickHouseClient } from '@clickhouse/client';
import type { OpenSession } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { longestReportDays } from '#contract/rules/royalty-rules.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { periodOf, type Period } from '#server/platform/period.ts';
import type { OpenSessions } from '../engine-sessions.ts';
import type { EnrichDeps } from '../enrich.ts';
import { namePlays, titleSources, type Naming, type TitleSources } from './name-plays.ts';
import type { PerformanceCounts } from './count-performances.ts';
import { performancesOf, playsOfStation, type Territory } from './read-station.ts';
import type { RoyaltyStation } from './royalty.repo.ts';

export type RoyaltyDeps = Pick<Kernel, 'db' | 'clock' | 'log'> &
  Pick<EnrichDeps, 'geo'> & { engine: OpenSessions; clickhouse: ClickHouseClient };
/** A play's performances; `named` is what was played. */
export type NamedPlay = PerformanceCounts & { named: Naming };
/** A station's plays with their performances; `ms` is all its listening, whatever played. */
export type StationPerformances = { station: RoyaltyStation; plays: NamedPlay[]; ms: number };
type Dates = { from_date: string; to_date: string };

/** The days of a report in a time zone. Refuses with `analytics.period`. */
export const reportPeriod = (dates: Dates, zone: string): Period => {
  const period = periodOf('period', { ...dates, frequency: 'day' }, zone);
  if (period.starts.length > longestReportDays)
    refuse('analytics.period', { reason: `royalty reports cover at most ${longestReportDays} days` });
  return period;
};

/**
 * What each of these stations played in a period, with its performances, a few stations at a time. Current listeners
 * count with what they have heard so far. Refuses with `analytics.tooMuch`, or `request.unavailable` while ClickHouse
 * is down.
 */
export async function* stationPerformances(
  deps: RoyaltyDeps,
  stations: readonly RoyaltyStation[],
  period: Period,
  territory: Territory,
): AsyncGenerator<StationPerformances> {
  const range = { start: period.start, end: period.end, now: deps.clock.now().getTime() };
  const open = await openNow(deps, stations, range);
  const sourcesByAccount = new Map<AccountKey, Promise<TitleSources>>();
  const performed = async (station: RoyaltyStation): Promise<StationPerformances> => {
    const own = sourcesByAccount.get(station.account) ?? titleSources(deps.db, station.account);
    sourcesByAccount.set(station.account, own);
    const [sources, plays] = await Promise.all([
      own,
      withQueryErrors(deps, [], () => playsOfStation(deps.clickhouse, station.key, range)),
    ]);
    const of = { plays, open: open.get(station.key) ?? [], range, territory };
    const [{ counts, ms }, named] = await Promise.all([
      withQueryErrors(deps, { counts: [], ms: 0 }, () => performancesOf(deps, station.key, of)),
      namePlays(deps.db, plays, sources),
    ]);
    return { station, plays: counts.map((count, i) => ({ ...count, named: named[i]! })), ms };
  };
  for (let i = 0; i < stations.length; i += atOnce)
    yield* await Promise.all(stations.slice(i, i + atOnce).map(performed));
}

/** More would only wait for each other and use more memory. */
const atOnce = 4;

/** What a station played in a period, in order, without its performances. */
export const namedPlaysOf = async (deps: RoyaltyDeps, station: RoyaltyStation, period: Period) => {
  const range = { start: period.start, end: period.end, now: deps.clock.now().getTime() };
  const plays = await withQueryErrors(deps, [], () => playsOfStation(deps.clickhouse, station.key, range));
  const named = await namePlays(deps.db, plays, await titleSources(deps.db, station.account));
  return plays.map((play, i) => ({ ...play, ...named[i]! }));
};

/** Without the engine, performances leave out current listeners; recorded data is still returned. */
const openNow = async (
  deps: RoyaltyDeps,
  stations: readonly RoyaltyStation[],
  { start, end, now }: { start: number; end: number; now: number },
): Promise<Map<StationKey, OpenSession[]>> => {
  if (now < start || stations.length === 0 || now >= end + openAfterMs) return new Map();
  try {
    const open = await deps.engine.open(stations.map(({ key }) => key));
    return Map.groupBy(
      open.filter(({ from }) => from <= now),
      ({ station }) => station,
    );
  } catch (error) {
    deps.log.warn({ error: String(error) }, 'performances leave out current listeners: the engine is unreachable');
    return new Map();
  }
};

/** An open slice may have begun a quarter hour ago, and a play of the period may still be on. */
const openAfterMs = 3600_000;
