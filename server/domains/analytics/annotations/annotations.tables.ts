import type { Generated } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Changed, Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    annotations: AnnotationsTable;
  }
}

export type AnnotationsTable = {
  id: Generated<string>;
  account_key: AccountKey | null;
  station_key: StationKey | null;
  date: string;
  text: string;
  created_by: string | null;
  created: Created;
  updated: Changed;
};
