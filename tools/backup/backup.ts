import { clearDatabase, dumpDatabase, isEmptyDatabase, loadDatabase } from './database.ts';
import { clearStorage, dumpFiles, isEmptyStorage, loadFiles } from './files.ts';
import { clearListening, dumpListening, isEmptyListening, loadListening } from './listening.ts';
import { beginBackup, checkBackup, type Manifest } from './manifest.ts';

/** The data of an installation; `files` is their folder, undefined if they are in a bucket. */
export type Kept = { databaseUrl: string; clickhouseUrl: string; files: string | undefined };

/**
 * Copies an installation, running or not, into a new folder: first a snapshot of the rows, then the files they name.
 */
export const backUp = async (stores: Kept, folder: string): Promise<Manifest> => {
  const backup = await beginBackup(folder);
  const made = new Date().toISOString();
  const database = await dumpDatabase(stores.databaseUrl, backup);
  const listening = await dumpListening(stores.clickhouseUrl, backup);
  const files = stores.files === undefined ? null : await dumpFiles(stores.files, backup);
  const manifest: Manifest = { format: 1, made, ...database, listening, files };
  await backup.finish(manifest);
  return manifest;
};

/**
 * Fills an empty installation from a backup, after checking the whole backup. With `again` it first deletes what an
 * interrupted restore has written; without it, it refuses an installation that has data.
 */
export const restore = async (
  stores: Kept,
  folder: string,
  { again, begin }: { again: boolean; begin: () => void },
): Promise<Manifest> => {
  const { manifest, paths } = await checkBackup(folder);
  if (again) await clear(stores);
  else await requireEmpty(stores);
  begin();
  if (stores.files !== undefined) await loadFiles(stores.files, folder, paths);
  await loadListening(stores.clickhouseUrl, folder, manifest.listening);
  await loadDatabase(stores.databaseUrl, folder, manifest);
  return manifest;
};

const clear = async ({ databaseUrl, clickhouseUrl, files }: Kept): Promise<void> => {
  await clearDatabase(databaseUrl);
  await clearListening(clickhouseUrl);
  if (files !== undefined) await clearStorage(files);
};

const requireEmpty = async ({ databaseUrl, clickhouseUrl, files }: Kept): Promise<void> => {
  const full = [
    (await isEmptyDatabase(databaseUrl)) ? [] : ['its database has tables'],
    (await isEmptyListening(clickhouseUrl)) ? [] : ['its ClickHouse has rows'],
    files === undefined || (await isEmptyStorage(files)) ? [] : [`${files} has files`],
  ].flat();
  if (full.length > 0) {
    throw new Error(`Only an empty installation can be restored, but ${full.join(', ')}.`);
  }
};
