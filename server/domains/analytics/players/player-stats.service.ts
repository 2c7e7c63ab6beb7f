import type { ClickHouseClient } from '@clickhouse/client';
import type { AccountKey, PlayerKey, StationKey } from '#contract/rules/keys.ts';
import {
  summaryDays,
  type PlayerStats,
  type PlayerStatsReply,
  type PlayerSummary,
} from '#contract/api/player-stats.ts';
import { dayMs, quarterMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import { stationsNamed, stationsOf } from '../analytics.repo.ts';
import type { OpenSessions } from '../engine-sessions.ts';
import type { EnrichDeps } from '../enrich.ts';
import { openSlices, type OpenSlice } from '../open-slices.ts';
import { statsBreakdown, type DatesQuery, type StationSelection } from '../stats-breakdown.ts';
import {
  countEach,
  countHeard,
  countRefused,
  countReported,
  type HeardRow,
  type PlayerScope,
  type ReportedRow,
} from './player-queries.ts';

export { stepMs } from './player-queries.ts';
export { playerCountsTable } from './player-tables.ts';

export type PlayerStatsDeps = Pick<Kernel, 'db' | 'clock' | 'log'> &
  Pick<EnrichDeps, 'geo' | 'agents' | 'secrets'> & {
    clickhouse: ClickHouseClient;
    engine: Pick<OpenSessions, 'open'>;
  };

type Row = Pick<HeardRow, 'kind' | 'name'> & Partial<HeardRow & ReportedRow>;
const mostSites = 200;

/** Whose player it is: an account's, or a station's own. */
export type PlayerOwner = { account: AccountKey } | { station: StationKey };
type PlayerStatsQuery = DatesQuery & { type: 'day' | 'period'; site?: string | undefined };

/**
 * The numbers of an embedded player in a period, of all websites or one: in total, by bucket without gaps, website, station and
 * country, in the time zone of its station, or of its account's oldest one. Refuses with `analytics.period`, `analytics.tooMuch`,
 * or `request.unavailable` while ClickHouse is down.
 */
export const playerStatsOf = async (
  deps: PlayerStatsDeps,
  player: PlayerKey,
  owner: PlayerOwner,
  query: PlayerStatsQuery,
): Promise<PlayerStatsReply> => {
  const { db } = deps;
  const stations = 'station' in owner ? await stationsNamed(db, [owner.station]) : await stationsOf(db, owner.account);
  const zone = stations[0]?.zone ?? 'UTC';
  return await statsOfStations(deps, player, { stations: [...stations, episodes], zone }, query);
};

/** What players of episodes report names no station. */
const episodes = { key: '' as StationKey, name: '' };

const statsOfStations = async (
  deps: PlayerStatsDeps,
  player: PlayerKey,
  selection: StationSelection,
  { site, ...query }: PlayerStatsQuery,
): Promise<PlayerStatsReply> => {
  let refused: PlayerStatsReply['refused'] = [];
  const { reply, of } = await statsBreakdown<Row, PlayerStats>(deps, selection, query, {
    count: async ({ stations, period }) => {
      const { clickhouse } = deps;
      const scope: PlayerScope = { player, stations, site, period, open: await openOf(deps, player, stations, period) };
      const never = emptyIfNeverRecorded(clickhouse, []);
      const [heard, reported, blocked] = await Promise.all([
        countHeard(clickhouse, scope).catch(never),
        countReported(clickhouse, scope).catch(never),
        countRefused(clickhouse, scope, mostSites).catch(never),
      ]);
      refused = blocked;
      return merged(heard, reported);
    },
    order: longestFirst,
    present,
  });
  const site_stats = of('site').map(({ name, stats }) => ({ site: name, stats }));
  const station_stats = reply.station_stats.filter(({ key }) => key !== episodes.key);
  return { ...reply, station_stats, site_stats: site_stats.slice(0, mostSites), refused };
};

/** The last 30 days of several players of an account, without current listeners; undefined while ClickHouse is down. */
export const recentPlayerStats = async (
  deps: Pick<PlayerStatsDeps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  account: AccountKey,
  players: readonly PlayerKey[],
): Promise<Map<PlayerKey, PlayerSummary> | undefined> => {
  if (players.length === 0) return new Map();
  const stations = [...(await stationsOf(deps.db, account)), episodes].map(({ key }) => key);
  try {
    return await recentOf(deps, players, stations);
  } catch (error) {
    deps.log.warn({ error: String(error) }, 'the list of players has no numbers: ClickHouse is unreachable');
    return undefined;
  }
};

const recentOf = async (
  { clickhouse, clock }: Pick<PlayerStatsDeps, 'clickhouse' | 'clock'>,
  players: readonly PlayerKey[],
  stations: readonly StationKey[],
): Promise<Map<PlayerKey, PlayerSummary>> => {
  const end = Math.ceil(clock.now().getTime() / quarterMs) * quarterMs;
  const range = { start: end - summaryDays * dayMs, end };
  const rows = await countEach(clickhouse, players, stations, range).catch(emptyIfNeverRecorded(clickhouse, []));
  return new Map(
    rows.map(({ player, plays, uniques, sites, top_sites, ms, by_day }) => [
      player as PlayerKey,
      { plays, plays_by_day: everyDay(by_day), uniques, sites, top_sites, listening_time: ms / 1000 },
    ]),
  );
};

/** The plays of every day, the latest last. */
const everyDay = ([ago, plays]: [readonly number[], readonly number[]]): number[] => {
  const found = new Map(ago.map((days, place) => [days, plays[place] ?? 0]));
  return Array.from({ length: summaryDays }, (_, place) => found.get(summaryDays - 1 - place) ?? 0);
};

/** Without the engine, current listeners are left out; recorded data is still returned. */
const openOf = async (
  deps: PlayerStatsDeps,
  player: PlayerKey,
  stations: readonly StationKey[],
  { start, end }: { start: number; end: number },
): Promise<OpenSlice[]> => {
  const now = deps.clock.now().getTime();
  if (now < start || now >= end) return [];
  try {
    const sessions = (await deps.engine.open(stations.filter((key) => key !== episodes.key))).filter(
      ({ embed }) => embed === player,
    );
    return await openSlices(deps, sessions, now);
  } catch (error) {
    deps.log.warn(
      { error: String(error) },
      'numbers of a player leave out current listeners: the engine is unreachable',
    );
    return [];
  }
};

/** Listening to stations as the streaming server counts it, and to episodes as the player reports it. */
const merged = (heard: readonly HeardRow[], reported: readonly ReportedRow[]): Row[] => {
  const rows = new Map<string, Row>();
  const keyOf = ({ kind, name }: Row): string => `${kind} ${name}`;
  for (const row of heard) rows.set(keyOf(row), row);
  for (const { begun, listened_ms, ...row } of reported) {
    const { plays = 0, ms = 0, uniques = 0 } = rows.get(keyOf(row)) ?? {};
    rows.set(keyOf(row), { ...row, uniques, plays: plays + begun, ms: ms + listened_ms });
  }
  return [...rows.values()];
};

const longestFirst = (one: Row, other: Row): number =>
  (other.ms ?? 0) - (one.ms ?? 0) || (other.loads ?? 0) - (one.loads ?? 0);

const present = (row: Row | undefined): PlayerStats => {
  const {
    loads = 0,
    views = 0,
    plays = 0,
    uniques = 0,
    ms = 0,
    stalls = 0,
    silence_ms = 0,
    reconnects = 0,
  } = row ?? {};
  const [p50 = 0, p95 = 0] = row?.start_ms ?? [];
  return {
    ...{ loads, views, plays, uniques, stalls, silence_ms, reconnects },
    listening_time: ms / 1000,
    play_rate: views === 0 ? null : plays / views,
    start_ms: row?.starts ? { p50, p95 } : null,
    stall_ratio: ms === 0 ? null : silence_ms / ms,
  };
};
