import { sql, type Insertable, type Selectable } from 'kysely';
import type { EpisodeKey, PodcastKey, StationKey } from '#contract/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { ResumableUploadsTable } from './resumable.tables.ts';

export type ResumableRow = Selectable<ResumableUploadsTable>;

/** The target of an upload: the library of a station, or a podcast. */
export type Owner = { station_key: StationKey } | { podcast_key: PodcastKey };

const isOf = (owner: Owner) =>
  'station_key' in owner
    ? sql<boolean>`upload.station_key = ${owner.station_key}`
    : sql<boolean>`upload.podcast_key = ${owner.podcast_key}`;
const isAccepted = sql<boolean>`(exists (select from upload_tasks where upload_tasks.id = upload.id)
  or exists (select from episode_tasks where episode_tasks.id = upload.id))`;

/** An upload, and whether it is complete and accepted: its task has the same id. */
export const findUpload = async (
  db: Db,
  owner: Owner,
  id: string,
): Promise<(ResumableRow & { isAccepted: boolean }) | undefined> =>
  await db
    .selectFrom('resumable_uploads as upload')
    .selectAll('upload')
    .select(isAccepted.as('isAccepted'))
    .where('upload.id', '=', id)
    .where(isOf(owner))
    .executeTakeFirst();

/** The number of unfinished uploads of an owner. */
export const countUnfinished = async (tx: Tx, owner: Owner): Promise<number> => {
  const { count } = await tx
    .selectFrom('resumable_uploads as upload')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOf(owner))
    .where(sql<boolean>`not ${isAccepted}`)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const insertUpload = async (tx: Tx, row: Insertable<ResumableUploadsTable>): Promise<void> => {
  await tx.insertInto('resumable_uploads').values(row).execute();
};

/** Whether an episode belongs to a podcast. */
export const isEpisodeOf = async (db: Db, episode: string, podcast: PodcastKey): Promise<boolean> =>
  (await db
    .selectFrom('episodes')
    .select('key')
    .where('key', '=', episode as EpisodeKey)
    .where('podcast_key', '=', podcast)
    .executeTakeFirst()) !== undefined;

/** Locks the uploads of an owner until the transaction ends. */
export const lockUploads = async (tx: Tx, owner: Owner): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${Object.values(owner).join('')}`}, 0))`.execute(
    tx,
  );
};

/** Extends the expiry of an upload that has made progress. */
export const extendUntil = async (db: Db, id: string, expires: Date): Promise<void> => {
  await db.updateTable('resumable_uploads').set({ expires }).where('id', '=', id).execute();
};

export const removeUpload = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('id', '=', id).execute();
};

/** Deletes expired uploads. */
export const removeExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('expires', '<', now).execute();
};

/** Which of these ids still exist. */
export const existingIds = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('resumable_uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
