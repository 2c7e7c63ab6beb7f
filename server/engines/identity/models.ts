import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { lifetime } from './realm.ts';

/**
 * The provider's state in PostgreSQL. Expired rows are not found, even before `forgetExpired` deletes them;
 * a code or refresh token is used only once, even by concurrent requests.
 */
export const postgresModels =
  (db: Db, clock: Clock): AdapterFactory =>
  (model): Adapter => ({
    upsert: (id, payload, expiresIn) => upsert(db, clock, { model, id, payload, expiresIn }),
    find: (id) => findBy(db, clock, model, 'id', id),
    findByUid: (uid) => findBy(db, clock, model, 'uid', uid),
    findByUserCode: (code) => findBy(db, clock, model, 'user_code', code),
    async consume(id) {
      const used = await db
        .updateTable('idp_models')
        .set({ consumed_at: clock.now() })
        .where('model', '=', model)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await db.deleteFrom('idp_models').where('model', '=', model).where('id', '=', id).execute();
    },
    async revokeByGrantId(grantId) {
      await db.deleteFrom('idp_models').where('model', '=', model).where('grant_id', '=', grantId).execute();
    },
  });

type Row = { model: string; id: string; payload: AdapterPayload; expiresIn: number | undefined };

const upsert = async (db: Db, clock: Clock, { model, id, payload, expiresIn }: Row): Promise<void> => {
  const columns = {
    payload: JSON.stringify(payload),
    grant_id: payload.grantId ?? null,
    uid: payload.uid ?? null,
    user_code: payload.userCode ?? null,
    expires_at: expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000),
  };
  await db
    .insertInto('idp_models')
    .values({ model, id, ...columns })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(columns))
    .execute();
};

const findBy = async (
  db: Db,
  clock: Clock,
  model: string,
  column: 'id' | 'uid' | 'user_code',
  value: string,
): Promise<AdapterPayload | undefined> => {
  const row = await db
    .selectFrom('idp_models')
    .select(['payload', 'consumed_at'])
    .where('model', '=', model)
    .where(column, '=', value)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
    .executeTakeFirst();
  if (!row) return undefined;
  const payload = row.payload as AdapterPayload;
  return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload;
};

/** Deletes expired rows; runs every few minutes. */
export const deleteExpired = async (db: Db, clock: Clock): Promise<void> => {
  const now = clock.now();
  await db.deleteFrom('idp_models').where('expires_at', '<', now).execute();
  // Sessions whose last token has expired.
  const oldest = new Date(now.getTime() - lifetime.session * 1000);
  await db.deleteFrom('idp_sessions').where('last_used', '<', oldest).execute();
  // Used links are kept for a week, so that their page can explain.
  const weekAgo = new Date(now.getTime() - 7 * 24 * 3600 * 1000);
  await db.deleteFrom('idp_links').where('expires_at', '<', weekAgo).execute();
};
