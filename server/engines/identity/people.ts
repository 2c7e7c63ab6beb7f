import type { Selectable } from 'kysely';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import type { IdpUsersTable } from './identity.tables.ts';

/** A person of the realm with a verified e-mail: unconfirmed registrations are stored elsewhere. */
export type RealmPerson = Selectable<IdpUsersTable>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const personByEmail = (db: Db, email: string): Promise<RealmPerson | undefined> =>
  db.selectFrom('idp_users').selectAll().where('email', '=', email).executeTakeFirst();

export const personById = async (db: Db, id: string): Promise<RealmPerson | undefined> =>
  uuid.test(id) ? db.selectFrom('idp_users').selectAll().where('id', '=', id).executeTakeFirst() : undefined;

export type NewPerson = { email: string; password_hash: string; first_name: string; last_name: string };

/** Adds a person with a verified e-mail; undefined if the e-mail is taken. */
export const addPerson = (db: Db, person: NewPerson): Promise<RealmPerson | undefined> =>
  db
    .insertInto('idp_users')
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Changes a name or password; false if there is no such person. */
export const changePerson = async (
  db: Db,
  clock: Clock,
  id: string,
  changes: Partial<Omit<NewPerson, 'email'>>,
): Promise<boolean> => {
  if (!uuid.test(id)) return false;
  const changed = await db
    .updateTable('idp_users')
    .set({ ...changes, updated: clock.now() })
    .where('id', '=', id)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
};

/** Sets a verified e-mail; `taken` if another person has it. */
export const changePersonEmail = async (
  db: Db,
  clock: Clock,
  id: string,
  email: string,
): Promise<'changed' | 'taken' | 'notFound'> => {
  try {
    const { numUpdatedRows } = await db
      .updateTable('idp_users')
      .set({ email, updated: clock.now() })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? 'changed' : 'notFound';
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) return 'taken';
    throw error;
  }
};
const uniqueViolation = '23505';

/** The claims about a person in tokens. */
export const claimsOf = (person: RealmPerson) => ({
  email: person.email,
  email_verified: true,
  name: `${person.first_name} ${person.last_name}`.trim(),
  given_name: person.first_name,
  family_name: person.last_name,
  preferred_username: person.email,
});
