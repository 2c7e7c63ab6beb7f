import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';

/* Files that a job works at: on this disk, and of no worth once it has ended. */

const leftover = 'render-';
const longestMs = 6 * 3_600_000;
const folderOf = (deps: Pick<Kernel, 'config'>): string => join(deps.config.dataDir, 'tmp');

/** Gives the work a path of its own; whatever is there afterwards is removed. */
export const withWorkFile = async <T>(deps: Pick<Kernel, 'config'>, work: (path: string) => Promise<T>): Promise<T> => {
  const path = join(folderOf(deps), `${leftover}${randomLetters(22)}`);
  await mkdir(folderOf(deps), { recursive: true });
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};

/** Removes what killed processes left half done: whatever is older than any job lasts. */
export const removeLeftovers = async (deps: Pick<Kernel, 'config'>): Promise<void> => {
  const folder = folderOf(deps);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = name.startsWith(leftover) ? await stat(path).catch(() => undefined) : undefined;
    if (found && Date.now() - found.mtimeMs > longestMs) await rm(path, { force: true });
  }
};
