import { sql, type Selectable } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { EpisodeRow } from '../episodes/episodes.repo.ts';
import type { PodcastImportItemsTable } from './import.tables.ts';
import { shownItems } from './import.repo.ts';

export type ItemRow = Selectable<PodcastImportItemsTable>;
type Which = { import_id: string; position: number };

/** The next item to fetch: an interrupted one first, then in the order of the feed. */
export const nextItem = async (db: Db, id: string): Promise<ItemRow | undefined> =>
  await db
    .selectFrom('podcast_import_items')
    .selectAll()
    .where('import_id', '=', id)
    .where('state', 'in', ['waiting', 'fetching'])
    .orderBy(sql`state = 'waiting'`)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();

/** Updates an unfinished item; false if it was cancelled in the meantime. */
export const updateItem = async (
  db: Db | Tx,
  { import_id, position }: Which,
  values: {
    state?: ItemRow['state'];
    progress?: number;
    reason?: string | null;
    notes?: string;
    episode_key?: EpisodeKey;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('podcast_import_items')
    .set(values)
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .where('state', 'in', ['waiting', 'fetching'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Stores the outcome of items whose audio preparation ended; returns how many are still in preparation. */
export const settleItems = async (db: Db, id: string): Promise<number> => {
  await sql`update podcast_import_items i set state = s.shown, reason = s.reason, progress = 100
    from (${shownItems(id)}) s
    where i.import_id = ${id} and i.position = s.position and i.state = 'handed' and s.shown in ('imported', 'failed')`.execute(
    db,
  );
  const { count } = await db
    .selectFrom('podcast_import_items')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('import_id', '=', id)
    .where('state', '=', 'handed')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Cancels the unfinished items of an import. */
export const cancelItems = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('podcast_import_items')
    .set({ state: 'cancelled', progress: 0 })
    .where('import_id', '=', id)
    .where('state', 'in', ['waiting', 'fetching'])
    .execute();
};

/** Sets failed and cancelled items to waiting again; returns how many. */
export const reopenItems = async (tx: Tx, id: string): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('podcast_import_items')
    .set({ state: 'waiting', progress: 0, reason: null })
    .where('import_id', '=', id)
    .where('state', 'in', ['failed', 'cancelled'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export type ShownItem = {
  guid: string;
  title: string;
  published: Date | null;
  notes: string[];
  episode_key: EpisodeKey | null;
  shown: 'waiting' | 'fetching' | 'preparing' | 'imported' | 'skipped' | 'failed' | 'cancelled';
  progress: number;
  reason: string | null;
};

const itemFilters = {
  open: ['waiting', 'fetching', 'preparing'],
  imported: ['imported'],
  skipped: ['skipped'],
  failed: ['failed', 'cancelled'],
} as const;

/** One page of an import's items, in the order of the feed. */
export const listItems = async (
  db: Db,
  id: string,
  { state, limit, offset }: { state?: keyof typeof itemFilters | undefined; limit: number; offset: number },
): Promise<{ rows: ShownItem[]; total: number }> => {
  const matches = state === undefined ? sql`true` : sql`shown = any(${[...itemFilters[state]]}::text[])`;
  const [{ rows }, totals] = await Promise.all([
    sql<ShownItem>`select * from (${shownItems(id)}) i where ${matches} order by position limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from (${shownItems(id)}) i where ${matches}`.execute(db),
  ]);
  return { rows, total: totals.rows[0]?.total ?? 0 };
};

/** The episode of a podcast with this guid. */
export const episodeByGuid = async (db: Db, podcast: PodcastKey, guid: string): Promise<EpisodeRow | undefined> =>
  await db
    .selectFrom('episodes')
    .selectAll()
    .where('podcast_key', '=', podcast)
    .where('guid', '=', guid)
    .executeTakeFirst();

/** Whether an episode has audio or a running upload. */
export const hasAudio = ({ audio, upload_status }: EpisodeRow): boolean =>
  audio !== null || upload_status === 'processing' || upload_status === 'ready';
