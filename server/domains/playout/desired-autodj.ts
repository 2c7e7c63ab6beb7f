import { sql } from 'kysely';
import type { AutoDjItem, AutoDjRules, DayPart, StationDesired } from '#contract/engine.ts';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { MediaPaths } from './media-paths.ts';

type Lists = Pick<StationDesired['autodj'], 'items' | 'others' | 'jingles'>;
export type DesiredAutoDj = { lists: Lists; rules: AutoDjRules };

/** `media` is set if the engine can't read storage directly. */
export type DesiredDeps = { db: Db; media?: MediaPaths | undefined };

/** The Auto DJ tracks and rules of these stations, in three queries regardless of their number. */
export const desiredAutoDjs = async (
  { db, media }: DesiredDeps,
  keys: readonly StationKey[],
): Promise<Map<StationKey, DesiredAutoDj>> => {
  const rules = await selectRules(db, keys);
  const parts = groupBy(await selectDayParts(db, keys));
  const items = groupBy(await playableItems(db, media, keys));
  return new Map(
    rules.map(({ key, settings, timezone, ...rule }) => {
      const lists = splitByList(items.get(key) ?? []);
      const { mix_offset, mix_speed } = settings;
      const day_parts = playableParts(parts.get(key) ?? [], [...lists.items, ...lists.others]);
      return [key, { lists, rules: { timezone: timezone || 'UTC', ...rule, mix_offset, mix_speed, day_parts } }];
    }),
  );
};

const selectRules = (db: Db, keys: readonly StationKey[]) =>
  db
    .selectFrom('stations')
    .innerJoin('autodj', 'autodj.station_key', 'stations.key')
    .select(['stations.key', 'stations.settings', 'stations.default_timezone as timezone'])
    .select(['autodj.jingle_every', 'autodj.artist_minutes', 'autodj.title_minutes'])
    .where('stations.key', 'in', [...keys])
    .execute();

type Item = AutoDjItem & { station_key: StationKey; list: 'items' | 'others' | 'jingles' };

/**
 * The playable tracks: each playlist in order, the jingles, and tracks that only dayparts use. A rendition in the
 * station's bit rate is preferred; until it exists another one plays, as players only stop at a change of sample rate
 * or channels.
 */
const playableItems = async (db: Db, media: MediaPaths | undefined, keys: readonly StationKey[]): Promise<Item[]> => {
  const { rows } = await sql<Item>`
    with entry as (
      select station_key, track_key, position, 'items' as list
      from playlist_tracks where station_key = any(${keys}::text[])
      union all
      select station_key, track_key, row_number() over (order by added), 'jingles'
      from jingles where station_key = any(${keys}::text[])
      union all
      select distinct part.station_key, named.track_key, 0, 'others'
      from day_parts as part join day_part_tracks as named on named.day_part = part.id
      where part.station_key = any(${keys}::text[])
        and not exists (select from jingles where jingles.track_key = named.track_key)
        and not exists (
          select from playlist_tracks as listed
          where listed.station_key = part.station_key and listed.track_key = named.track_key))
    select entry.station_key, entry.list, tracks.key, rendition.path, tracks.title, tracks.artist, tracks.album,
      rendition.duration_ms
    from entry
    join stations on stations.key = entry.station_key
    join tracks on tracks.key = entry.track_key
    join lateral (
      select path, duration_ms from renditions
      where renditions.track_key = tracks.key and renditions.codec = stations.codec
        and renditions.sample_rate = stations.sample_rate and renditions.channels = stations.channels
      order by renditions.bitrate = stations.bitrate desc, renditions.created desc limit 1
    ) as rendition on true
    order by entry.station_key, entry.list, entry.position, entry.track_key`.execute(db);
  if (!media) return rows;
  const paths = await media(rows.map(({ path }) => path));
  // A file that could not be copied keeps its path: the engine doesn't find it and reports the track as unreadable.
  return rows.map((row) => ({ ...row, path: paths.get(row.path) ?? row.path }));
};

const splitByList = (items: readonly Item[]): Required<Lists> => {
  const lists: Required<Lists> = { items: [], others: [], jingles: [] };
  for (const { station_key: _station, list, ...item } of items)
    lists[list].push(list === 'jingles' ? { ...item, kind: 'jingle' } : item);
  return lists;
};

type PartRow = Omit<DayPart, 'tracks'> & { station_key: StationKey; tracks: TrackKey[] };

const selectDayParts = async (db: Db, keys: readonly StationKey[]): Promise<PartRow[]> => {
  const { rows } = await sql<PartRow>`
    select part.station_key, part.id, part.name, part.days, part.from_minute as from, part.to_minute as to,
      array_agg(named.track_key order by named.position) as tracks
    from day_parts as part join day_part_tracks as named on named.day_part = part.id
    where part.station_key = any(${keys}::text[])
    group by part.id order by part.created, part.id`.execute(db);
  return rows;
};

/** The dayparts with their playable tracks; one without any is left out, so that the playlist plays in its hours. */
const playableParts = (parts: readonly PartRow[], playable: readonly AutoDjItem[]): DayPart[] => {
  if (parts.length === 0) return [];
  const playableKeys = new Set(playable.map(({ key }) => key));
  return parts.flatMap(({ station_key: _station, ...part }) => {
    const tracks = part.tracks.filter((key) => playableKeys.has(key));
    return tracks.length === 0 ? [] : [{ ...part, tracks }];
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
