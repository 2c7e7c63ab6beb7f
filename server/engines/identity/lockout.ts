import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { emailHash } from './emails.ts';

/** Failures without delay, then a delay that doubles. */
const freeFailures = 4;
const firstDelayS = 30;
const maxDelayS = 15 * 60;
const resetAfterS = 24 * 3600;
const model = 'Lockout';

/** An attempt at a normalised e-mail: `from` is a known browser or a client's network. */
export type Attempt = { email: string; from: string };

/**
 * Registers an attempt of a client at an e-mail, whether or not a person has it, and counts it as failed until
 * `forgiveAttempt`, so that parallel attempts gain nothing over sequential ones. Returns the seconds to
 * wait if this client is locked, else 0; other clients are not affected, so that nobody can lock out another person.
 */
export const registerAttempt = async (db: Db, clock: Clock, attempt: Attempt): Promise<number> => {
  const now = clock.now();
  const { rows } = await sql<{ locked_until: number; was_locked: boolean }>`
    insert into idp_models as m (model, id, uid, payload, expires_at)
    values (${model}, ${idOf(attempt)}, ${emailHash(attempt.email)},
      '{"failures": 1, "lockedUntil": 0, "refused": false}'::jsonb, ${later(now, resetAfterS)})
    on conflict (model, id) do update set
      expires_at = excluded.expires_at,
      payload = case
        when (m.payload ->> 'lockedUntil')::bigint > ${now.getTime()}
          then m.payload || '{"refused": true}'::jsonb
        else jsonb_build_object('refused', false,
          'failures', (m.payload ->> 'failures')::int + 1,
          'lockedUntil', case when (m.payload ->> 'failures')::int + 1 > ${freeFailures}
            then ${now.getTime()} + 1000 * least(${maxDelayS}::bigint,
              ${firstDelayS} * power(2, least(20, (m.payload ->> 'failures')::int - ${freeFailures}))::bigint)
            else 0 end)
        end
    returning (payload ->> 'lockedUntil')::bigint as locked_until, (payload ->> 'refused')::boolean as was_locked`.execute(
    db,
  );
  const row = rows[0];
  return row?.was_locked === true ? Math.max(1, Math.ceil((row.locked_until - now.getTime()) / 1000)) : 0;
};

/** The right password clears the failures of this client. */
export const clearAttempt = async (db: Db, attempt: Attempt): Promise<void> => {
  await db.deleteFrom('idp_models').where('model', '=', model).where('id', '=', idOf(attempt)).execute();
};

/** A new password clears the failures of all clients at the e-mail. */
export const clearAttempts = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom('idp_models').where('model', '=', model).where('uid', '=', emailHash(email)).execute();
};

const idOf = ({ email, from }: Attempt): string => createHash('sha256').update(`${email}\n${from}`).digest('base64url');

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
