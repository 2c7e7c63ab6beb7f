import type { Selectable } from 'kysely';
import type { UsersTable } from '../db/tables.ts';
import type { Person } from '../http/handler.ts';
import { refuse } from '../http/refuse.ts';
import type { Clock, Db } from '../kernel.ts';
import type { Identity } from './bearer.ts';

/** People as the portal knows them, linked to the identity provider by (issuer, subject). */
export type People = {
  /** Writes down whom a verified token names; refuses 401 when the person was removed. */
  ofIdentity(identity: Identity): Promise<Person>;
  /** The person behind a purpose-bound token; refuses 401 when removed. */
  byId(id: string): Promise<Person>;
  /** A changed or removed person is read anew at once in this process, within 30 s in others. */
  forget(id: string): void;
};

const rememberedMs = 30_000;
const mostRemembered = 20_000;

/** `adminEmail`: whoever proves this address is a portal administrator. */
export const databasePeople = (at: { db: Db; clock: Clock; adminEmail: string | undefined }): People => {
  const remembered = new Map<string, { person: Person; until: number; email: string }>();
  const remember = (cacheKey: string, person: Person): Person => {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(cacheKey, { person, until: at.clock.now().getTime() + rememberedMs, email: person.email });
    return person;
  };
  const recall = (cacheKey: string) => {
    const found = remembered.get(cacheKey);
    return found && found.until > at.clock.now().getTime() ? found.person : undefined;
  };
  return {
    async ofIdentity(identity) {
      const cacheKey = `${identity.issuer} ${identity.subject} ${identity.email} ${String(identity.emailVerified)}`;
      return recall(cacheKey) ?? remember(cacheKey, personOf(await upsert(at, identity)));
    },
    async byId(id) {
      const found =
        recall(id) ?? personOf(await at.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst());
      return remember(id, found);
    },
    forget(id) {
      for (const [cacheKey, { person }] of remembered) if (person.id === id) remembered.delete(cacheKey);
    },
  };
};

type UserRow = Selectable<UsersTable>;

const personOf = (row: UserRow | undefined): Person => {
  if (!row || row.disabled_at) return refuse('session.required');
  const { id, email, first_name, last_name } = row;
  return { id, email, first_name, last_name, isPortalAdmin: row.portal_admin };
};

/** A token older than the last change of the row (a new name, say) doesn't turn it back. */
const upsert = async (at: { db: Db; adminEmail: string | undefined }, identity: Identity): Promise<UserRow> => {
  const isAdmin = identity.emailVerified && identity.email !== '' && identity.email === at.adminEmail?.toLowerCase();
  const found = await at.db
    .selectFrom('users')
    .selectAll()
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  if (
    found &&
    (isSame(found, identity, isAdmin) || (found.updated > identity.issuedAt && found.portal_admin >= isAdmin))
  )
    return found;
  const told = {
    email: identity.email,
    email_verified: identity.emailVerified,
    first_name: identity.firstName,
    last_name: identity.lastName,
    ...(isAdmin ? { portal_admin: true } : {}),
  };
  return at.db
    .insertInto('users')
    .values({ issuer: identity.issuer, subject: identity.subject, ...told })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ ...told, updated: new Date() }))
    .returningAll()
    .executeTakeFirstOrThrow();
};

const isSame = (row: UserRow, identity: Identity, isAdmin: boolean): boolean =>
  row.email === identity.email &&
  row.email_verified === identity.emailVerified &&
  row.first_name === identity.firstName &&
  row.last_name === identity.lastName &&
  (row.portal_admin || !isAdmin);
