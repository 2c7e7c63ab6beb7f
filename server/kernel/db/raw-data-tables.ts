import type { ColumnType, Generated } from 'kysely';
import type { StationKey } from '#contract/keys.ts';
import type { RawKind } from '#contract/raw-data.ts';
import type { Bigint, Created, Moment } from './columns.ts';

/* The tables of raw data: files that were asked for by mail, monthly archives, and links to either. */

export type RawReportsTable = {
  id: Generated<string>;
  station_key: StationKey;
  user_id: string;
  kind: RawKind;
  /** Days of `timezone`, the station's at the time. */
  from_date: string;
  to_date: string;
  timezone: string;
  state: Generated<'waiting' | 'ready' | 'failed' | 'over'>;
  /** How often its making was begun. */
  attempts: Generated<number>;
  rows: Bigint;
  bytes: Bigint;
  ready: Moment;
  mailed: Moment;
  created: Created;
};

/** Months that are archived, both included; `until_month` null while subscribed. */
export type RawArchiveSpellsTable = {
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

/** A download that may begin once, until `expires`; the row goes with it. */
export type RawPassesTable = {
  id: Generated<string>;
  station_key: StationKey;
  /** In storage. */
  file: string;
  filename: string;
  bytes: ColumnType<number>;
  /** The stored file is what the named one is when it is compressed. */
  encoded: boolean;
  expires: Date;
};
