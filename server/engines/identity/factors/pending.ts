import type { Clock, Db } from '#server/kernel/kernel.ts';

/** An unfinished operation: a second step of sign-in, or a factor being set up. */
export type Pending = {
  accountId?: string;
  /** Of a passkey. */
  challenge?: string;
  /** Of an authenticator app, sealed. */
  secret?: string;
  /** The second step was passed; the recovery codes must still be shown. */
  passed?: true;
};
type Kind = 'SecondStep' | 'FactorSetup' | 'PasskeySignIn';
type At = { db: Db; clock: Clock };

const lifetimeMs = 10 * 60_000;

/** Stores an operation for ten minutes, replacing one with the same id. */
export const setPending = async ({ db, clock }: At, model: Kind, id: string, pending: Pending): Promise<void> => {
  const row = { payload: JSON.stringify(pending), expires_at: new Date(clock.now().getTime() + lifetimeMs) };
  await db
    .insertInto('idp_models')
    .values({ model, id, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
};

export const findPending = async ({ db, clock }: At, model: Kind, id: string): Promise<Pending | undefined> => {
  const row = await db
    .selectFrom('idp_models')
    .select('payload')
    .where('model', '=', model)
    .where('id', '=', id)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row?.payload as Pending | undefined;
};

/** Removes an operation and returns it to exactly one caller. */
export const consumePending = async ({ db, clock }: At, model: Kind, id: string): Promise<Pending | undefined> => {
  const row = await db
    .deleteFrom('idp_models')
    .where('model', '=', model)
    .where('id', '=', id)
    .where('expires_at', '>', clock.now())
    .returning('payload')
    .executeTakeFirst();
  return row?.payload as Pending | undefined;
};
