import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import type { IdpFactorsTable } from '../identity.tables.ts';

export type FactorRow = Selectable<IdpFactorsTable>;

export const factorsOf = (db: Db, personId: string): Promise<FactorRow[]> =>
  db.selectFrom('idp_factors').selectAll().where('user_id', '=', personId).orderBy('created').orderBy('id').execute();

export const passkeyBy = (db: Db, credentialId: string): Promise<FactorRow | undefined> =>
  db.selectFrom('idp_factors').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** Those of the people who have a second factor. */
export const holdersAmong = async (db: Db, personIds: readonly string[]): Promise<Set<string>> => {
  if (personIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('idp_factors')
    .select('user_id')
    .distinct()
    .where(sql<string>`user_id::text`, 'in', personIds)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
};

/** Uses up the time step of an authenticator app's code; false if that step or a later one was used before. */
export const consumeTimeStep = async (db: Db, clock: Clock, id: string, step: number): Promise<boolean> => {
  const used = await db
    .updateTable('idp_factors')
    .set({ last_step: step, last_used: clock.now() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
};

/** Records the use of a passkey; false if its counter went backwards, as with a cloned key. */
export const recordPasskeyUse = async (db: Db, clock: Clock, id: string, counter: number): Promise<boolean> => {
  const used = await db
    .updateTable('idp_factors')
    .set({ counter, last_used: clock.now() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
};

/** Removes a factor, and with the last one the recovery codes; false if the person has no such factor. */
export const removeFactor = async (db: Db, personId: string, id: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('idp_factors')
      .where('user_id', '=', personId)
      .where(sql<string>`id::text`, '=', id)
      .executeTakeFirst();
    if ((await factorsOf(tx, personId)).length === 0) await removeCodes(tx, personId);
    return numDeletedRows === 1n;
  });

export const removeFactors = async (db: Db, personId: string): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('idp_factors').where('user_id', '=', personId).execute();
    await removeCodes(tx, personId);
  });
};

const codeCount = 10;
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Replaces the recovery codes with ten new ones of 80 bits; only their hashes are stored. */
export const renewCodes = async (db: Db, personId: string): Promise<string[]> => {
  const codes = Array.from({ length: codeCount }, makeCode);
  await db.transaction().execute(async (tx) => {
    await removeCodes(tx, personId);
    await tx
      .insertInto('idp_recovery_codes')
      .values(codes.map((code) => ({ user_id: personId, hash: hashOf(code) })))
      .execute();
  });
  return codes;
};

const makeCode = (): string => {
  const random = [...randomBytes(16)].map((byte) => letters[byte % letters.length] ?? '').join('');
  return random.match(/.{4}/g)?.join('-') ?? random;
};

export const codesLeft = async (db: Db, personId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('idp_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(left);
};

/** Uses up a recovery code; false if it is wrong or was used before. */
export const consumeRecoveryCode = async (db: Db, personId: string, input: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('idp_recovery_codes')
    .where('user_id', '=', personId)
    .where('hash', '=', hashOf(input))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

const removeCodes = (db: Db, personId: string) =>
  db.deleteFrom('idp_recovery_codes').where('user_id', '=', personId).execute();

const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest('base64url');

const freeFailures = 5;

/**
 * Registers an attempt at a person's second step, counted as failed until `forgiveFactorAttempts`. Returns the seconds
 * to wait after five failures in a row, doubling from 30 s to 15 minutes; else 0.
 */
export const registerFactorAttempt = async (db: Db, clock: Clock, personId: string): Promise<number> => {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('idp_users')
    .set({
      factor_failures: sql`factor_failures + 1`,
      factor_locked_until: sql`case when factor_failures + 1 >= ${freeFailures}::int then ${now}::timestamptz +
        least(900, 30 * power(2, least(10, factor_failures + 1 - ${freeFailures}::int))) * interval '1 second' end`,
    })
    .where('id', '=', personId)
    .where((eb) => eb.or([eb('factor_locked_until', 'is', null), eb('factor_locked_until', '<=', now)]))
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return 0;
  const row = await db
    .selectFrom('idp_users')
    .select('factor_locked_until')
    .where('id', '=', personId)
    .executeTakeFirst();
  return Math.max(1, Math.ceil(((row?.factor_locked_until ?? now).getTime() - now.getTime()) / 1000));
};

export const clearFactorAttempts = async (db: Db, personId: string): Promise<void> => {
  await db
    .updateTable('idp_users')
    .set({ factor_failures: 0, factor_locked_until: null })
    .where('id', '=', personId)
    .execute();
};
