import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { Tx } from '#server/kernel/kernel.ts';

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

/** How many of these tracks are in the playlist. */
export const countOf = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from playlist_tracks
    where station_key = ${station} and track_key = any(${tracks}::text[])`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** The places before and behind which tracks stand that come to before another one, or to the end (null). */
export const gapBefore = async (
  tx: Tx,
  station: StationKey,
  tracks: readonly TrackKey[],
  before: TrackKey | null,
): Promise<{ ahead: number | null; behind: number | null }> => {
  const { rows } = await sql<{ ahead: number | null; behind: number | null }>`
    with target as (
      select position from playlist_tracks where station_key = ${station} and track_key = ${before}::text)
    select (select position from target) as behind,
      (select max(position) from playlist_tracks
       where station_key = ${station} and track_key <> all(${tracks}::text[])
         and position < coalesce((select position from target), 'infinity')) as ahead`.execute(tx);
  return rows[0] ?? { ahead: null, behind: null };
};

/** Gives each of these tracks a place; nothing is said of the others. */
export const placeTracks = async (
  tx: Tx,
  station: StationKey,
  tracks: readonly TrackKey[],
  positions: readonly number[],
): Promise<void> => {
  await sql`
    update playlist_tracks set position = wanted.position
    from unnest(${tracks}::text[], ${positions}::double precision[]) as wanted (key, position)
    where station_key = ${station} and track_key = wanted.key`.execute(tx);
};

/** Numbers the whole playlist anew, in the order it has. */
export const numberAnew = async (tx: Tx, station: StationKey): Promise<void> => {
  await sql`
    update playlist_tracks set position = counted.place
    from (
      select track_key, row_number() over (order by position, track_key) as place
      from playlist_tracks where station_key = ${station}) as counted
    where station_key = ${station} and playlist_tracks.track_key = counted.track_key`.execute(tx);
};
