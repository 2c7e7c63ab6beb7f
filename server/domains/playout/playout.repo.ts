import { sql, type Selectable } from 'kysely';
import type { AccountKey, StationKey, TrackKey } from '#contract/keys.ts';
import type { AutoDjTable } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type AutoDjRow = Selectable<AutoDjTable>;
export type PlaylistRow = {
  key: TrackKey;
  title: string;
  artist: string;
  album: string;
  duration_ms: number;
  state: 'ready' | 'preparing' | 'failed';
};

/** The Auto DJ of a station. */
export const findAutoDj = async (db: Db | Tx, station: StationKey): Promise<AutoDjRow | undefined> =>
  await db.selectFrom('autodj').selectAll().where('station_key', '=', station).executeTakeFirst();

/** The same, held until the transaction ends: every change of a playlist waits here for the one before. */
export const lockAutoDj = async (tx: Tx, station: StationKey): Promise<AutoDjRow | undefined> =>
  await tx.selectFrom('autodj').selectAll().where('station_key', '=', station).forUpdate().executeTakeFirst();

/** The playlist in its order; a track is ready when the engine can play it in the station's format. */
export const playlistOf = async (db: Db | Tx, station: StationKey): Promise<PlaylistRow[]> =>
  (await selectPlaylist(db, station).orderBy('entry.position').orderBy('entry.track_key').execute()) as PlaylistRow[];

/** One track of the playlist. */
export const playlistTrack = async (
  db: Db | Tx,
  station: StationKey,
  track: string,
): Promise<PlaylistRow | undefined> =>
  (await selectPlaylist(db, station)
    .where('entry.track_key', '=', track as TrackKey)
    .executeTakeFirst()) as PlaylistRow | undefined;

const selectPlaylist = (db: Db | Tx, station: StationKey) =>
  db
    .selectFrom('playlist_tracks as entry')
    .innerJoin('tracks', 'tracks.key', 'entry.track_key')
    .innerJoin('stations', 'stations.key', 'entry.station_key')
    .select(['tracks.key', 'tracks.title', 'tracks.artist', 'tracks.album', 'tracks.duration_ms'])
    .select(
      sql<PlaylistRow['state']>`case
        when exists (select from renditions where renditions.track_key = tracks.key
          and renditions.codec = stations.codec and renditions.sample_rate = stations.sample_rate
          and renditions.channels = stations.channels) then 'ready'
        when tracks.state = 'failed' then 'failed' else 'preparing' end`.as('state'),
    )
    .where('entry.station_key', '=', station);

/** Puts tracks of the station behind the last one, in the order given; those already there stay where they are. */
export const appendTracks = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const added = await sql`
    insert into playlist_tracks (station_key, track_key, position)
    select ${station}, tracks.key, wanted.place + coalesce(
      (select max(position) from playlist_tracks where station_key = ${station}), 0)
    from unnest(${tracks}::text[]) with ordinality as wanted (key, place)
    join tracks on tracks.key = wanted.key and tracks.station_key = ${station}
    on conflict do nothing`.execute(tx);
  return Number(added.numAffectedRows ?? 0);
};

/**
 * Puts a track behind the last one that was uploaded before it, so that a slow file finds the place it was dropped at;
 * says whether it was not in the playlist yet.
 */
export const insertByUpload = async (tx: Tx, station: StationKey, track: TrackKey): Promise<boolean> => {
  const added = await sql`
    with own as (select created from tracks where key = ${track} and station_key = ${station}),
    places as (
      select position, created from playlist_tracks join tracks on tracks.key = playlist_tracks.track_key
      where playlist_tracks.station_key = ${station}),
    before as (
      select coalesce((select max(position) from places, own where places.created < own.created),
        (select min(position) - 2 from places), 0) as position),
    behind as (select min(places.position) as position from places, before where places.position > before.position)
    insert into playlist_tracks (station_key, track_key, position)
    select ${station}, ${track}, coalesce((before.position + behind.position) / 2, before.position + 1)
    from own, before, behind
    on conflict do nothing`.execute(tx);
  return Number(added.numAffectedRows ?? 0) > 0;
};

/** Takes tracks out of the playlist; says how many were in it. */
export const takeOutTracks = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const gone = await sql`
    delete from playlist_tracks where station_key = ${station} and track_key = any(${tracks}::text[])`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
};

/** Gives the tracks the order of the list, in one statement; says how many of them are in the playlist. */
export const orderTracks = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const moved = await sql`
    update playlist_tracks set position = wanted.place
    from unnest(${tracks}::text[]) with ordinality as wanted (key, place)
    where station_key = ${station} and track_key = wanted.key`.execute(tx);
  return Number(moved.numAffectedRows ?? 0);
};

export const countTracks = async (tx: Tx, station: StationKey): Promise<number> => {
  const { count } = await tx
    .selectFrom('playlist_tracks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('station_key', '=', station)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Notes a change of the playlist. */
export const raiseRevision = async (
  tx: Tx,
  station: StationKey,
  also: { shuffle?: boolean; appliedAndRestarted?: true } = {},
): Promise<void> => {
  await tx
    .updateTable('autodj')
    .set((eb) => ({
      revision: also.appliedAndRestarted ? eb.ref('revision') : eb('revision', '+', 1),
      ...(also.shuffle === undefined ? {} : { shuffle: also.shuffle }),
      ...(also.appliedAndRestarted
        ? { applied_revision: eb.ref('revision'), generation: eb('generation', '+', 1) }
        : {}),
    }))
    .where('station_key', '=', station)
    .execute();
};

/**
 * Raises the station's revision in this transaction, by the trigger on its row, which also tells the
 * engine's link. `clock_timestamp`, as two changes in one transaction have the same `now()`.
 */
export const touch = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx
    .updateTable('stations')
    .set({ updated: sql`clock_timestamp()` })
    .where('key', '=', station)
    .execute();
};

/** The same of every station of an account that isn't deleted. */
export const touchAllOf = async (tx: Tx, account: AccountKey): Promise<void> => {
  await tx
    .updateTable('stations')
    .set({ updated: sql`clock_timestamp()` })
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Writes whether the station should be on the air; false where it can't be: it is suspended. */
export const setRunning = async (db: Db, station: StationKey, running: boolean): Promise<boolean> => {
  const changed = await db
    .updateTable('stations')
    .set({ running, updated: sql`clock_timestamp()` })
    .where('key', '=', station)
    .where((eb) => (running ? eb('suspended_at', 'is', null) : eb.lit(true)))
    .returning('key')
    .executeTakeFirst();
  return changed !== undefined;
};
