import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { NewPlaylist, PlaylistRow } from '#contract/api/playlists.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { playlistColumns, type PlaylistRow as TrackRow } from './playout.repo.ts';

/** A station's playlists beside its own one, in the order they were added; without jingles, which are never music. */
export const playlistsOf = async (db: Db | Tx, station: StationKey): Promise<PlaylistRow[]> => {
  const { rows } = await sql<PlaylistRow>`
    select list.id, list.name, list.weight, list.enabled, list.shuffle, list.exclusive, list.hours, list.content, list.tags,
      list.match, count(tracks.key)::int as tracks_count, coalesce(sum(tracks.duration_ms), 0)::float8 / 1000 as duration
    from playlists as list
    left join playlist_members as member on member.playlist = list.id
      and not exists (select from jingles where jingles.track_key = member.track_key)
    left join tracks on tracks.key = member.track_key
    where list.station_key = ${station}
    group by list.id
    order by list.created, list.id`.execute(db);
  return rows;
};

/** The names of a station's playlists, by their IDs. */
export const playlistNames = async (db: Db, station: StationKey): Promise<(readonly [string, string])[]> => {
  const rows = await db.selectFrom('playlists').select(['id', 'name']).where('station_key', '=', station).execute();
  return rows.map(({ id, name }) => [id, name] as const);
};

/** The weight, and the number and duration (seconds) of the tracks, of the station's own playlist. */
export const ownPlaylist = async (
  db: Db | Tx,
  station: StationKey,
): Promise<{ weight: number; tracks_count: number; duration: number } | undefined> => {
  const { rows } = await sql<{ weight: number; tracks_count: number; duration: number }>`
    select playlist_weight as weight, count(tracks.key)::int as tracks_count,
      coalesce(sum(tracks.duration_ms), 0)::float8 / 1000 as duration
    from autodj
    left join playlist_tracks using (station_key)
    left join tracks on tracks.key = playlist_tracks.track_key
    where autodj.station_key = ${station}
    group by autodj.station_key`.execute(db);
  return rows[0];
};

export const setOwnWeight = async (tx: Tx, station: StationKey, weight: number): Promise<void> => {
  await tx.updateTable('autodj').set({ playlist_weight: weight }).where('station_key', '=', station).execute();
};

/** The tracks of a playlist, in their order; at most `limit`. */
export const tracksOfPlaylist = async (db: Db | Tx, id: string, limit: number): Promise<TrackRow[]> =>
  (await db
    .selectFrom('playlist_members as member')
    .innerJoin('tracks', 'tracks.key', 'member.track_key')
    .innerJoin('stations', 'stations.key', 'member.station_key')
    .select(playlistColumns)
    .where('member.playlist', '=', id)
    .orderBy('member.position')
    .orderBy('member.track_key')
    .limit(limit)
    .execute()) as TrackRow[];

/** The tracks picked by hand. */
export const entriesOf = async (tx: Tx, id: string): Promise<TrackKey[]> => {
  const entries = tx.selectFrom('playlist_entries').select('track_key').where('playlist', '=', id);
  return (await entries.orderBy('position').execute()).map(({ track_key }) => track_key);
};

const columnsOf = (list: NewPlaylist) => ({
  name: list.name,
  weight: list.weight,
  enabled: list.enabled,
  shuffle: list.shuffle,
  exclusive: list.exclusive,
  hours: JSON.stringify(list.hours),
  content: list.content,
  tags: list.content === 'tags' ? [...new Set(list.tags)] : [],
  match: list.match,
});

export const insertPlaylist = async (tx: Tx, station: StationKey, list: NewPlaylist): Promise<string> =>
  (
    await tx
      .insertInto('playlists')
      .values({ station_key: station, ...columnsOf(list) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const updatePlaylist = async (tx: Tx, id: string, list: NewPlaylist): Promise<void> => {
  await tx.updateTable('playlists').set(columnsOf(list)).where('id', '=', id).execute();
};

/** Returns whether the playlist existed. */
export const deletePlaylist = async (tx: Tx, station: StationKey, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('playlists')
    .where('id', '=', id)
    .where('station_key', '=', station)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Replaces the tracks picked by hand; returns how many of them belong to the station. */
export const setEntries = async (
  tx: Tx,
  station: StationKey,
  id: string,
  tracks: readonly TrackKey[],
): Promise<number> => {
  await tx.deleteFrom('playlist_entries').where('playlist', '=', id).execute();
  const added = await sql`
    insert into playlist_entries (playlist, track_key, position)
    select ${id}, tracks.key, wanted.place
    from unnest(${tracks}::text[]) with ordinality as wanted (key, place)
    join tracks on tracks.key = wanted.key and tracks.station_key = ${station}`.execute(tx);
  return Number(added.numAffectedRows ?? 0);
};
