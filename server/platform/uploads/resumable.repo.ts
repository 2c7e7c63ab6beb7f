import { sql, type Insertable, type Selectable } from 'kysely';
import type { EpisodeKey, PodcastKey, StationKey } from '#contract/keys.ts';
import type { ResumableUploadsTable } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type ResumableRow = Selectable<ResumableUploadsTable>;

/** What an upload is for: the library of a station, or a podcast. */
export type Owner = { station_key: StationKey } | { podcast_key: PodcastKey };

const isOf = (owner: Owner) =>
  'station_key' in owner
    ? sql<boolean>`upload.station_key = ${owner.station_key}`
    : sql<boolean>`upload.podcast_key = ${owner.podcast_key}`;
const isTaken = sql<boolean>`(exists (select from upload_tasks where upload_tasks.id = upload.id)
  or exists (select from episode_tasks where episode_tasks.id = upload.id))`;

/** An upload, and whether all of it has been taken: its task has its id. */
export const findUpload = async (
  db: Db,
  owner: Owner,
  id: string,
): Promise<(ResumableRow & { isTaken: boolean }) | undefined> =>
  await db
    .selectFrom('resumable_uploads as upload')
    .selectAll('upload')
    .select(isTaken.as('isTaken'))
    .where('upload.id', '=', id)
    .where(isOf(owner))
    .executeTakeFirst();

/** How many uploads have been begun there and not ended. */
export const countUnfinished = async (tx: Tx, owner: Owner): Promise<number> => {
  const { count } = await tx
    .selectFrom('resumable_uploads as upload')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOf(owner))
    .where(sql<boolean>`not ${isTaken}`)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const insertUpload = async (tx: Tx, row: Insertable<ResumableUploadsTable>): Promise<void> => {
  await tx.insertInto('resumable_uploads').values(row).execute();
};

/** Whether an episode is one of a podcast. */
export const isEpisodeOf = async (db: Db, episode: string, podcast: PodcastKey): Promise<boolean> =>
  (await db
    .selectFrom('episodes')
    .select('key')
    .where('key', '=', episode as EpisodeKey)
    .where('podcast_key', '=', podcast)
    .executeTakeFirst()) !== undefined;

/** Uploads of the same owner wait for each other here until the transaction ends. */
export const lockUploads = async (tx: Tx, owner: Owner): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${Object.values(owner).join('')}`}, 0))`.execute(
    tx,
  );
};

/** An upload that goes on is kept for as long again. */
export const keepUntil = async (db: Db, id: string, expires: Date): Promise<void> => {
  await db.updateTable('resumable_uploads').set({ expires }).where('id', '=', id).execute();
};

export const removeUpload = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('id', '=', id).execute();
};

/** Removes the uploads whose time is over. */
export const removeExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('expires', '<', now).execute();
};

/** Those of these ids that are still known. */
export const knownOf = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('resumable_uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
