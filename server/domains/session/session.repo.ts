import { limits } from '#contract/limits.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** A person's row: whom the identity provider knows them as. */
export const personRow = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** The accounts somebody belongs to, by name. */
export const accountsOf = (db: Db, id: string) =>
  db
    .selectFrom('account_members as m')
    .innerJoin('accounts as a', 'a.key', 'm.account_key')
    .select(['a.key', 'a.company', 'a.suspended_at', 'm.role'])
    .where('m.user_id', '=', id)
    .where('a.deleted_at', 'is', null)
    .orderBy((eb) => eb.fn('lower', ['a.company']))
    .orderBy('a.key')
    .execute();

/** The stations somebody may work in: their own, and those of their accounts; by name. */
export const stationsOf = (db: Db, id: string) =>
  db
    .selectFrom('stations as s')
    .innerJoin('accounts as a', 'a.key', 's.account_key')
    .leftJoin('station_members as sm', (join) => join.onRef('sm.station_key', '=', 's.key').on('sm.user_id', '=', id))
    .leftJoin('account_members as am', (join) =>
      join.onRef('am.account_key', '=', 's.account_key').on('am.user_id', '=', id),
    )
    .select(['s.key', 's.name', 's.account_key', 's.streamname', 'sm.role'])
    .where((eb) => eb.or([eb('sm.role', 'is not', null), eb('am.role', 'is not', null)]))
    .where('s.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .orderBy((eb) => eb.fn('lower', ['s.name']))
    .orderBy('s.key')
    .limit(limits.stationListLimit)
    .execute();

/** Writes down a new name. */
export const rename = async (
  db: Db,
  id: string,
  name: { first_name: string; last_name: string; updated: Date },
): Promise<void> => {
  await db.updateTable('users').set(name).where('id', '=', id).execute();
};
