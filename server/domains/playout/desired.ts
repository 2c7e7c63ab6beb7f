import { sql } from 'kysely';
import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';
import { stationCategories } from '#contract/limits.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { MediaPaths } from './media-paths.ts';

/** `media` is given where the engine can't read storage itself. */
export type DesiredFrom = { db: Db; media?: MediaPaths | undefined };

/** What the engine is to do with a station: this document, or nothing where the station is deleted. */
export type Desired = { key: StationKey; revision: number; document: StationDesired | undefined };

/**
 * Builds what the engine must know of these stations, in two queries however many they are. The rows are
 * read before the playlists, so that a document is never older than the revision it bears.
 */
export const desiredStations = async ({ db, media }: DesiredFrom, keys: readonly StationKey[]): Promise<Desired[]> => {
  const rows = await selectStations(db, keys);
  const items = await playableItems(db, media, keys);
  return rows.map((row) => ({
    key: row.key,
    revision: row.revision,
    document: row.deleted_at === null ? documentOf(row, items.get(row.key) ?? []) : undefined,
  }));
};

/** Every station that should be known to the engine, with its revision. */
export const everyRevision = async (db: Db): Promise<{ key: StationKey; revision: number }[]> =>
  await db.selectFrom('stations').select(['key', 'revision']).where('deleted_at', 'is', null).execute();

type Row = Awaited<ReturnType<typeof selectStations>>[number];

const selectStations = (db: Db, keys: readonly StationKey[]) =>
  db
    .selectFrom('stations')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .leftJoin('autodj', 'autodj.station_key', 'stations.key')
    .selectAll('stations')
    .select([
      'accounts.suspended_at as account_suspended_at',
      'accounts.deleted_at as account_deleted_at',
      'autodj.shuffle',
      'autodj.generation',
    ])
    .where('stations.key', 'in', [...keys])
    .execute();

const documentOf = (row: Row, items: AutoDjItem[]): StationDesired => {
  const reason = reasonOffAir(row);
  return {
    key: row.key,
    account: row.account_key,
    revision: row.revision,
    mount: row.streamname,
    name: row.name,
    description: row.description,
    idle_title: row.settings.metadata,
    genre: stationCategories.find((category) => category.id === row.category)?.name ?? '',
    website: row.website,
    public: row.public,
    running: reason === '',
    reason,
    format: { codec: row.codec, sample_rate: row.sample_rate, channels: row.channels, bitrate: row.bitrate },
    password: row.source_password,
    burst_ms: row.burst,
    steady_ms: 200,
    stall_ms: 2000,
    hold_ms: 600_000,
    autodj: { items, shuffle: row.shuffle ?? false, generation: row.generation ?? 1 },
    limits: { listeners: null },
    hls: row.settings.hls ?? false,
  };
};

/** Why listeners and encoders are refused; '' where they aren't. */
const reasonOffAir = (row: Row): string => {
  if (row.account_suspended_at !== null || row.account_deleted_at !== null)
    return "The station's account is suspended.";
  if (row.suspended_at !== null) return 'The station is not active.';
  if (!row.running) return 'The station is off the air.';
  return '';
};

type Item = AutoDjItem & { station_key: StationKey };

/**
 * The tracks that can be played as they are, in the order of each playlist. A rendition in the station's
 * bit rate is preferred; one in another plays until it is there, as only sample rate and channels stop a player.
 */
const playableItems = async (
  db: Db,
  media: MediaPaths | undefined,
  keys: readonly StationKey[],
): Promise<Map<StationKey, AutoDjItem[]>> => {
  const { rows } = await sql<Item>`
    select entry.station_key, tracks.key, rendition.path, tracks.title, tracks.artist, tracks.album, rendition.duration_ms
    from playlist_tracks as entry
    join stations on stations.key = entry.station_key
    join tracks on tracks.key = entry.track_key
    join lateral (
      select path, duration_ms from renditions
      where renditions.track_key = tracks.key and renditions.codec = stations.codec
        and renditions.sample_rate = stations.sample_rate and renditions.channels = stations.channels
      order by renditions.bitrate = stations.bitrate desc, renditions.created desc limit 1
    ) as rendition on true
    where entry.station_key = any(${keys}::text[])
    order by entry.station_key, entry.position, entry.track_key`.execute(db);
  const byStation = new Map<StationKey, AutoDjItem[]>();
  const paths = media && (await media(rows.map((row) => row.path)));
  for (const { station_key, ...row } of rows) {
    const path = paths ? paths.get(row.path) : row.path;
    if (path === undefined) continue;
    const item = { ...row, path };
    const there = byStation.get(station_key);
    if (there) there.push(item);
    else byStation.set(station_key, [item]);
  }
  return byStation;
};
