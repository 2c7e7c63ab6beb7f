import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { SongRequestState } from '#contract/api/song-requests.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { SongRequestsTable } from './song-requests.tables.ts';

export type SongRequestRow = Selectable<SongRequestsTable>;

/** A request, locked until commit in a transaction. */
export const findRequest = async (
  db: Db | Tx,
  station: StationKey,
  id: string,
  { isLocked = false } = {},
): Promise<SongRequestRow | undefined> =>
  await db
    .selectFrom('song_requests')
    .selectAll()
    .where('station_key', '=', station)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();

const mostListed = 100;

/** The latest requests of a station, newest first, with the names of those who decided. */
export const latestRequests = async (
  db: Db,
  station: StationKey,
  id?: string,
): Promise<(SongRequestRow & { by: string })[]> =>
  await db
    .selectFrom('song_requests')
    .leftJoin('users', 'users.id', 'song_requests.decided_by')
    .selectAll('song_requests')
    .select(
      sql<string>`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email, '')`.as('by'),
    )
    .where('station_key', '=', station)
    .$if(id !== undefined, (query) => query.where('song_requests.id', '=', id ?? ''))
    .orderBy('song_requests.created', 'desc')
    .orderBy('song_requests.id')
    .limit(mostListed)
    .execute();

export const insertRequest = async (tx: Tx, row: Insertable<Database['song_requests']>): Promise<SongRequestRow> =>
  await tx.insertInto('song_requests').values(row).returningAll().executeTakeFirstOrThrow();

/** Changes a request that is in one of these states; false if it is in none of them. */
export const changeRequest = async (
  db: Db | Tx,
  id: string,
  from: readonly SongRequestState[],
  changes: Updateable<Database['song_requests']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('song_requests')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A song that listeners of the station may request; undefined for any other. */
export const requestableSong = async (
  db: Db | Tx,
  station: StationKey,
  track: TrackKey,
  songs: 'playlist' | 'library',
): Promise<{ title: string; artist: string } | undefined> => {
  const { rows } = await sql<{ title: string; artist: string }>`
    select title, artist from tracks where key = ${track} and ${isRequestable(station, songs)}`.execute(db);
  return rows[0];
};

/** The songs whose title, artist or album match every word, by artist and title. */
export const searchSongs = async (
  db: Db,
  station: StationKey,
  words: readonly string[],
  { songs, limit }: { songs: 'playlist' | 'library'; limit: number },
): Promise<{ key: TrackKey; title: string; artist: string }[]> => {
  const matching = words.map((word) => sql`tracks.search_name like search_pattern(${word})`);
  const all = sql.join([isRequestable(station, songs), ...matching], sql` and `);
  const { rows } = await sql<{ key: TrackKey; title: string; artist: string }>`
    select key, title, artist from tracks where ${all}
    order by lower(artist), lower(title), key limit ${limit}`.execute(db);
  return rows;
};

/** Only what can be played now: in the station's format, and no jingle. */
const isRequestable = (station: StationKey, songs: 'playlist' | 'library') => sql`tracks.station_key = ${station}
  and exists (
    select from renditions join stations on stations.key = ${station}
    where renditions.track_key = tracks.key and renditions.codec = stations.codec
      and renditions.sample_rate = stations.sample_rate and renditions.channels = stations.channels)
  and not exists (select from jingles where jingles.track_key = tracks.key)
  ${
    songs === 'library'
      ? sql``
      : sql`and (exists (
            select from playlist_tracks where playlist_tracks.track_key = tracks.key
              and playlist_tracks.station_key = ${station})
          or tracks.key in (
            select member.track_key from playlist_members as member
            join playlists on playlists.id = member.playlist and playlists.enabled
            where member.station_key = ${station}))`
  }`;

export type RequestCounts = { waiting: number; ofListener: number; ofSong: number; ofArtist: number };

/** How many requests of a station wait, and how many a listener, a song and an artist had since these times. */
export const countRequests = async (
  tx: Tx,
  station: StationKey,
  of: { listener: string; track: TrackKey; artist: string },
  since: { listener: Date; song: Date; artist: Date },
): Promise<RequestCounts> => {
  const { rows } = await sql<RequestCounts>`
    select
      count(*) filter (where state in ('waiting', 'approved'))::int as waiting,
      count(*) filter (where listener = ${of.listener} and created > ${since.listener})::int as "ofListener",
      count(*) filter (where track_key = ${of.track} and created > ${since.song} and ${counts})::int as "ofSong",
      count(*) filter (
        where lower(trim(artist)) = lower(trim(${of.artist})) and trim(artist) <> ''
          and created > ${since.artist} and ${counts})::int as "ofArtist"
    from song_requests
    where station_key = ${station}
      and (state in ('waiting', 'approved')
        or created > least(${since.listener}::timestamptz, ${since.song}::timestamptz, ${since.artist}::timestamptz))`.execute(
    tx,
  );
  return rows[0]!;
};

/** Refused, expired and removed songs may be requested again. */
const counts = sql`state in ('waiting', 'approved', 'playing', 'played')`;
