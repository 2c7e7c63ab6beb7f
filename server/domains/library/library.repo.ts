import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { RenditionFormat } from '#server/engines/audio/port.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { RenditionsTable, TracksTable, UploadTasksTable } from './library.tables.ts';

export type TrackRow = Selectable<TracksTable>;
export type TaskRow = Selectable<UploadTasksTable>;

export const findTrack = async (db: Db | Tx, key: TrackKey): Promise<TrackRow | undefined> =>
  await db.selectFrom('tracks').selectAll().where('key', '=', key).executeTakeFirst();

export const findTask = async (db: Db, id: string): Promise<TaskRow | undefined> =>
  await db.selectFrom('upload_tasks').selectAll().where('id', '=', id).executeTakeFirst();

/** The number of tracks of a station. */
export const countTracks = async (db: Db | Tx, station: StationKey): Promise<number> => {
  const { count } = await db
    .selectFrom('tracks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('station_key', '=', station)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Locks the library of a station until the transaction ends, so that concurrent uploads respect its limit. */
export const lockLibrary = async (tx: Tx, station: StationKey): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`library ${station}`}, 0))`.execute(tx);
};

/** A ready track of the station with the same bytes, or with the same audio regardless of tags. */
export const findCopy = async (
  db: Db | Tx,
  station: StationKey,
  of: { sha256: string } | { sound_hash: string },
): Promise<TrackRow | undefined> =>
  await db
    .selectFrom('tracks')
    .selectAll()
    .where('station_key', '=', station)
    .where('state', '=', 'ready')
    .where(({ eb }) => ('sha256' in of ? eb('sha256', '=', of.sha256) : eb('sound_hash', '=', of.sound_hash)))
    .orderBy('created')
    .limit(1)
    .executeTakeFirst();

export const insertTask = async (db: Db | Tx, task: Insertable<UploadTasksTable>): Promise<void> => {
  await db.insertInto('upload_tasks').values(task).execute();
};

export const insertUpload = async (
  tx: Tx,
  track: Insertable<TracksTable>,
  task: Insertable<UploadTasksTable>,
): Promise<void> => {
  await tx.insertInto('tracks').values(track).execute();
  await insertTask(tx, task);
};

export const updateTrack = async (
  tx: Db | Tx,
  key: TrackKey,
  values: Updateable<TracksTable>,
): Promise<TrackRow | undefined> =>
  await tx
    .updateTable('tracks')
    .set({ ...values, updated: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();

/** Changes tracks of a station; returns their number. */
export const updateTracksOf = async (
  tx: Tx,
  station: StationKey,
  tracks: readonly TrackKey[],
  values: Updateable<TracksTable>,
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('tracks')
    .set({ ...values, updated: sql`now()` })
    .where('station_key', '=', station)
    .where('key', '=', sql<TrackKey>`any(${tracks})`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export const updateTask = async (tx: Db | Tx, id: string, values: Updateable<UploadTasksTable>): Promise<void> => {
  await tx
    .updateTable('upload_tasks')
    .set({ ...values, updated: sql`now()` })
    .where('id', '=', id)
    .execute();
};

/** Updates a task's progress; it never decreases. */
export const raiseProgress = async (db: Db, id: string, progress: number): Promise<void> => {
  await db
    .updateTable('upload_tasks')
    .set({ progress: sql`greatest(progress, ${progress})`, updated: sql`now()` })
    .where('id', '=', id)
    .execute();
};

export const removeTrack = async (tx: Tx, key: TrackKey): Promise<void> => {
  await tx.deleteFrom('tracks').where('key', '=', key).execute();
};

/** The unfinished upload tasks, and whether their file has arrived. */
export const openTasks = async (db: Db): Promise<{ id: string; isFetched: boolean }[]> => {
  const rows = await db
    .selectFrom('upload_tasks')
    .leftJoin('tracks', 'tracks.key', 'upload_tasks.track_key')
    .select(['upload_tasks.id', 'tracks.url', 'tracks.sha256'])
    .where('status', '=', 'PROCESSING')
    .orderBy('upload_tasks.created')
    .execute();
  return rows.map(({ id, url, sha256 }) => ({ id, isFetched: url === null || sha256 !== '' }));
};

/** Deletes the tasks that ended more than 30 days ago. */
export const deleteOldTasks = async (db: Db, now: Date): Promise<void> => {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 3_600_000);
  await db.deleteFrom('upload_tasks').where('status', '<>', 'PROCESSING').where('updated', '<', monthAgo).execute();
};

/** The format of a station; undefined if it was deleted. */
export const stationFormat = async (db: Db | Tx, key: StationKey): Promise<RenditionFormat | undefined> =>
  await db
    .selectFrom('stations')
    .select(['codec', 'bitrate', 'sample_rate', 'channels'])
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const saveRendition = async (tx: Tx, rendition: Insertable<RenditionsTable>): Promise<void> => {
  await tx
    .insertInto('renditions')
    .values(rendition)
    .onConflict((conflict) =>
      conflict.columns(['track_key', 'codec', 'bitrate', 'sample_rate', 'channels']).doUpdateSet((eb) => ({
        path: eb.ref('excluded.path'),
        size: eb.ref('excluded.size'),
        sha256: eb.ref('excluded.sha256'),
        duration_ms: eb.ref('excluded.duration_ms'),
        from_ms: eb.ref('excluded.from_ms'),
        to_ms: eb.ref('excluded.to_ms'),
        // Changes the ETag of the preview, so that caches fetch it again.
        created: sql<Date>`now()`,
      })),
    )
    .execute();
};

/** The renditions of a track, newest first. */
export const renditionsOf = async (db: Db, key: TrackKey): Promise<Selectable<RenditionsTable>[]> =>
  await db.selectFrom('renditions').selectAll().where('track_key', '=', key).orderBy('created', 'desc').execute();

/** The stations that have tracks without cue points. */
export const stationsWithoutCues = async (db: Db): Promise<StationKey[]> => {
  const rows = await db
    .selectFrom('tracks')
    .select('station_key')
    .distinct()
    .where('state', '=', 'ready')
    .where('sound_from_ms', 'is', null)
    .execute();
  return rows.map(({ station_key }) => station_key);
};

/** The next ready track without a rendition in this format and between its cue points; playlist tracks come first. */
export const nextWithoutRendition = async (
  db: Db,
  station: StationKey,
  format: RenditionFormat,
  except: readonly TrackKey[] = [],
): Promise<TrackRow | undefined> =>
  await db
    .selectFrom('tracks')
    .leftJoin('playlist_tracks', 'playlist_tracks.track_key', 'tracks.key')
    .selectAll('tracks')
    .where('tracks.station_key', '=', station)
    .where('tracks.state', '=', 'ready')
    .where(sql<SqlBool>`tracks.key <> all(${except}::text[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('renditions')
            .select('path')
            .whereRef('renditions.track_key', '=', 'tracks.key')
            .where('renditions.codec', '=', format.codec)
            .where('renditions.bitrate', '=', format.bitrate)
            .where('renditions.sample_rate', '=', format.sample_rate)
            .where('renditions.channels', '=', format.channels)
            .where(sql<SqlBool>`renditions.from_ms = coalesce(tracks.starts_ms, tracks.sound_from_ms)`)
            .where(sql<SqlBool>`renditions.to_ms = coalesce(tracks.ends_ms, tracks.sound_to_ms)`),
        ),
      ),
    )
    .orderBy('playlist_tracks.position', (order) => order.asc().nullsLast())
    .orderBy('tracks.created')
    .limit(1)
    .executeTakeFirst();
