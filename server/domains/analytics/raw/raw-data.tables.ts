import type { ColumnType, Generated } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RawKind } from '#contract/api/raw-data.ts';
import type { Bigint, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    raw_reports: RawReportsTable;
    raw_archive_intervals: RawArchiveIntervalsTable;
    raw_archive_files: RawArchiveFilesTable;
    raw_exports: RawExportsTable;
  }
}

export type RawReportsTable = {
  id: Generated<string>;
  station_key: StationKey;
  user_id: string;
  kind: RawKind;
  /** Days in `timezone`, the station's at the time. */
  from_date: string;
  to_date: string;
  timezone: string;
  state: Generated<'waiting' | 'ready' | 'failed' | 'over'>;
  /** How many times its preparation was started. */
  attempts: Generated<number>;
  rows: Bigint;
  bytes: Bigint;
  ready: Moment;
  mailed: Moment;
  created: Created;
};

/** Archived months, both included; `until_month` is null while subscribed. */
export type RawArchiveIntervalsTable = {
  station_key: StationKey;
  from_month: string;
  until_month: string | null;
  created: Created;
};

export type RawArchiveFilesTable = {
  station_key: StationKey;
  month: string;
  rows: ColumnType<number>;
  bytes: ColumnType<number>;
  sha256: string;
  made: Created;
};

/** A download link that works once, until `expires`; the download deletes the row. */
export type RawExportsTable = {
  id: Generated<string>;
  station_key: StationKey;
  /** Name in storage. */
  file: string;
  filename: string;
  bytes: ColumnType<number>;
  /** Whether the stored file is the compressed form of the named one. */
  encoded: boolean;
  expires: Date;
};
