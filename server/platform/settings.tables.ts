import type { ColumnType } from 'kysely';
import type { Changed } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    portal_settings: PortalSettingsTable;
  }
}

export type PortalSettingsTable = { name: string; value: ColumnType<unknown, string, string>; updated: Changed };
