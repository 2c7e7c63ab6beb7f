import { sql } from 'kysely';
import type { AutoDjItem, AutoDjRules, EnginePlaylist, StationDesired } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { EngineMedia } from './media-paths.ts';

type Lists = Pick<StationDesired['autodj'], 'items' | 'others' | 'jingles' | 'media_url'>;
export type DesiredAutoDj = { lists: Lists; rules: AutoDjRules };

/** Without `media` the engine must find all files in its media folder. */
export type DesiredDeps = { db: Db; media?: EngineMedia | undefined };

/** The Auto DJ tracks and rules of these stations, in three queries regardless of their number. */
export const desiredAutoDjs = async (
  { db, media }: DesiredDeps,
  keys: readonly StationKey[],
): Promise<Map<StationKey, DesiredAutoDj>> => {
  const rules = await selectRules(db, keys);
  const playlists = groupBy(await selectPlaylists(db, keys));
  const items = groupBy(await playableItems(db, keys));
  return new Map(
    rules.map(({ key, settings, timezone, ...rule }) => {
      const lists = { ...splitByList(items.get(key) ?? []), ...(media && { media_url: media.url }) };
      const { mix_offset, mix_speed } = settings;
      const mixes = { mix_offset, mix_speed, playlists: playable(playlists.get(key) ?? [], lists) };
      return [key, { lists, rules: { timezone: timezone || 'UTC', ...rule, ...mixes } }];
    }),
  );
};

const selectRules = (db: Db, keys: readonly StationKey[]) =>
  db
    .selectFrom('stations')
    .innerJoin('autodj', 'autodj.station_key', 'stations.key')
    .select(['stations.key', 'stations.settings', 'stations.default_timezone as timezone'])
    .select(['autodj.jingle_every', 'autodj.artist_minutes', 'autodj.title_minutes', 'autodj.playlist_weight'])
    .where('stations.key', 'in', [...keys])
    .execute();

type Item = Omit<AutoDjItem, 'sha256'> & {
  sha256: string | null;
  station_key: StationKey;
  list: 'items' | 'others' | 'jingles';
};

/**
 * The playable tracks: each playlist in order, the jingles, and tracks that only other playlists use. A rendition in the
 * station's bit rate is preferred; until it exists another one plays, as players only stop at a change of sample rate
 * or channels.
 */
const playableItems = async (db: Db, keys: readonly StationKey[]): Promise<Item[]> => {
  const { rows } = await sql<Item>`
    with entry as (
      select station_key, track_key, position, 'items' as list
      from playlist_tracks where station_key = any(${keys}::text[])
      union all
      select station_key, track_key, row_number() over (order by added, track_key), 'jingles'
      from jingles where station_key = any(${keys}::text[])
      union all
      select distinct member.station_key, member.track_key, 0, 'others'
      from playlist_members as member join playlists on playlists.id = member.playlist and playlists.enabled
      where member.station_key = any(${keys}::text[])
        and not exists (select from jingles where jingles.track_key = member.track_key)
        and not exists (
          select from playlist_tracks as listed
          where listed.station_key = member.station_key and listed.track_key = member.track_key))
    select entry.station_key, entry.list, tracks.key, rendition.path, tracks.title, tracks.artist, tracks.album,
      rendition.duration_ms, rendition.size as bytes, rendition.sha256
    from entry
    join stations on stations.key = entry.station_key
    join tracks on tracks.key = entry.track_key
    join lateral (
      select path, duration_ms, size, sha256 from renditions
      where renditions.track_key = tracks.key and renditions.codec = stations.codec
        and renditions.sample_rate = stations.sample_rate and renditions.channels = stations.channels
      order by renditions.bitrate = stations.bitrate desc, renditions.created desc limit 1
    ) as rendition on true
    order by entry.station_key, entry.list, entry.position, entry.track_key`.execute(db);
  return rows;
};

type Split = Required<Pick<Lists, 'items' | 'others' | 'jingles'>>;

const splitByList = (items: readonly Item[]): Split => {
  const lists: Split = { items: [], others: [], jingles: [] };
  for (const { station_key: _station, list, sha256, ...row } of items) {
    const item = { ...row, ...(sha256 !== null && { sha256 }) };
    lists[list].push(list === 'jingles' ? { ...item, kind: 'jingle' } : item);
  }
  return lists;
};

type ListRow = EnginePlaylist & { station_key: StationKey };

/** The playlists that are on, those found by tags with their newest tracks. */
const selectPlaylists = async (db: Db, keys: readonly StationKey[]): Promise<ListRow[]> => {
  const { rows } = await sql<ListRow>`
    select list.station_key, list.id, list.name, list.weight, list.shuffle, list.exclusive, list.hours,
      array_agg(newest.track_key order by newest.position, newest.track_key) as tracks
    from playlists as list
    cross join lateral (
      select track_key, position from playlist_members as member where member.playlist = list.id
      order by case when list.content = 'tags' then -position else position end limit ${limits.playlistEntries}) as newest
    where list.station_key = any(${keys}::text[]) and list.enabled
    group by list.id order by list.created, list.id`.execute(db);
  return rows;
};

/** The playlists with their playable tracks; one without any is left out, so that the others play in its hours. */
const playable = (lists: readonly ListRow[], { items, others }: Split): EnginePlaylist[] => {
  if (lists.length === 0) return [];
  const playableKeys = new Set([...items, ...others].map(({ key }) => key));
  return lists.flatMap(({ station_key: _station, ...list }) => {
    const tracks = list.tracks.filter((key) => playableKeys.has(key));
    return tracks.length === 0 ? [] : [{ ...list, tracks }];
  });
};

const groupBy = <T extends { station_key: StationKey }>(rows: readonly T[]): Map<StationKey, T[]> => {
  const groups = new Map<StationKey, T[]>();
  for (const row of rows) {
    const group = groups.get(row.station_key);
    if (group) group.push(row);
    else groups.set(row.station_key, [row]);
  }
  return groups;
};
