import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { rollupTables } from './rollup-tables.ts';

/**
 * Merges each month's rollup parts into one where there are several: a report on ten stations reads ten ranges of every
 * part. ClickHouse merges parts in the background while rows arrive, but leaves the larger ones.
 */
export const mergeRollups = async (clickhouse: ClickHouseClient): Promise<void> => {
  const names = [...rollupTables.map(({ name }) => name), 'song_quarters', 'report_cache'];
  const scattered = await queryRows<{ name: string; month: string }>(
    clickhouse,
    `select table as name, partition_id as month from system.parts
     where active and database = currentDatabase() and table in (${names.map((name) => `'${name}'`).join(',')})
     group by table, partition_id having count() > 1 order by table, partition_id`,
  );
  for (const { name, month } of scattered)
    await clickhouse
      .command({
        query: `optimize table ${name} partition id '${month}' final`,
        clickhouse_settings: { max_execution_time: 0, optimize_skip_merged_partitions: 1 },
      })
      .catch(unlessSlow);
};

/** A merge that outlasts the request timeout continues in the background. */
const unlessSlow = (error: unknown): void => {
  if (!(error instanceof Error && error.message.startsWith('Timeout'))) throw error;
};
