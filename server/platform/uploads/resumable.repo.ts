import { sql, type Insertable, type Selectable } from 'kysely';
import type { EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
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

export const exists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('resumable_uploads').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const removeUpload = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('id', '=', id).execute();
};

/** Deletes expired uploads. */
export const removeExpired = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('resumable_uploads').where('expires', '<', now).execute();
};

/** The turn of one request for the upload `id`. */
export type Turn = { id: string; turn: string };

/** Takes the turn of an upload if no request has it, or its portal has been silent for `silentS`. */
export const takeTurn = async (db: Db, { id, turn }: Turn, silentS: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`update resumable_uploads set turn = ${turn}, turn_at = now()
    where id = ${id} and (turn is null or turn_at < now() - make_interval(secs => ${silentS}))`.execute(db);
  return numAffectedRows === 1n;
};

/** Says that the request still works; false if it no longer has the turn. */
export const renewTurn = async (db: Db, { id, turn }: Turn): Promise<boolean> => {
  const { numAffectedRows } = await sql`update resumable_uploads set turn_at = now()
    where id = ${id} and turn = ${turn}`.execute(db);
  return numAffectedRows === 1n;
};

export const giveTurnBack = async (db: Db, { id, turn }: Turn): Promise<void> => {
  await sql`update resumable_uploads set turn = null, turn_at = null where id = ${id} and turn = ${turn}`.execute(db);
};

type Part = { key: string; start: number; size: number };

/** Registers a part before it is stored, so that its file is known whatever happens. */
export const insertPart = async (db: Db, id: string, part: Part): Promise<void> => {
  await db
    .insertInto('resumable_parts')
    .values({ ...part, upload_id: id })
    .execute();
};

/** Counts a stored part as received and extends the upload's expiry, if the request still has the turn. */
export const countPart = async (
  db: Db,
  { id, turn }: Turn,
  { key, start, size }: Part,
  expires: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`with counted as (
      update resumable_uploads set received = received + ${size}, expires = ${expires}, turn_at = now()
      where id = ${id} and turn = ${turn} and received = ${start} returning id)
    update resumable_parts set is_stored = true where key = ${key} and exists (select from counted)`.execute(db);
  return numAffectedRows === 1n;
};

/** The stored parts of an upload in their order. */
export const storedParts = async (db: Db, id: string): Promise<Part[]> =>
  await db
    .selectFrom('resumable_parts')
    .select(['key', 'start', 'size'])
    .where('upload_id', '=', id)
    .where('is_stored', '=', true)
    .orderBy('start')
    .execute();

/** Keys of parts that nothing needs: their upload was accepted or is gone; of one upload, or the first `max` of all. */
export const unneededParts = async (db: Db, { id, max }: { id?: string; max: number }): Promise<string[]> => {
  const parts = await db
    .selectFrom('resumable_parts as part')
    .leftJoin('resumable_uploads as upload', 'upload.id', 'part.upload_id')
    .select('part.key')
    .where(sql<boolean>`(upload.id is null or ${isAccepted})`)
    .$if(id !== undefined, (query) => query.where('part.upload_id', '=', id ?? ''))
    .limit(max)
    .execute();
  return parts.map(({ key }) => key);
};

export const removePart = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('resumable_parts').where('key', '=', key).execute();
};
