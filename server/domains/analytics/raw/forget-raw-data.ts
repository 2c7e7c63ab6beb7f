import type { StationKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { archiveFile, reportFile } from './raw-files.ts';
import { monthsWithin } from './raw-archives.ts';

/** Removes the files of raw data of stations that are removed for good; their rows go with the stations. Again does no harm. */
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
  const spells = await db.selectFrom('raw_archive_spells').selectAll().where('station_key', 'in', stations).execute();
  // Also of months whose file was begun and isn't written down.
  for (const spell of spells)
    for (const month of monthsWithin(spell, new Date())) await storage.remove(archiveFile(spell.station_key, month));
};
