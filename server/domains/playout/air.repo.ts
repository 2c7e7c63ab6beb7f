import { sql } from 'kysely';
import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** The names of these users, by their IDs; the e-mail of one without a name. */
export const namesOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .select(sql<string>`coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)`.as('name'))
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Who requested these songs of a station, as they signed, by the IDs of the requests. */
export const requestNamesOf = async (
  db: Db,
  station: StationKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from song_requests where station_key = ${station} and id::text = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** A track of the station; `path` and `bytes` are null until it has a rendition in the station's format. */
export type PlayableTrack = Omit<AutoDjItem, 'path' | 'bytes' | 'sha256' | 'kind'> & {
  path: string | null;
  bytes: number | null;
  sha256: string | null;
  is_jingle: boolean;
};

/** The track as the engine can play it, in the station's bit rate if there is one. */
export const playableTrack = async (
  db: Db,
  station: StationKey,
  track: TrackKey,
): Promise<PlayableTrack | undefined> => {
  const { rows } = await sql<PlayableTrack>`
    select tracks.key, tracks.title, tracks.artist, tracks.album,
      rendition.path, rendition.size as bytes, rendition.sha256,
      coalesce(rendition.duration_ms, 0) as duration_ms,
      exists (select from jingles where jingles.track_key = tracks.key) as is_jingle
    from tracks join stations on stations.key = tracks.station_key
    left join lateral (
      select path, duration_ms, size, sha256 from renditions
      where renditions.track_key = tracks.key and renditions.codec = stations.codec
        and renditions.sample_rate = stations.sample_rate and renditions.channels = stations.channels
      order by renditions.bitrate = stations.bitrate desc, renditions.created desc limit 1
    ) as rendition on true
    where tracks.key = ${track} and tracks.station_key = ${station}`.execute(db);
  return rows[0];
};
