import { sql } from 'kysely';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { emailHash } from './emails.ts';
import type { NewPerson } from './people.ts';
import { lifetime } from './realm.ts';

const model = 'Registration';

/**
 * `return_to` is where in the portal sign-in was begun for: an invitation, say. `browser` is a hash of the cookie of
 * the browser that registered.
 */
export type Registration = NewPerson & { return_to?: string; browser?: string };

/**
 * A registration waits here until its address is proven. Its name and password count only in the browser that chose
 * them: nobody can set a password for an address in advance of its owner.
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

/** The newest registration of an address that is still waiting. */
export const waitingRegistration = async (
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

/** Every registration of an address is over once one of them is confirmed. */
export const endRegistrations = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom('idp_models').where('model', '=', model).where('uid', '=', emailHash(email)).execute();
};

const live = (db: Db, clock: Clock) =>
  db.selectFrom('idp_models').where('model', '=', model).where('expires_at', '>', clock.now());
