import { sql } from 'kysely';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { emailHash } from './emails.ts';

const model = 'SlowDown';
const freeFailures = 50;
const failuresPerDoubling = 10;
const firstDelayMs = 250;
const maxDelayMs = 4000;
const resetAfterMs = 24 * 3600 * 1000;

/**
 * Counts an attempt at an e-mail from any unknown client as failed until `uncountAttempt`. Returns the ms
 * to wait before the password is checked. This slows down guessing from many networks
 * and refuses nothing: the right password is accepted after at most `maxDelayMs`.
 */
export const countAttempt = async (db: Db, clock: Clock, email: string): Promise<number> => {
  const { rows } = await sql<{ failures: number }>`
    insert into idp_models as m (model, id, payload, expires_at)
    values (${model}, ${emailHash(email)}, '{"failures": 1}'::jsonb, ${resetAt(clock)})
    on conflict (model, id) do update set
      expires_at = excluded.expires_at,
      payload = jsonb_build_object('failures',
        case when m.expires_at < ${clock.now()} then 1 else (m.payload ->> 'failures')::int + 1 end)
    returning (payload ->> 'failures')::int as failures`.execute(db);
  return delayAfter(rows[0]?.failures ?? 0);
};

/** Takes back the attempt, which had the right password. */
export const uncountAttempt = async (db: Db, email: string): Promise<void> => {
  await sql`
    update idp_models set payload = jsonb_build_object('failures', greatest(0, (payload ->> 'failures')::int - 1))
    where model = ${model} and id = ${emailHash(email)}`.execute(db);
};

/** The delay of the next attempt, ms, after this many failures within a day. */
export const delayAfter = (failures: number): number => {
  if (failures <= freeFailures) return 0;
  const doublings = Math.floor((failures - freeFailures - 1) / failuresPerDoubling);
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(doublings, 20));
};

const resetAt = (clock: Clock): Date => new Date(clock.now().getTime() + resetAfterMs);
