import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { AccountKey, EpisodeKey, PlayerKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PlayersTable } from './players.tables.ts';

/** A player with what it plays, in order; `logo` is the name of an image. */
export type PlayerRow = Omit<Selectable<PlayersTable>, 'removed_at' | 'podcast_key'> & {
  stations: { key: StationKey; name: string; mount: string; logo: string | null }[];
  podcast: { key: PodcastKey; title: string } | null;
  episodes: { key: EpisodeKey; title: string }[];
};

export type PlayersPage = {
  limit: number;
  offset: number;
  search?: string | undefined;
  sortBy: keyof typeof sortColumns;
  sortDesc: boolean;
};

const sortColumns = {
  name: sql`lower(players.name)`,
  created: sql`players.created`,
  updated: sql`players.updated`,
} as const;

/**
 * What a player plays must belong to its account: a station that moved to another one, or was deleted, is left out, and plays again
 * if it returns.
 */
const selectPlayers = sql`
  select players.key, players.account_key, players.station_key, players.settings, players.domains, players.active,
    players.kind, players.latest, players.revision, players.created, players.updated,
    case when players.name <> '' then players.name else coalesce(own.name, '') end as name,
    coalesce((select jsonb_agg(jsonb_build_object('key', s.key, 'name', s.name, 'mount', s.streamname, 'logo', s.logo)
        order by played.position)
      from player_stations played join stations s on s.key = played.station_key
      where played.player_key = players.key and s.account_key = players.account_key and s.deleted_at is null), '[]') as stations,
    (select jsonb_build_object('key', p.key, 'title', p.title) from podcasts p
      where p.key = players.podcast_key and p.account_key = players.account_key) as podcast,
    coalesce((select jsonb_agg(jsonb_build_object('key', e.key, 'title', e.title) order by played.position)
      from player_episodes played join episodes e on e.key = played.episode_key join podcasts p on p.key = e.podcast_key
      where played.player_key = players.key and p.account_key = players.account_key), '[]') as episodes
  from players left join stations own on own.key = players.station_key`;

/** Conditions on `players` for the players that an account made, without deleted ones. */
const madeBy = (account: AccountKey): RawBuilder<unknown> =>
  sql`players.account_key = ${account} and players.station_key is null and players.removed_at is null`;

/** A page of the players that an account made. */
export const listPlayers = async (
  db: Db,
  account: AccountKey,
  { limit, offset, search, sortBy, sortDesc }: PlayersPage,
): Promise<{ rows: PlayerRow[]; total: number; capped: boolean }> => {
  const wanted = search
    ? sql`${madeBy(account)} and position(lower(${search}) in lower(players.name)) > 0`
    : madeBy(account);
  const direction = sql.raw(sortDesc ? 'desc' : 'asc');
  const [{ rows }, totals] = await Promise.all([
    sql<PlayerRow>`${selectPlayers} where ${wanted}
      order by ${sortColumns[sortBy]} ${direction}, players.key limit ${limit} offset ${offset}`.execute(db),
    countRows(db, sql`select from players where ${wanted}`),
  ]);
  return { rows, ...totals };
};

/** One player that the account made. */
export const findPlayer = async (db: Db | Tx, account: AccountKey, key: PlayerKey): Promise<PlayerRow | undefined> =>
  (await sql<PlayerRow>`${selectPlayers} where ${madeBy(account)} and players.key = ${key}`.execute(db)).rows[0];

/** A station's own player. */
export const findPlayerOfStation = async (db: Db | Tx, station: StationKey): Promise<PlayerRow | undefined> =>
  (await sql<PlayerRow>`${selectPlayers} where players.station_key = ${station}`.execute(db)).rows[0];

