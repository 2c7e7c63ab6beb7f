import type { ColumnType, Generated } from 'kysely';
import type { AccountKey } from '#contract/keys.ts';
import type { Created } from './columns.ts';

/* Tables for the app events that mobile apps report; their statistics are in ClickHouse. */

export type AppEventIdsTable = { application_id: string; id: string; taken: Created };

export type AppEventBatchesTable = {
  n: Generated<number>;
  rows: ColumnType<unknown, string, never>;
  taken: Created;
};

export type AppReportingTable = {
  application_id: string;
  account_key: AccountKey;
  last_event: ColumnType<Date, Date, Date>;
};
