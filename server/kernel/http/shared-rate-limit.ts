import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock, Db } from '../kernel.ts';
import { rateLimiter, type RateBound } from './rate-limit.ts';
import { refuse } from './refuse.ts';

export type SharedRateLimit = (key: string, bound: RateBound) => Promise<void>;

/**
 * Counts calls per key in windows of `seconds`, for all portals on this database together; refuses `request.rateLimited`
 * beyond `max`. A caller who is over the limit in this process alone costs the database nothing.
 */
export const sharedRateLimiter = ({ db, clock }: { db: Db; clock: Clock }): SharedRateLimit => {
  const limitHere = rateLimiter(clock);
  return async (key, bound) => {
    limitHere(key, bound);
    const now = clock.now();
    const { ends, count } = await countCall(db, key, now, new Date(now.getTime() + bound.seconds * 1000));
    if (count > bound.max)
      refuse('request.rateLimited', { seconds: Math.ceil((ends.getTime() - now.getTime()) / 1000) });
  };
};

/** Hashed, as the key may contain an address. */
const countCall = async (db: Db, key: string, now: Date, ends: Date): Promise<{ ends: Date; count: number }> => {
  const hashed = createHash('sha256').update(key).digest('base64url');
  const { rows } = await sql<{ ends: Date; count: number }>`
    insert into rate_windows as w (key, ends, count) values (${hashed}, ${ends}, 1)
    on conflict (key) do update set
      count = case when w.ends <= ${now} then 1 else w.count + 1 end,
      ends = case when w.ends <= ${now} then excluded.ends else w.ends end
    returning ends, count`.execute(db);
  return rows[0]!;
};

/** Deletes the windows that have ended. */
export const deletePastWindows = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from rate_windows where ends <= ${now}`.execute(db);
};
