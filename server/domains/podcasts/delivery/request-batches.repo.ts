import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { DeliveredSlice } from './slices.ts';

type Numbered = { source: string; batch: number };

/** Stores a batch of a spool; idempotent. */
export const storeBatch = async (
  db: Db,
  { source, batch, slices }: Numbered & { slices: readonly DeliveredSlice[] },
): Promise<void> => {
  await db
    .insertInto('podcast_request_batches')
    .values({ source, batch, requests: JSON.stringify(slices) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The oldest batch without verdicts, locked until commit. */
export const nextUnjudged = async (tx: Tx): Promise<(Numbered & { slices: DeliveredSlice[] }) | undefined> => {
  const row = await tx
    .selectFrom('podcast_request_batches')
    .select(['source', 'batch', 'requests'])
    .where('verdicts', 'is', null)
    .orderBy('received')
    .orderBy('source')
    .orderBy('batch')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { source: row.source, batch: row.batch, slices: row.requests as DeliveredSlice[] };
};

/** Stores the verdicts of a batch and the impressions in it, and drops its requests, and with them the IP addresses. */
export const storeVerdicts = async (
  tx: Tx,
  { source, batch }: Numbered,
  rows: readonly object[],
  impressions: readonly object[],
): Promise<void> => {
  await tx
    .updateTable('podcast_request_batches')
    .set({ requests: '[]', verdicts: JSON.stringify(rows), impressions: JSON.stringify(impressions) })
    .where('source', '=', source)
    .where('batch', '=', batch)
    .execute();
};

/** The oldest batches with verdicts that are not yet in ClickHouse. */
export const judgedBatches = async (
  db: Db,
  limit: number,
): Promise<(Numbered & { rows: object[]; impressions: object[] })[]> => {
  const rows = await db
    .selectFrom('podcast_request_batches')
    .select(['source', 'batch', 'verdicts', 'impressions'])
    .where('verdicts', 'is not', null)
    .orderBy('received')
    .limit(limit)
    .execute();
  return rows.map(({ source, batch, verdicts, impressions }) => ({
    ...{ source, batch, rows: verdicts as object[], impressions: impressions as object[] },
  }));
};

export const removeBatch = async (db: Db, { source, batch }: Numbered): Promise<void> => {
  await db.deleteFrom('podcast_request_batches').where('source', '=', source).where('batch', '=', batch).execute();
};
