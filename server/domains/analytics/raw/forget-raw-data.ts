import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { archiveFile, reportFile } from './raw-files.ts';
import { monthsWithin } from './raw-archives.ts';

/**
 * Deletes the raw data files of permanently deleted stations; their rows are deleted with the stations. Safe to repeat.
 */
export const forgetRawData = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
  stations: readonly StationKey[],
): Promise<void> => {
  if (stations.length === 0) return;
  const reports = await db.selectFrom('raw_reports').select('id').where('station_key', 'in', stations).execute();
  for (const { id } of reports) await storage.remove(reportFile(id));
  const files = await db
    .selectFrom('raw_archive_files')
    .select(['station_key', 'month'])
    .where('station_key', 'in', stations)
    .execute();
  for (const { station_key, month } of files) await storage.remove(archiveFile(station_key, month));
  const intervals = await db
    .selectFrom('raw_archive_intervals')
    .selectAll()
    .where('station_key', 'in', stations)
    .execute();
  // Also files that were started but never recorded.
  for (const interval of intervals)
    for (const month of monthsWithin(interval, new Date()))
      await storage.remove(archiveFile(interval.station_key, month));
};
