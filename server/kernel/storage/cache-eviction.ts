import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The engine may play cached prompts and spots at any time, so they stay; tracks are copied no longer (ADR 93). */
const played = /^renditions\/(?!t-)/;
const pauseMs = 10 * 60_000;
/** Recently used copies may still be in use. */
const restMs = 60 * 60_000;

/**
 * Limits the copies in `folder` to about `most` bytes by removing the least recently used ones. Called after each use,
 * it checks at most every ten minutes, and spares `used` and everything used within the last hour.
 */
export const cacheEviction = (folder: string, most: number, rest = restMs): ((used: string) => Promise<void>) => {
  let next = 0;
  return async (used) => {
    if (Date.now() < next) return;
    next = Date.now() + (rest === 0 ? 0 : pauseMs);
    const copies = (await copiesIn(folder)).toSorted((one, other) => one.at - other.at);
    let remaining = copies.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, at } of copies) {
      if (remaining <= most) return;
      if (path === used || at > Date.now() - rest) continue;
      await rm(path, { force: true });
      remaining -= size;
    }
  };
};

const copiesIn = async (folder: string): Promise<{ path: string; size: number; at: number }[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const pathOf = (entry: (typeof entries)[number]): string => join(entry.parentPath, entry.name);
  const files = entries.filter((entry) => entry.isFile() && !played.test(relative(folder, pathOf(entry))));
  const found = await Promise.all(
    files.map(async (entry) => {
      const path = pathOf(entry);
      const seen = await stat(path).catch(() => undefined);
      return seen && { path, size: seen.size, at: seen.mtimeMs };
    }),
  );
  return found.filter((one) => one !== undefined);
};
