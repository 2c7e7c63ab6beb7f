import { sql } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Tx } from '#server/kernel/kernel.ts';

/** Appends tracks of the station in the given order; those already in the playlist stay where they are. */
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
 * Inserts a track after the last one uploaded before it, so that files dropped together play in upload order even if
 * one is slow to process. Returns false if the track was already in the playlist.
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

/** Removes tracks from the playlist; returns how many of them were in it. */
export const removeEntries = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from playlist_tracks where station_key = ${station} and track_key = any(${tracks}::text[])`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

/** Orders the playlist like this list, in one statement; returns how many of the tracks are in it. */
export const orderTracks = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    update playlist_tracks set position = wanted.place
    from unnest(${tracks}::text[]) with ordinality as wanted (key, place)
    where station_key = ${station} and track_key = wanted.key`.execute(tx);
  return Number(numAffectedRows ?? 0);
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
export const countListed = async (tx: Tx, station: StationKey, tracks: readonly TrackKey[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from playlist_tracks
    where station_key = ${station} and track_key = any(${tracks}::text[])`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** The positions on either side of the gap before `before`, or at the end (null), not counting the moved tracks. */
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

/** Sets the positions of these tracks; all others stay. */
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

/** Renumbers the whole playlist in its current order. */
export const renumber = async (tx: Tx, station: StationKey): Promise<void> => {
  await sql`
    update playlist_tracks set position = counted.place
    from (
      select track_key, row_number() over (order by position, track_key) as place
      from playlist_tracks where station_key = ${station}) as counted
    where station_key = ${station} and playlist_tracks.track_key = counted.track_key`.execute(tx);
};
