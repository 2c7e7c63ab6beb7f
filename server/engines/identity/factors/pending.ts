import type { Clock, Db } from '#server/kernel/kernel.ts';

/** What a person has begun and not ended yet: a second step of sign-in, a factor being set up. */
export type Pending = {
  accountId?: string;
  /** Of a passkey. */
  challenge?: string;
  /** Of an authenticator app, sealed. */
  secret?: string;
  /** The second step was passed; the recovery codes are still to be seen. */
  passed?: true;
};
type Kind = 'SecondStep' | 'FactorSetup' | 'PasskeySignIn';
type At = { db: Db; clock: Clock };

const lastsMs = 10 * 60_000;

/** Keeps something begun for ten minutes, in place of what was begun before under the same id. */
export const setPending = async ({ db, clock }: At, model: Kind, id: string, pending: Pending): Promise<void> => {
  const kept = { payload: JSON.stringify(pending), expires_at: new Date(clock.now().getTime() + lastsMs) };
  await db
    .insertInto('idp_models')
    .values({ model, id, ...kept })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(kept))
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

/** Gives what was begun to exactly one caller. */
export const takePending = async ({ db, clock }: At, model: Kind, id: string): Promise<Pending | undefined> => {
  const row = await db
    .deleteFrom('idp_models')
    .where('model', '=', model)
    .where('id', '=', id)
    .where('expires_at', '>', clock.now())
    .returning('payload')
    .executeTakeFirst();
  return row?.payload as Pending | undefined;
};
