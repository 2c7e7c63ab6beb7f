import type { ColumnType, Generated } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    app_event_ids: AppEventIdsTable;
    app_event_batches: AppEventBatchesTable;
    app_reporting: AppReportingTable;
  }
}

export type AppEventIdsTable = { application_id: string; id: string; received: Created };

export type AppEventBatchesTable = {
  n: Generated<number>;
  rows: ColumnType<unknown, string, never>;
  received: Created;
};

export type AppReportingTable = {
  application_id: string;
  account_key: AccountKey;
  last_event: ColumnType<Date, Date, Date>;
};
