import { sql, type Selectable } from 'kysely';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PodcastImportsTable } from './import.tables.ts';

export type ImportRow = Selectable<PodcastImportsTable>;
type NewItem = {
  guid: string;
  title: string;
  published: string | null;
  notes: string[];
  item: unknown;
  state: 'waiting' | 'skipped';
};

/** Inserts an import with its items; undefined if another import into the podcast is running. */
export const insertImport = async (
  tx: Tx,
  given: { id: string; podcast: PodcastKey; user: string; feedUrl: string; notes: string[]; now: Date },
  items: readonly NewItem[],
): Promise<ImportRow | undefined> => {
  const row = await tx
    .insertInto('podcast_imports')
    .values({
      id: given.id,
      podcast_key: given.podcast,
      user_id: given.user,
      feed_url: given.feedUrl,
      notes: JSON.stringify(given.notes),
      created: given.now,
    })
    .onConflict((conflict) => conflict.column('podcast_key').where('state', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await sql`insert into podcast_import_items (import_id, position, guid, title, published, notes, item, state)
    select ${given.id}, (k.ordinal - 1)::int, k.value->>'guid', k.value->>'title', (k.value->>'published')::timestamptz,
      k.value->'notes', k.value->'item', k.value->>'state'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as k (value, ordinal)`.execute(tx);
  return row;
};

export const findImport = async (db: Db | Tx, id: string): Promise<ImportRow | undefined> =>
  await db.selectFrom('podcast_imports').selectAll().where('id', '=', id).executeTakeFirst();

export const lockImport = async (tx: Tx, id: string): Promise<ImportRow | undefined> =>
  await tx.selectFrom('podcast_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The latest import into a podcast. */
export const latestImport = async (db: Db, podcast: PodcastKey): Promise<ImportRow | undefined> =>
  await db
    .selectFrom('podcast_imports')
    .selectAll()
    .where('podcast_key', '=', podcast)
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether an import into a podcast is running. */
export const isRunning = async (db: Db, podcast: PodcastKey): Promise<boolean> =>
  (await db
    .selectFrom('podcast_imports')
    .select('id')
    .where('podcast_key', '=', podcast)
    .where('state', '=', 'running')
    .executeTakeFirst()) !== undefined;

/** Ids of running imports; a killed process may have left some behind. */
export const runningImports = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('podcast_imports').select('id').where('state', '=', 'running').orderBy('created').execute()).map(
    ({ id }) => id,
  );

/** Guids of a podcast's episodes that have audio or a running upload. */
export const guidsWithAudio = async (db: Db | Tx, podcast: PodcastKey): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('episodes')
    .select('guid')
    .where('podcast_key', '=', podcast)
    .where((eb) => eb.or([eb('audio', 'is not', null), eb('upload_status', 'in', ['processing', 'ready'])]))
    .execute();
  return new Set(rows.map(({ guid }) => guid));
};

export type Counts = {
  total: number;
  waiting: number;
  imported: number;
  skipped: number;
  failed: number;
  cancelled: number;
};

/** Counts an import's items by state; `done` is the sum of their progress, in items. */
export const countItems = async (db: Db, id: string): Promise<{ counts: Counts; done: number }> => {
  const { rows } = await sql<Counts & { done: number }>`select count(*)::int as total,
      count(*) filter (where shown in ('waiting', 'fetching', 'preparing'))::int as waiting,
      count(*) filter (where shown = 'imported')::int as imported,
      count(*) filter (where shown = 'skipped')::int as skipped,
      count(*) filter (where shown = 'failed')::int as failed,
      count(*) filter (where shown = 'cancelled')::int as cancelled,
      coalesce(sum(case when shown in ('waiting', 'fetching', 'preparing') then progress / 100.0 else 1 end), 0)::float as done
    from (${shownItems(id)}) i`.execute(db);
  const { done, ...counts } = rows[0] ?? { ...none, done: 0 };
  return { counts, done };
};
const none: Counts = { total: 0, waiting: 0, imported: 0, skipped: 0, failed: 0, cancelled: 0 };

/**
 * The items of an import with the state that is presented: once the audio was handed over, that is the state of its
 * preparation. Fetching counts as 80 % of an item.
 */
export const shownItems = (id: string) => sql`
  select i.position, i.guid, i.title, i.published, i.notes, i.episode_key,
    case when i.state <> 'handed' then i.state when e.key is null then 'imported' when e.upload_status = 'ready' then 'imported'
      when e.upload_status = 'processing' then 'preparing' else 'failed' end as shown,
    case when i.state = 'handed' then 80 else i.progress * 0.8 end as progress,
    case when i.state = 'handed' then e.upload_error else i.reason end as reason
  from podcast_import_items i left join episodes e on e.key = i.episode_key where i.import_id = ${id}`;

/** Ends a running import; does nothing if it already ended or was cancelled. */
export const endImport = async (db: Db | Tx, id: string, state: 'ended' | 'cancelled', now: Date): Promise<void> => {
  await db
    .updateTable('podcast_imports')
    .set({ state, ended: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
};

/** Sets an import to running again; undefined if another import into the podcast is running. */
export const reopenImport = async (tx: Tx, { id, podcast_key }: ImportRow): Promise<ImportRow | undefined> =>
  await tx
    .updateTable('podcast_imports')
    .set({ state: 'running', ended: null })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('podcast_imports as other')
            .select('other.id')
            .where('other.podcast_key', '=', podcast_key)
            .where('other.state', '=', 'running'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
