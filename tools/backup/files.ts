import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Backup, Manifest } from './manifest.ts';

const folderName = 'files/';
/** Files that are still being written. */
const unfinished = /\.part$/;

/** Copies the stored files. Skips those deleted meanwhile: nothing refers to them. */
export const dumpFiles = async (root: string, backup: Backup): Promise<NonNullable<Manifest['files']>> => {
  const total = { count: 0, bytes: 0 };
  for (const path of await filesBelow(root)) {
    if (unfinished.test(path)) continue;
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) continue;
    total.bytes += await backup.add(`${folderName}${relative(root, path)}`, createReadStream('', { fd: file }));
    total.count++;
  }
  return total;
};

/** Whether the storage has no files. */
export const isEmptyStorage = async (root: string): Promise<boolean> => (await filesBelow(root)).length === 0;

/** Deletes all files, as after an interrupted restore. */
export const clearStorage = (root: string): Promise<void> => rm(root, { recursive: true, force: true });

/** Stores the files of a backup under their original names. */
export const loadFiles = async (root: string, folder: string, paths: string[]): Promise<void> => {
  for (const path of paths.filter((each) => each.startsWith(folderName))) {
    const target = join(root, path.slice(folderName.length));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(folder, path), target);
    const file = await open(target);
    await file.sync().finally(() => file.close());
  }
};

/** A folder that is deleted meanwhile counts as empty; one that cannot be read is an error. */
const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) paths.push(path);
    else if (entry.isDirectory()) paths.push(...(await filesBelow(path)));
  }
  return paths;
};
