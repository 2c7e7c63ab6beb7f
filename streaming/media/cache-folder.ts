import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of the portal's storage on the engine's disk, up to a limit: those not used for longest are removed first. */
export type CacheFolder = {
  has(name: string): boolean;
  pathOf(name: string): string;
  /** It is used now. */
  use(name: string): void;
  /** Reserves room for a file that is about to be fetched: the path for its bytes; undefined if it can't have room. */
  reserve(name: string, bytes: number): Promise<string | undefined>;
  /** Its bytes have all arrived: from now on it is a file of the folder. */
  keep(name: string): Promise<void>;
  /** The fetch ended early; what has arrived stays, so that it can be continued. */
  release(name: string): void;
  forget(name: string): Promise<void>;
  readonly bytes: number;
};

const ending = '.part';

/** Files of earlier runs count from the start, incomplete ones too. */
export const openCacheFolder = (folder: string, maxBytes: number): CacheFolder => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** Bytes by name, least recently used first. */
  const sizes = new Map<string, number>(filesIn(folder));
  const fetching = new Set<string>();
  let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);

  const record = (name: string, bytes: number): void => {
    total += bytes - (sizes.get(name) ?? 0);
    sizes.delete(name);
    sizes.set(name, bytes);
  };
  const drop = (name: string): void => {
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  const pathOf = (name: string): string => join(folder, name);
  const remove = async (name: string): Promise<void> => {
    drop(name);
    // A track that is being read from it plays to its end.
    await rm(pathOf(name), { force: true });
  };

  return {
    has: (name) => sizes.has(name),
    pathOf,
    use(name) {
      const bytes = sizes.get(name);
      if (bytes === undefined) return;
      record(name, bytes);
      // Its modification time is that of its last use, for the order after a restart.
      const now = new Date();
      utimes(pathOf(name), now, now).catch(() => undefined);
    },
    async reserve(name, bytes) {
      const part = name + ending;
      const reserved = [...fetching].reduce((sum, one) => sum + (sizes.get(one) ?? 0), 0);
      if (reserved + bytes > maxBytes) return undefined;
      fetching.add(part);
      record(part, bytes);
      for (const oldest of [...sizes.keys()]) {
        if (total <= maxBytes) break;
        if (!fetching.has(oldest)) await remove(oldest);
      }
      return pathOf(part);
    },
    async keep(name) {
      const part = name + ending;
      await rename(pathOf(part), pathOf(name));
      fetching.delete(part);
      record(name, sizes.get(part) ?? 0);
      drop(part);
    },
    release(name) {
      fetching.delete(name + ending);
    },
    async forget(name) {
      fetching.delete(name + ending);
      await Promise.all([remove(name), remove(name + ending)]);
    },
    get bytes() {
      return total;
    },
  };
};

const filesIn = (folder: string): [name: string, bytes: number][] =>
  readdirSync(folder)
    .map((name) => ({ name, stats: statSync(join(folder, name)) }))
    .filter(({ stats }) => stats.isFile())
    .sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)
    .map(({ name, stats }) => [name, stats.size]);
