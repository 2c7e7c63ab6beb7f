import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { TrackUse } from '#contract/api/library.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { TrackRow } from './library.repo.ts';

export type TrackPage = {
  offset: number;
  limit: number;
  search: string;
  sortBy: 'created' | 'title' | 'artist' | 'duration';
  sortDesc: boolean;
  tag?: string | undefined;
};

/** The columns of a track that lists show. */
export type ListedTrack = Omit<TrackRow, 'search_name' | 'loudness' | 'true_peak' | 'sound_hash' | 'updated'>;

/** From this many matches on, an index scan in sort order finds a page sooner than sorting all matches. */
const scanFrom = 2000;

/** One page of a station's tracks that match every word, and their total; full rows are read for the page only. */
export const findTracks = async (
  db: Db,
  station: StationKey,
  page: TrackPage,
): Promise<{ rows: ListedTrack[]; total: number; capped: boolean }> => {
  const matches = sql`from tracks where station_key = ${station} ${matching(page.search)} ${tagged(station, page.tag)}`;
  const { total, capped } = await countRows(db, sql`select ${matches}`);
  if (total === 0 || (!capped && page.offset >= total)) return { rows: [], total, capped };
  const isScanned = (page.search === '' && page.tag === undefined) || total >= scanFrom;
  const bounds = sql`limit ${page.limit} offset ${page.offset}`;
  const keys = isScanned
    ? sql`select key ${matches} order by ${orderOf(page)} ${bounds}`
    : sql`select key from (select * ${matches} offset 0) own order by ${orderOf(page)} ${bounds}`;
  const { rows } = await sql<ListedTrack>`
    with page as materialized (${keys})
    select ${listedColumns} from page join tracks using (key) order by ${orderOf(page)}`.execute(db);
  return { rows, total, capped };
};

const listedColumns = sql`key, station_key, title, artist, album, isrc, label, duration_ms, size, filename, original, sha256, state, artwork,
  codec, bitrate, url, created, sound_from_ms, sound_to_ms, starts_ms, ends_ms`;

/** One or two letters match the start of words, three or more match anywhere. */
const matching = (search: string): RawBuilder<unknown> => {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10);
  const each = words.map((word): Expression<SqlBool> => nameMatches('tracks', word));
  return each.length === 0 ? sql`` : sql`and ${sql.join(each, sql` and `)}`;
};

const tagged = (station: StationKey, tag: string | undefined): RawBuilder<unknown> =>
  tag === undefined
    ? sql``
    : sql`and exists (
        select from track_tags where station_key = ${station} and tag = ${tag} and track_key = tracks.key)`;

/** Each order is served by an index, ascending or descending. */
const sortColumns = {
  created: [sql`created`],
  title: [sql`lower(title)`],
  artist: [sql`lower(artist)`, sql`lower(title)`],
  duration: [sql`duration_ms`],
};

/** Newest first uses an index in which keys ascend within one timestamp. */
const orderOf = ({ sortBy, sortDesc }: TrackPage): RawBuilder<unknown> => {
  const direction = sortDesc ? sql`desc` : sql`asc`;
  const byKey = sortBy === 'created' ? (sortDesc ? sql`asc` : sql`desc`) : direction;
  return sql.join([...sortColumns[sortBy].map((column) => sql`${column} ${direction}`), sql`key ${byKey}`]);
};

/** Where these tracks of a station are used; unused tracks have no entry. */
export const usesOf = async (
  db: Db | Tx,
  station: StationKey,
  keys: readonly TrackKey[],
): Promise<Map<TrackKey, TrackUse[]>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<TrackUse & { key: TrackKey }>`
    select track_key as key, 'playlist' as kind, '' as name, place as position from (
      select track_key, row_number() over (order by position, track_key) as place from playlist_tracks
      where station_key = ${station}
        and exists (select from playlist_tracks where station_key = ${station} and track_key = any(${keys}))) entries
    where track_key = any(${keys})
    union all
    select track_key, 'jingles', '', null from jingles where track_key = any(${keys}) and station_key = ${station}
    union all
    select distinct track_key, 'other_playlist', name, null::bigint
    from playlist_members join playlists on playlists.id = playlist
    where track_key = any(${keys}) and playlist_members.station_key = ${station}`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, uses]) => [
      key,
      uses.map(({ kind, name, position }) => ({ kind, name, position: position === null ? null : Number(position) })),
    ]),
  );
};
