import type { ColumnType, Generated } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Presenter } from '#contract/api/presenters.ts';
import type { Changed, Created } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    presenters: PresentersTable;
  }
}

/** A person who may broadcast on a station; `password_hash`: SHA-256 in hexadecimal, `picture`: the name of an image. */
export type PresentersTable = {
  id: Generated<string>;
  station_key: StationKey;
  name: string;
  user_name: string;
  password_hash: string;
  picture: Generated<string | null>;
  windows: ColumnType<Presenter['windows'], string, string>;
  at_end: Presenter['at_end'];
  grace_minutes: number;
  record: boolean;
  disabled: boolean;
  user_id: Generated<string | null>;
  created: Created;
  updated: Changed;
};