/** A player that may be shown to the public: neither it nor its account or station is deleted. */
export const findShownPlayer = async (
  db: Db,
  key: PlayerKey,
): Promise<(PlayerRow & { suspended: boolean }) | undefined> =>
  (
    await sql<PlayerRow & { suspended: boolean }>`
      select found.*, a.suspended_at is not null or a.held_at is not null as suspended
      from (${selectPlayers} where players.key = ${key} and players.removed_at is null and own.deleted_at is null) found
      join accounts a on a.key = found.account_key where a.deleted_at is null`.execute(db)
  ).rows[0];

export type LockedPlayer = Selectable<PlayersTable>;

/** Locks a player that the account made until the transaction ends; deleted ones if asked. */
export const lockPlayer = async (
  tx: Tx,
  account: AccountKey,
  key: PlayerKey,
  removed = false,
): Promise<LockedPlayer | undefined> =>
  await tx
    .selectFrom('players')
    .selectAll()
    .where('key', '=', key)
    .where('account_key', '=', account)
    .where('station_key', 'is', null)
    .where('removed_at', removed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Locks a station's own player until the transaction ends. */
export const lockPlayerOfStation = async (tx: Tx, station: StationKey): Promise<LockedPlayer | undefined> =>
  await tx.selectFrom('players').selectAll().where('station_key', '=', station).forUpdate().executeTakeFirst();

/** The name of what a player plays first. */
export const nameOfContent = async (tx: Tx, key: StationKey | PodcastKey | EpisodeKey): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select name from stations where key = ${key} union all select title from podcasts where key = ${key}
    union all select title from episodes where key = ${key}`.execute(tx);
  return rows[0]?.name ?? '';
};

/** How many players the account made, without deleted ones. */
export const countPlayers = async (tx: Tx, account: AccountKey): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from players where ${madeBy(account)}`.execute(tx);
  return rows[0]?.count ?? 0;
};

export const insertPlayer = async (tx: Tx, row: Insertable<PlayersTable>): Promise<void> => {
  await tx.insertInto('players').values(row).execute();
};

/** Changes a player and increases its revision. */
export const updatePlayer = async (tx: Tx, key: PlayerKey, values: Updateable<PlayersTable>): Promise<void> => {
  await tx
    .updateTable('players')
    .set({ ...values, revision: sql<number>`revision + 1` })
    .where('key', '=', key)
    .execute();
};

/** Changes the podcast of a player, or how many of its newest episodes it plays. */
export const setPodcast = async (
  tx: Tx,
  key: PlayerKey,
  values: Pick<Updateable<PlayersTable>, 'podcast_key' | 'latest'>,
): Promise<void> => {
  await tx.updateTable('players').set(values).where('key', '=', key).execute();
};

/** Replaces the stations of a player. */
export const setStations = async (tx: Tx, key: PlayerKey, stations: readonly StationKey[]): Promise<void> => {
  await tx.deleteFrom('player_stations').where('player_key', '=', key).execute();
  const rows = [...new Set(stations)].map((station_key, position) => ({ player_key: key, station_key, position }));
  if (rows.length > 0) await tx.insertInto('player_stations').values(rows).execute();
};

/** Replaces the episodes of a playlist. */
export const setEpisodes = async (tx: Tx, key: PlayerKey, episodes: readonly EpisodeKey[]): Promise<void> => {
  await tx.deleteFrom('player_episodes').where('player_key', '=', key).execute();
  const rows = [...new Set(episodes)].map((episode_key, position) => ({ player_key: key, episode_key, position }));
  if (rows.length > 0) await tx.insertInto('player_episodes').values(rows).execute();
};

/** Moves a station's own player to another account with the station. */
export const movePlayerOfStation = async (
  tx: Tx,
  station: StationKey,
  account: AccountKey,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('players')
    .set({ account_key: account, updated: now, revision: sql<number>`revision + 1` })
    .where('station_key', '=', station)
    .execute();
};

/** Deletes for good the players that were deleted before this time. */
export const erasePlayers = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('players').where('removed_at', '<', before).execute();
};
