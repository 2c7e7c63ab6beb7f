import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Backup, Manifest } from './manifest.ts';

const folderName = 'files/';
/** What is still being written has no name of its own yet. */
const unfinished = /\.part$/;

/** Copies the stored files. One that is deleted meanwhile is left out: nothing will ask for it. */
export const dumpFiles = async (root: string, backup: Backup): Promise<NonNullable<Manifest['files']>> => {
  const found = { count: 0, bytes: 0 };
  for (const path of await filesBelow(root)) {
    if (unfinished.test(path)) continue;
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) continue;
    found.bytes += await backup.add(`${folderName}${relative(root, path)}`, createReadStream('', { fd: file }));
    found.count++;
  }
  return found;
};

/** Whether nothing was ever stored here. */
export const isEmptyStorage = async (root: string): Promise<boolean> => (await filesBelow(root)).length === 0;

/** Takes away what a restore that was cut short has stored. */
export const clearStorage = (root: string): Promise<void> => rm(root, { recursive: true, force: true });

/** Stores the files of a backup under the names they had. */
export const loadFiles = async (root: string, folder: string, paths: string[]): Promise<void> => {
  for (const path of paths.filter((each) => each.startsWith(folderName))) {
    const target = join(root, path.slice(folderName.length));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(folder, path), target);
    const file = await open(target);
    await file.sync().finally(() => file.close());
  }
};

/** A folder that goes while the others are listed costs none of theirs; one that may not be read is no empty one. */
const filesBelow = async (folder: string): Promise<string[]> => {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const paths: string[] = [];
  for (const entry of found) {
    const path = join(folder, entry.name);
    if (entry.isFile()) paths.push(path);
    else if (entry.isDirectory()) paths.push(...(await filesBelow(path)));
  }
  return paths;
};
