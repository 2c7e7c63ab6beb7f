import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The engine plays renditions out of the cache at any time, so those stay as long as their tracks. */
const played = 'renditions';
const pauseMs = 10 * 60_000;
/** Somebody may be reading what was asked for lately. */
const restMs = 60 * 60_000;

/**
 * Keeps the copies in `folder` to about `most` bytes: those that were used longest ago go first. Asked after each use, it looks at
 * most every ten minutes, and spares `used` and what was used within the hour.
 */
export const cacheEviction = (folder: string, most: number, rest = restMs): ((used: string) => Promise<void>) => {
  let next = 0;
  return async (used) => {
    if (Date.now() < next) return;
    next = Date.now() + (rest === 0 ? 0 : pauseMs);
    const copies = (await copiesIn(folder)).toSorted((one, other) => one.at - other.at);
    let left = copies.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, at } of copies) {
      if (left <= most) return;
      if (path === used || at > Date.now() - rest) continue;
      await rm(path, { force: true });
      left -= size;
    }
  };
};

const copiesIn = async (folder: string): Promise<{ path: string; size: number; at: number }[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, played)));
  const found = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const seen = await stat(path).catch(() => undefined);
      return seen && { path, size: seen.size, at: seen.mtimeMs };
    }),
  );
  return found.filter((one) => one !== undefined);
};
