import type { ClickHouseClient } from '@clickhouse/client';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { untilDeleted } from '#server/platform/clickhouse/dialect.ts';
import { queryRows, isMissingTable, literal } from '#server/platform/clickhouse/query.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { podcastTables } from './podcast-clickhouse.ts';

const chunkSize = 1000;

/** Deletes all download data of these podcasts, and returns when it is gone from the disks of all replicas. Idempotent. */
export const deleteDownloads = async (clickhouse: ClickHouseClient, podcasts: readonly PodcastKey[]): Promise<void> => {
  for (let i = 0; i < podcasts.length; i += chunkSize)
    for (const table of [...podcastTables, 'podcast_spots']) {
      const which = podcasts
        .slice(i, i + chunkSize)
        .map(literal)
        .join(',');
      await clickhouse
        .command({
          query: `alter table ${table} delete where podcast in (${which})`,
          clickhouse_settings: { ...untilDeleted, max_query_size: '16000000' },
        })
        .catch(unlessMissing);
    }
};

/** Deletes the download data of podcasts that no longer exist, whatever deleted them. */
export const deleteOrphanedDownloads = async (db: Db, clickhouse: ClickHouseClient): Promise<void> => {
  const counted = await queryRows<{ podcast: PodcastKey }>(
    clickhouse,
    'select distinct podcast from podcast_days',
  ).catch((error: unknown) => (unlessMissing(error), []));
  const deleted: PodcastKey[] = [];
  for (let i = 0; i < counted.length; i += chunkSize) {
    const keys = counted.slice(i, i + chunkSize).map(({ podcast }) => podcast);
    const rows = await db.selectFrom('podcasts').select('key').where('key', 'in', keys).execute();
    const existing = new Set(rows.map(({ key }) => key));
    deleted.push(...keys.filter((key) => !existing.has(key)));
  }
  await deleteDownloads(clickhouse, deleted);
};

const unlessMissing = (error: unknown): void => {
  if (!isMissingTable(error)) throw error;
};
