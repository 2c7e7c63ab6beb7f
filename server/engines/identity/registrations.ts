import { sql } from 'kysely';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { emailHash } from './emails.ts';
import type { NewPerson } from './people.ts';
import { lifetime } from './realm.ts';

const model = 'Registration';

/**
 * `return_to` is the portal path that sign-in was started for, such as an invitation. `browser` is a hash of the cookie
 * of the browser that registered.
 */
export type Registration = NewPerson & { return_to?: string; browser?: string };

/**
 * Stores a registration until its e-mail is verified. Its name and password are used only in the browser that chose
 * them, so that nobody can preset a password for another person's e-mail.
 */
export const addRegistration = async (db: Db, clock: Clock, person: Registration): Promise<string> => {
  const id = randomLetters(22);
  const expires_at = new Date(clock.now().getTime() + lifetime.registration * 1000);
  const payload = JSON.stringify({ ...person, made: clock.now().getTime() });
  await db
    .insertInto('idp_models')
    .values({ model, id, payload, uid: emailHash(person.email), expires_at })
    .execute();
  return id;
};

export const registrationById = async (db: Db, clock: Clock, id: string): Promise<Registration | undefined> => {
  const row = await live(db, clock).select('payload').where('id', '=', id).executeTakeFirst();
  return row?.payload as Registration | undefined;
};

/** The newest unconfirmed registration of an e-mail. */
export const latestRegistration = async (
  db: Db,
  clock: Clock,
  email: string,
): Promise<(NewPerson & { id: string }) | undefined> => {
  const row = await live(db, clock)
    .select(['id', 'payload'])
    .where('uid', '=', emailHash(email))
    .orderBy(sql`(payload ->> 'made')::bigint`, 'desc')
    .executeTakeFirst();
  return row && { ...(row.payload as NewPerson), id: row.id };
};

/** Deletes all registrations of an e-mail once one of them is confirmed. */
export const deleteRegistrations = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom('idp_models').where('model', '=', model).where('uid', '=', emailHash(email)).execute();
};

const live = (db: Db, clock: Clock) =>
  db.selectFrom('idp_models').where('model', '=', model).where('expires_at', '>', clock.now());
