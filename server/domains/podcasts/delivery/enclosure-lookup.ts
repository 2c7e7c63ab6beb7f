import type { Clock, Db } from '#server/kernel/kernel.ts';
import { findEnclosure, type StoredEnclosure } from './enclosure.repo.ts';

const freshMs = 1000;
const maxEntries = 20_000;

type CacheEntry = { result: Promise<StoredEnclosure | 'gone' | undefined>; queried: number };

/**
 * Finds the enclosure of an episode; changes take effect within a second. While the database is down, the last known
 * result is used, so that downloads continue. Caches the 20,000 most recently requested episodes.
 */
export const enclosureLookup = (deps: { db: Db; clock: Clock }) => {
  const cache = new Map<string, CacheEntry>();
  const query = (key: string, before: CacheEntry | undefined): CacheEntry => {
    const result = findEnclosure(deps.db, key).catch((error: unknown) => {
      if (before === undefined) throw error;
      return before.result;
    });
    const entry = { result, queried: Date.now() };
    cache.set(key, entry);
    result.catch(() => {
      if (cache.get(key) === entry) cache.delete(key);
    });
    return entry;
  };
  return async (key: string): Promise<StoredEnclosure | 'gone' | undefined> => {
    const before = cache.get(key);
    const isFresh = before !== undefined && Date.now() - before.queried < freshMs;
    cache.delete(key);
    const entry = isFresh ? before : query(key, before);
    cache.set(key, entry);
    if (cache.size > maxEntries) cache.delete(cache.keys().next().value!);
    const result = await entry.result;
    return result !== undefined && result !== 'gone' && !isPublic(result, deps.clock.now()) ? undefined : result;
  };
};

/** A scheduled episode becomes available at its publish date without any job. */
const isPublic = ({ published, publish_date }: StoredEnclosure, now: Date): boolean =>
  published && (publish_date === null || publish_date <= now);
