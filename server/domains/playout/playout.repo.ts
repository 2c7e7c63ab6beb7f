import { sql, type Selectable } from 'kysely';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { AutoDjTable } from './playout.tables.ts';

export type AutoDjRow = Selectable<AutoDjTable>;
export type PlaylistRow = {
  key: TrackKey;
  title: string;
  artist: string;
  album: string;
  duration_ms: number;
  url: string | null;
  /** Hash of the audio, equal for identical recordings; '' if unknown. */
  sound: string;
  state: 'ready' | 'preparing' | 'failed';
};

/** The Auto DJ of a station. */
export const findAutoDj = async (db: Db | Tx, station: StationKey): Promise<AutoDjRow | undefined> =>
  await db.selectFrom('autodj').selectAll().where('station_key', '=', station).executeTakeFirst();

/** The same, locked until the transaction ends, which serializes the changes of a playlist. */
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
    .select(playlistColumns)
    .where('entry.station_key', '=', station);

/** The columns of a PlaylistRow, from `tracks` joined with `stations`. */
export const playlistColumns = [
  'tracks.key',
  'tracks.title',
  'tracks.artist',
  'tracks.album',
  'tracks.duration_ms',
  'tracks.url',
  sql<string>`coalesce(tracks.sound_hash, tracks.sha256)`.as('sound'),
  sql<PlaylistRow['state']>`case
    when exists (select from renditions where renditions.track_key = tracks.key
      and renditions.codec = stations.codec and renditions.sample_rate = stations.sample_rate
      and renditions.channels = stations.channels) then 'ready'
    when tracks.state = 'failed' then 'failed' else 'preparing' end`.as('state'),
] as const;

/** Raises the playlist's revision, or marks the current one as applied and restarts the playlist. */
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
 * Raises the station's revision in this transaction by the trigger on its row, which also makes the portal send it to
 * the engine. Uses `clock_timestamp`, as two changes in one transaction have the same `now()`.
 */
export const touch = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx
    .updateTable('stations')
    .set({ updated: sql`clock_timestamp()` })
    .where('key', '=', station)
    .execute();
};

/** The same for all stations of an account except deleted ones. */
export const touchStationsOfAccount = async (tx: Tx, account: AccountKey): Promise<void> => {
  await tx
    .updateTable('stations')
    .set({ updated: sql`clock_timestamp()` })
    .where('account_key', '=', account)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Whether the station's account is held, so that nothing of it can be on the air. */
export const isHeld = async (db: Db, station: StationKey): Promise<boolean> => {
  const found = await db
    .selectFrom('stations')
    .innerJoin('accounts', 'accounts.key', 'stations.account_key')
    .select('stations.key')
    .where('stations.key', '=', station)
    .where('accounts.held_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
};

/** Sets whether the station should be on the air; false if it is suspended and can't start. */
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

/** The station's time zone; UTC by default. */
export const timeZoneOf = async (db: Db | Tx, station: StationKey): Promise<string> =>
  (await db.selectFrom('stations').select('default_timezone').where('key', '=', station).executeTakeFirst())
    ?.default_timezone || 'UTC';
