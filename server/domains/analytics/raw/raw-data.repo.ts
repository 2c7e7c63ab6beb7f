import type { Selectable } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RawFileQuery } from '#contract/api/raw-data.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type {
  RawArchiveFilesTable,
  RawArchiveIntervalsTable,
  RawExportsTable,
  RawReportsTable,
} from './raw-data.tables.ts';

export type ReportRow = Selectable<RawReportsTable>;
export type IntervalRow = Selectable<RawArchiveIntervalsTable>;
export type ArchiveRow = Selectable<RawArchiveFilesTable>;
export type ExportRow = Selectable<RawExportsTable>;

/** The station's fields that raw data needs; also of a deleted station. */
export const stationOf = (db: Db, key: StationKey) =>
  db
    .selectFrom('stations')
    .select(['key', 'name', 'account_key', 'default_timezone as zone'])
    .where('key', '=', key)
    .executeTakeFirst();

/** Creates a report, or returns the identical one that is still being made; `isNew` tells which. */
export const orderReport = async (
  tx: Tx,
  by: { station_key: StationKey; user_id: string; timezone: string } & RawFileQuery,
): Promise<{ row: ReportRow; isNew: boolean }> => {
  const { timezone: _timezone, ...which } = by;
  const created = await tx
    .insertInto('raw_reports')
    .values(by)
    .onConflict((conflict) =>
      conflict
        .columns(['station_key', 'user_id', 'kind', 'from_date', 'to_date'])
        .where('state', '=', 'waiting')
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (created) return { row: created, isNew: true };
  const found = tx.selectFrom('raw_reports').selectAll().where('state', '=', 'waiting');
  const { station_key, user_id, kind, from_date, to_date } = which;
  const row = await found
    .where('station_key', '=', station_key)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('from_date', '=', from_date)
    .where('to_date', '=', to_date)
    .executeTakeFirstOrThrow();
  return { row, isNew: false };
};

/** How many files of a user are being made. */
export const waitingReports = async (tx: Tx, user: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('raw_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const reportsOf = (db: Db, user: string, station: StationKey, most: number) =>
  db
    .selectFrom('raw_reports')
    .selectAll()
    .where('user_id', '=', user)
    .where('station_key', '=', station)
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();

export const reportById = (db: Db | Tx, id: string) =>
  db.selectFrom('raw_reports').selectAll().where('id', '=', id).executeTakeFirst();

export const changeReport = async (
  db: Db | Tx,
  id: string,
  values: Partial<Omit<ReportRow, 'id' | 'created'>>,
): Promise<void> => {
  await db.updateTable('raw_reports').set(values).where('id', '=', id).execute();
};

/** A report whose e-mail is due, locked until the transaction ends. */
export const lockUnmailed = (tx: Tx, id: string) =>
  tx
    .selectFrom('raw_reports')
    .innerJoin('users', 'users.id', 'raw_reports.user_id')
    .innerJoin('stations', 'stations.key', 'raw_reports.station_key')
    .selectAll('raw_reports')
    .select(['users.email', 'users.disabled_at', 'stations.name', 'stations.account_key'])
    .where('raw_reports.id', '=', id)
    .where('raw_reports.state', 'in', ['ready', 'failed'])
    .where('mailed', 'is', null)
    .forUpdate('raw_reports')
    .executeTakeFirst();

/** Reports that are in progress or whose e-mail was not sent. */
export const unfinishedReports = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('raw_reports')
    .select('id')
    .where('state', 'in', ['waiting', 'ready', 'failed'])
    .where('mailed', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};

/** Reports that became ready before a time and still have their file. */
export const readyBefore = (db: Db, before: Date) =>
  db.selectFrom('raw_reports').select('id').where('state', '=', 'ready').where('ready', '<', before).execute();

export const deleteReportsBefore = async (db: Db, before: Date): Promise<void> => {
  const expired = db.deleteFrom('raw_reports').where('created', '<', before).where('state', 'in', ['failed', 'over']);
  await expired.execute();
};

export const intervalsOf = (db: Db | Tx, station: StationKey) =>
  db
    .selectFrom('raw_archive_intervals')
    .selectAll()
    .where('station_key', '=', station)
    .orderBy('from_month', 'desc')
    .execute();

/** All intervals of all stations, with the station's time zone. */
export const allIntervals = (db: Db) =>
  db
    .selectFrom('raw_archive_intervals')
    .innerJoin('stations', 'stations.key', 'raw_archive_intervals.station_key')
    .selectAll('raw_archive_intervals')
    .select('default_timezone as zone')
    .execute();

/** The archived months of all stations. */
export const allFiles = (db: Db) => db.selectFrom('raw_archive_files').select(['station_key', 'month']).execute();

export const filesOf = (db: Db, station: StationKey) =>
  db.selectFrom('raw_archive_files').selectAll().where('station_key', '=', station).orderBy('month', 'desc').execute();

/** Records a stored file; false where its station is gone. */
export const recordArchive = async (db: Db, file: Omit<ArchiveRow, 'made'>): Promise<boolean> => {
  const result = await db
    .insertInto('raw_archive_files')
    .columns(['station_key', 'month', 'rows', 'bytes', 'sha256'])
    .expression(({ selectFrom, val }) =>
      selectFrom('stations')
        .select(['key', val(file.month).as('month')])
        .select(({ cast }) => [
          cast<number>(val(file.rows), 'bigint').as('rows'),
          cast<number>(val(file.bytes), 'bigint').as('bytes'),
          val(file.sha256).as('sha256'),
        ])
        .where('key', '=', file.station_key),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['station_key', 'month'])
        .doUpdateSet({ rows: file.rows, bytes: file.bytes, sha256: file.sha256 }),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const createExport = async (db: Db, pass: Omit<ExportRow, 'id'>): Promise<string> =>
  (await db.insertInto('raw_exports').values(pass).returning('id').executeTakeFirstOrThrow()).id;

/** Deletes and returns a download, which is valid once. */
export const consumeExport = (db: Db, id: string, station: StationKey, now: Date) =>
  db
    .deleteFrom('raw_exports')
    .where('id', '=', id)
    .where('station_key', '=', station)
    .where('expires', '>', now)
    .returningAll()
    .executeTakeFirst();

export const deleteExportsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('raw_exports').where('expires', '<', before).execute();
};
