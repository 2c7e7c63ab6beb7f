import type { Db } from '#server/kernel/kernel.ts';
import type { CountRow } from './count-rows.ts';

/** Stores counts until they are forwarded. */
export const storeCounts = async (db: Db, rows: readonly CountRow[]): Promise<void> => {
  await db
    .insertInto('player_count_batches')
    .values({ rows: JSON.stringify(rows) })
    .execute();
};

export type CountBatch = { id: string; rows: CountRow[] };

/** Batches to be forwarded, oldest first. */
export const storedCounts = async (db: Db, most: number): Promise<CountBatch[]> =>
  (await db
    .selectFrom('player_count_batches')
    .select(['id', 'rows'])
    .orderBy('received')
    .orderBy('id')
    .limit(most)
    .execute()) as CountBatch[];

/** Deletes a forwarded batch. */
export const deleteCounts = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('player_count_batches').where('id', '=', id).execute();
};
