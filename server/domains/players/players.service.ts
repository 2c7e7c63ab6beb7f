import type * as z from 'zod/mini';
import type { AccountKey, EpisodeKey, PlayerKey, StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { ListedPlayer } from '#contract/api/players.ts';
import type { ChangedPlayer, ChangedStationPlayer, NewPlayer, Player } from '#contract/api/player.ts';
import { summaryDays, type PlayerSummary } from '#contract/api/player-stats.ts';
import { dayMs } from '#contract/rules/time.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { recentPlayerStats, type PlayerStatsDeps } from '#server/domains/analytics/players/player-stats.service.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { newKey } from '#server/kernel/keys.ts';
import { storedSettings } from './player-settings.ts';
import { presentPlayer, type PresentDeps } from './players.presenter.ts';
import * as repo from './players.repo.ts';

export type PlayersDeps = Pick<Kernel, 'db' | 'clock'> & PresentDeps;

/** A page of the players that an account made, with their last 30 days; totals are exact up to 10,000. */
export const listPlayers = async (
  deps: PlayersDeps & Pick<PlayerStatsDeps, 'clickhouse' | 'log'>,
  account: AccountKey,
  page: repo.PlayersPage,
): Promise<{ entities: ListedPlayer[]; total: number; capped: boolean }> => {
  checkDepth(page.offset, 'offset');
  const { rows, ...totals } = await repo.listPlayers(deps.db, account, page);
  const keys = rows.map(({ key }) => key);
  const recent = await recentPlayerStats(deps, account, keys);
  const statsOf = (key: PlayerKey): PlayerSummary | null => (recent ? (recent.get(key) ?? noListening) : null);
  return { entities: rows.map((row) => ({ ...presentPlayer(deps, row), stats_30d: statsOf(row.key) })), ...totals };
};

const noListening: PlayerSummary = {
  ...{ plays: 0, plays_by_day: Array<number>(summaryDays).fill(0), uniques: 0, listening_time: 0 },
  ...{ sites: 0, top_sites: [] },
};

/** A player that the account made; refuses with `player.notFound`. */
export const getPlayer = async (deps: PlayersDeps, account: AccountKey, key: PlayerKey): Promise<Player> =>
  presentPlayer(deps, (await repo.findPlayer(deps.db, account, key)) ?? refuse('player.notFound'));

/** The player that a station has by itself. */
export const playerOfStation = async (deps: PlayersDeps, station: StationKey): Promise<Player> =>
  presentPlayer(deps, (await repo.findPlayerOfStation(deps.db, station)) ?? refuse('player.notFound'));

/** Creates a player of what its account has (the kernel has checked that); refuses with `player.tooMany`. */
export const createPlayer = async (
  deps: PlayersDeps,
  account: AccountKey,
  body: z.output<typeof NewPlayer>,
): Promise<Player> => {
  const { kind, stations, podcast, latest, episodes, name, domains, active, ...settings } = body;
  const first = kind === 'stations' ? stations?.[0] : kind === 'podcast' ? podcast : episodes?.[0];
  const key = await deps.db.transaction().execute(async (tx) => {
    await checkRoom(tx, account);
    return await addPlayer(tx, account, {
      name: name ?? (await repo.nameOfContent(tx, first!)).slice(0, nameMax),
      kind,
      ...(latest !== undefined && { latest }),
      ...(domains && { domains: [...new Set(domains)] }),
      ...(active !== undefined && { active }),
      settings: JSON.stringify(storedSettings({}, settings)),
      podcast_key: kind === 'podcast' ? (podcast ?? null) : null,
      stations: kind === 'stations' ? (stations ?? []) : [],
      episodes: kind === 'playlist' ? (episodes ?? []) : [],
    });
  });
  return await getPlayer(deps, account, key);
};

/** Creates a copy of a player, named “… copy”; refuses like `createPlayer`. */
export const duplicatePlayer = async (deps: PlayersDeps, account: AccountKey, key: PlayerKey): Promise<Player> => {
  const copy = await deps.db.transaction().execute(async (tx) => {
    await checkRoom(tx, account);
    const row = (await repo.findPlayer(tx, account, key)) ?? refuse('player.notFound');
    return await addPlayer(tx, account, {
      name: `${row.name.slice(0, nameMax - copyWord.length)}${copyWord}`,
      ...{ domains: row.domains, active: row.active, settings: JSON.stringify(row.settings) },
      ...{ kind: row.kind, latest: row.latest, podcast_key: row.podcast?.key ?? null },
      stations: row.stations.map((station) => station.key),
      episodes: row.episodes.map((episode) => episode.key),
    });
  });
  return await getPlayer(deps, account, copy);
};

const nameMax = 100;
const copyWord = ' copy';

/**
 * Changes a player; websites show the change within a minute. Refuses with `player.changed` another revision.
 */
export const updatePlayer = async (
  deps: PlayersDeps,
  account: AccountKey,
  key: PlayerKey,
  { stations, podcast, latest, episodes, ...body }: z.output<typeof ChangedPlayer>,
): Promise<Player> => {
  await deps.db.transaction().execute(async (tx) => {
    const before = (await repo.lockPlayer(tx, account, key)) ?? refuse('player.notFound');
    if (before.kind === 'stations' && stations) await repo.setStations(tx, key, stations);
    if (before.kind === 'playlist' && episodes) await repo.setEpisodes(tx, key, episodes);
    if (before.kind === 'podcast' && (podcast ?? latest) !== undefined)
      await repo.setPodcast(tx, key, {
        ...(podcast && { podcast_key: podcast }),
        ...(latest !== undefined && { latest }),
      });
    await change(tx, deps.clock, before, body);
  });
  return await getPlayer(deps, account, key);
};

/** Changes a station's own player, which plays that station only; refuses with `player.changed` another revision. */
export const updatePlayerOfStation = async (
  deps: PlayersDeps,
  station: StationKey,
  body: z.output<typeof ChangedStationPlayer>,
): Promise<Player> => {
  await deps.db.transaction().execute(async (tx) => {
    const before = (await repo.lockPlayerOfStation(tx, station)) ?? refuse('player.notFound');
    await change(tx, deps.clock, before, body);
  });
  return await playerOfStation(deps, station);
};

const change = async (
  tx: Tx,
  clock: Kernel['clock'],
  before: repo.LockedPlayer,
  { revision, name, domains, active, ...settings }: z.output<typeof ChangedStationPlayer>,
): Promise<void> => {
  if (before.revision !== revision) refuse('player.changed');
  await repo.updatePlayer(tx, before.key, {
    ...(name !== undefined && { name }),
    ...(domains && { domains: [...new Set(domains)] }),
    ...(active !== undefined && { active }),
    settings: JSON.stringify(storedSettings(before.settings, settings)),
    updated: clock.now(),
  });
};

/** Deletes players, all of them or none; websites stop showing them. They can be restored for 30 days. */
export const removePlayers = async (
  { db, clock }: Pick<PlayersDeps, 'db' | 'clock'>,
  account: AccountKey,
  keys: readonly PlayerKey[],
): Promise<{ removed: number }> =>
  await db.transaction().execute(async (tx) => {
    // In one order, so that two such calls don't wait for each other.
    const given = [...new Set(keys)].sort();
    for (const key of given) {
      if (!(await repo.lockPlayer(tx, account, key))) refuse('player.notFound');
      await repo.updatePlayer(tx, key, { removed_at: clock.now() });
    }
    return { removed: given.length };
  });

/** Restores a deleted player, with its former code; one that isn't deleted stays as it is. Refuses with `player.tooMany`. */
export const restorePlayer = async (deps: PlayersDeps, account: AccountKey, key: PlayerKey): Promise<Player> => {
  await deps.db.transaction().execute(async (tx) => {
    if (await repo.findPlayer(tx, account, key)) return;
    await checkRoom(tx, account);
    if (!(await repo.lockPlayer(tx, account, key, true))) refuse('player.notFound');
    await repo.updatePlayer(tx, key, { removed_at: null });
  });
  return await getPlayer(deps, account, key);
};

/** Deletes for good the players that can no longer be restored. */
export const purgePlayers = async ({ db, clock }: Pick<PlayersDeps, 'db' | 'clock'>): Promise<void> =>
  await repo.erasePlayers(db, new Date(clock.now().getTime() - limits.deletedPlayerDays * dayMs));

/** Locks the account, so that it can't exceed its limit by calls at the same time. */
const checkRoom = async (tx: Tx, account: AccountKey): Promise<void> => {
  await lockAccount(tx, account);
  const max = limits.playersOfAccount;
  if ((await repo.countPlayers(tx, account)) >= max) refuse('player.tooMany', { max });
};

type Added = Omit<Parameters<typeof repo.insertPlayer>[1], 'key' | 'account_key' | 'station_key'> & {
  stations: readonly StationKey[];
  episodes: readonly EpisodeKey[];
};

const addPlayer = async (tx: Tx, account: AccountKey, { stations, episodes, ...row }: Added): Promise<PlayerKey> => {
  const key = newKey('player');
  await repo.insertPlayer(tx, { ...row, key, account_key: account, station_key: null });
  await repo.setStations(tx, key, stations);
  await repo.setEpisodes(tx, key, episodes);
  return key;
};
