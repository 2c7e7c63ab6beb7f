import type { Clock, Db } from '#server/kernel/kernel.ts';
import { findEnclosure, type StoredEnclosure } from './enclosure.repo.ts';

const freshMs = 1000;
const atMost = 20_000;

type Known = { found: Promise<StoredEnclosure | 'gone' | undefined>; asked: number };

/**
 * Finds what is delivered of an episode; a change counts within a second. While the database is away, what was known
 * last is answered, as downloads go on without it. Remembers the 20,000 episodes asked for last.
 */
export const enclosureLookup = (deps: { db: Db; clock: Clock }) => {
  const known = new Map<string, Known>();
  const ask = (key: string, before: Known | undefined): Known => {
    const found = findEnclosure(deps.db, key).catch((error: unknown) => {
      if (before === undefined) throw error;
      return before.found;
    });
    const asked = { found, asked: Date.now() };
    known.set(key, asked);
    found.catch(() => {
      if (known.get(key) === asked) known.delete(key);
    });
    return asked;
  };
  return async (key: string): Promise<StoredEnclosure | 'gone' | undefined> => {
    const before = known.get(key);
    const isFresh = before !== undefined && Date.now() - before.asked < freshMs;
    known.delete(key);
    const now = isFresh ? before : ask(key, before);
    known.set(key, now);
    if (known.size > atMost) known.delete(known.keys().next().value!);
    const found = await now.found;
    return found !== undefined && found !== 'gone' && !isOut(found, deps.clock.now()) ? undefined : found;
  };
};

/** A scheduled episode is there from its minute on, without anybody doing anything. */
const isOut = ({ published, publish_date }: StoredEnclosure, now: Date): boolean =>
  published && (publish_date === null || publish_date <= now);
