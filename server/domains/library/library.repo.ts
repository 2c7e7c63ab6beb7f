import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { RenditionFormat } from '#server/engines/audio/port.ts';
import type { RenditionsTable, TracksTable, UploadTasksTable } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type TrackRow = Selectable<TracksTable>;
export type TaskRow = Selectable<UploadTasksTable>;

/** Totals are exact up to here (design §6). */
const countedTo = 10_000;

const words = sql<string>`(title || ' ' || artist || ' ' || album)`;

/** Tracks of a station, newest first, with how many there are in all; `search` words must each occur. */
export const findTracks = async (
  db: Db,
  station: StationKey,
  page: { offset: number; limit: number; search?: string },
): Promise<{ rows: TrackRow[]; total: number }> => {
  const matching = () => {
    const all = db.selectFrom('tracks').where('station_key', '=', station);
    return asWords(page.search).reduce((query, word) => query.where(containing(word)), all);
  };
  const rows = await matching()
    .selectAll()
    .orderBy('created', 'desc')
    .orderBy('key')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const counted = matching()
    .select('key')
    .limit(countedTo + 1);
  const { total } = await db
    .selectFrom(counted.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
};

const asWords = (search = ''): string[] => search.trim().split(/\s+/).filter(Boolean).slice(0, 10);

/** One or two letters match the beginnings of words, more of them any part. */
const containing = (word: string) =>
  [...word].length > 2
    ? sql<SqlBool>`${words} ilike ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`}`
    : sql<SqlBool>`${words} ~* ${`(^|[^[:alnum:]])${word.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`)}`}`;

export const findTrack = async (db: Db | Tx, key: TrackKey): Promise<TrackRow | undefined> =>
  await db.selectFrom('tracks').selectAll().where('key', '=', key).executeTakeFirst();

export const findTask = async (db: Db, id: string): Promise<TaskRow | undefined> =>
  await db.selectFrom('upload_tasks').selectAll().where('id', '=', id).executeTakeFirst();

/** How many tracks a station has. Within a transaction the uploads of a station wait for each other here. */
export const countTracks = async (db: Db | Tx, station: StationKey): Promise<number> => {
  const { count } = await db
    .selectFrom('tracks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('station_key', '=', station)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Holds the library of a station until the transaction ends, so that its limit holds under parallel uploads. */
export const lockLibrary = async (tx: Tx, station: StationKey): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`library ${station}`}, 0))`.execute(tx);
};

export const insertUpload = async (
  tx: Tx,
  track: Insertable<TracksTable>,
  task: Insertable<UploadTasksTable>,
): Promise<void> => {
  await tx.insertInto('tracks').values(track).execute();
  await tx.insertInto('upload_tasks').values(task).execute();
};

export const updateTrack = async (
  tx: Db | Tx,
  key: TrackKey,
  values: Partial<Pick<TrackRow, 'title' | 'artist' | 'album' | 'duration_ms' | 'loudness' | 'true_peak' | 'state'>>,
): Promise<TrackRow | undefined> =>
  await tx
    .updateTable('tracks')
    .set({ ...values, updated: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();

export const updateTask = async (
  tx: Db | Tx,
  id: string,
  values: Partial<Pick<TaskRow, 'status' | 'progress' | 'error_code' | 'error_message'>>,
): Promise<void> => {
  await tx
    .updateTable('upload_tasks')
    .set({ ...values, updated: sql`now()` })
    .where('id', '=', id)
    .execute();
};

export const removeTrack = async (tx: Tx, key: TrackKey): Promise<void> => {
  await tx.deleteFrom('tracks').where('key', '=', key).execute();
};

/** The uploads whose preparation was begun and not ended. */
export const openTasks = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('upload_tasks').select('id').where('status', '=', 'PROCESSING').execute()).map(({ id }) => id);

/** Removes the tasks that ended a month ago: nobody asks for them any more. */
export const forgetTasks = async (db: Db, now: Date): Promise<void> => {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 3_600_000);
  await db.deleteFrom('upload_tasks').where('status', '<>', 'PROCESSING').where('updated', '<', monthAgo).execute();
};

/** The format of a station; undefined where it is gone. */
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
        duration_ms: eb.ref('excluded.duration_ms'),
      })),
    )
    .execute();
};

/** The renditions of a track, newest first. */
export const renditionsOf = async (db: Db, key: TrackKey): Promise<Selectable<RenditionsTable>[]> =>
  await db.selectFrom('renditions').selectAll().where('track_key', '=', key).orderBy('created', 'desc').execute();

/** The next track of a station that is ready, but not in its format; those of the playlist in its order first. */
export const nextWithoutRendition = async (
  db: Db,
  station: StationKey,
  format: RenditionFormat,
  but: readonly TrackKey[] = [],
): Promise<TrackRow | undefined> =>
  await db
    .selectFrom('tracks')
    .leftJoin('playlist_tracks', 'playlist_tracks.track_key', 'tracks.key')
    .selectAll('tracks')
    .where('tracks.station_key', '=', station)
    .where('tracks.state', '=', 'ready')
    .where(sql<SqlBool>`tracks.key <> all(${but}::text[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('renditions')
            .select('path')
            .whereRef('renditions.track_key', '=', 'tracks.key')
            .where('renditions.codec', '=', format.codec)
            .where('renditions.bitrate', '=', format.bitrate)
            .where('renditions.sample_rate', '=', format.sample_rate)
            .where('renditions.channels', '=', format.channels),
        ),
      ),
    )
    .orderBy('playlist_tracks.position', (order) => order.asc().nullsLast())
    .orderBy('tracks.created')
    .limit(1)
    .executeTakeFirst();
