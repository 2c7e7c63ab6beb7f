import type { ColumnType, Generated } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { SharedView } from '#contract/api/shared-links.ts';
import type { Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    shared_links: SharedLinksTable;
  }
}

export type SharedLinksTable = {
  id: Generated<string>;
  account_key: AccountKey | null;
  station_key: StationKey | null;
  name: string;
  view: ColumnType<SharedView, string, never>;
  created_by: string | null;
  created: Created;
  expires: Date;
  revoked: Moment;
  opened: Generated<number>;
  last_opened: Moment;
};
