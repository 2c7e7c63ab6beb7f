import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { emptyIfMissing, queryRows } from './query.ts';

/*
 * Tables are declared once, for a single server. In a database whose engine is Replicated (CLICKHOUSE_CLUSTER, ADR 111), the same
 * statement creates a table whose rows each replica has, and which takes a repeated batch for the same as often.
 */

/**
 * Of each statement on a cluster: an insert returns once most replicas have its rows, and a query sees what was inserted before
 * it, at whichever replica, or fails.
 */
export const clusterSettings: Readonly<Record<string, string | number>> = {
  insert_quorum: 'auto',
  // Queries see each insert only if those into one table follow one another (`select_sequential_consistency`).
  insert_quorum_parallel: 0,
  insert_quorum_timeout: '30000',
  select_sequential_consistency: '1',
  // A replica that is away gets the table when it is back.
  distributed_ddl_output_mode: 'none_only_active',
};

/** Of statements that delete: they return once the rows are gone from the disks of all replicas. */
export const untilDeleted = { mutations_sync: '2', alter_sync: '2' } as const satisfies ClickHouseSettings;

/** Deletes rows of a table and returns once they are gone from the disks of all replicas; a missing table has none. */
export const deleteRows = async (clickhouse: ClickHouseClient, table: string, which: string): Promise<void> => {
  await clickhouse
    .command({
      query: `alter table ${table} delete where ${which}`,
      clickhouse_settings: { ...untilDeleted, max_query_size: '16000000', max_execution_time: 0 },
    })
    .catch(emptyIfMissing(undefined));
};

/** Creates a table from the statement for a single server. */
export const createTable = async (clickhouse: ClickHouseClient, statement: string): Promise<void> => {
  const query = (await isReplicated(clickhouse)) ? replicated(statement) : statement;
  await clickhouse.command({ query });
};

const isReplicated = async (clickhouse: ClickHouseClient): Promise<boolean> => {
  const query = `select 1 as one from system.databases where name = currentDatabase() and engine = 'Replicated'`;
  return (await queryRows(clickhouse, query)).length > 0;
};

const singleWindow = /\bnon_replicated_deduplication_window = (\d+)/;
/** A week: what an engine spooled while ClickHouse was away may be sent again. Servers remember tokens for an hour by default. */
const windowSeconds = 604_800;

/**
 * The statement for a Replicated database, which names the table's path. A table without a window deduplicates nothing on a single
 * server; replicated ones would do so by default.
 */
export const replicated = (statement: string): string => {
  const window = singleWindow.exec(statement)?.[1] ?? '0';
  const setting = `replicated_deduplication_window = ${window}, replicated_deduplication_window_seconds = ${windowSeconds}`;
  const settings = statement.replace(singleWindow, setting);
  const all = settings === statement ? withSetting(statement, setting) : settings;
  return all.replace(/\bengine = (\w*MergeTree)\b/, 'engine = Replicated$1');
};

const withSetting = (statement: string, setting: string): string =>
  /\bsettings /.test(statement)
    ? statement.replace(/\bsettings /, `settings ${setting}, `)
    : `${statement} settings ${setting}`;
