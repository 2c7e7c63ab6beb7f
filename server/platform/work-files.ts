import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';

/* Temporary files of jobs on the local disk. */

const prefix = 'render-';
const maxJobMs = 6 * 3_600_000;
const folderOf = (deps: Pick<Kernel, 'config'>): string => join(deps.config.dataDir, 'tmp');

/** Runs `work` with a temporary path and deletes the file afterwards. */
export const withWorkFile = async <T>(deps: Pick<Kernel, 'config'>, work: (path: string) => Promise<T>): Promise<T> => {
  const path = join(folderOf(deps), `${prefix}${randomLetters(22)}`);
  await mkdir(folderOf(deps), { recursive: true });
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};

/** Deletes temporary files of killed processes: those older than the longest job. */
export const removeLeftovers = async (deps: Pick<Kernel, 'config'>): Promise<void> => {
  const folder = folderOf(deps);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const leftover = name.startsWith(prefix) ? await stat(path).catch(() => undefined) : undefined;
    if (leftover && Date.now() - leftover.mtimeMs > maxJobMs) await rm(path, { force: true });
  }
};
