import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { EpisodeTasksTable } from '../podcasts.tables.ts';

export type TaskRow = Selectable<EpisodeTasksTable>;

export const findTask = async (db: Db | Tx, id: string): Promise<TaskRow | undefined> =>
  await db.selectFrom('episode_tasks').selectAll().where('id', '=', id).executeTakeFirst();

export const insertTask = async (tx: Tx, task: Insertable<EpisodeTasksTable>): Promise<void> => {
  await tx.insertInto('episode_tasks').values(task).execute();
};

export const updateTask = async (tx: Db | Tx, id: string, values: Updateable<EpisodeTasksTable>): Promise<void> => {
  await tx
    .updateTable('episode_tasks')
    .set({ ...values, updated: sql`now()` })
    .where('id', '=', id)
    .execute();
};

/** Sets a task's progress in percent; it never decreases. */
export const raiseProgress = async (db: Db, id: string, progress: number): Promise<void> => {
  await db
    .updateTable('episode_tasks')
    .set({ progress: sql`greatest(progress, ${progress})`, updated: sql`now()` })
    .where('id', '=', id)
    .execute();
};

/** An episode's unfinished tasks. */
export const openTasksOf = async (tx: Tx, episode: EpisodeKey): Promise<TaskRow[]> =>
  await tx
    .selectFrom('episode_tasks')
    .selectAll()
    .where('episode_key', '=', episode)
    .where('status', '=', 'PROCESSING')
    .execute();

/** Ids of all unfinished tasks, the oldest first. */
export const openTasks = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('episode_tasks').select('id').where('status', '=', 'PROCESSING').orderBy('created').execute()
  ).map(({ id }) => id);

/** Deletes the tasks that ended more than a month ago. */
export const deleteOldTasks = async (db: Db, now: Date): Promise<void> => {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 3_600_000);
  await db.deleteFrom('episode_tasks').where('status', '<>', 'PROCESSING').where('updated', '<', monthAgo).execute();
};
