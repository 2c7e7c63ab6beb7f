import { clearDatabase, dumpDatabase, isEmptyDatabase, loadDatabase } from './database.ts';
import { clearStorage, dumpFiles, isEmptyStorage, loadFiles } from './files.ts';
import { clearListening, dumpListening, isEmptyListening, loadListening } from './listening.ts';
import { beginBackup, checkBackup, type Manifest } from './manifest.ts';

/** What an installation keeps, and where; `files` is undefined where they lie in a bucket. */
export type Kept = { databaseUrl: string; clickhouseUrl: string; files: string | undefined };

/** Copies an installation, running or not, into a new folder: first the rows of one moment, then the files they name. */
export const backUp = async (kept: Kept, folder: string): Promise<Manifest> => {
  const backup = await beginBackup(folder);
  const made = new Date().toISOString();
  const database = await dumpDatabase(kept.databaseUrl, backup);
  const listening = await dumpListening(kept.clickhouseUrl, backup);
  const files = kept.files === undefined ? null : await dumpFiles(kept.files, backup);
  const manifest: Manifest = { format: 1, made, ...database, listening, files };
  await backup.finish(manifest);
  return manifest;
};

/**
 * Fills an empty installation from a backup, which is checked as a whole before anything is written. With `again` a
 * restore that was cut short is cleared away first; without it an installation that holds anything is refused.
 */
export const restore = async (
  kept: Kept,
  folder: string,
  { again, begin }: { again: boolean; begin: () => void },
): Promise<Manifest> => {
  const { manifest, paths } = await checkBackup(folder);
  if (again) await clear(kept);
  else await requireEmpty(kept);
  begin();
  if (kept.files !== undefined) await loadFiles(kept.files, folder, paths);
  await loadListening(kept.clickhouseUrl, folder, manifest.listening);
  await loadDatabase(kept.databaseUrl, folder, manifest);
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
    throw new Error(`A backup is restored into an empty installation only, and here ${full.join(', ')}.`);
  }
};
