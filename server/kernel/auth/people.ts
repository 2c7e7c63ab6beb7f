import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { UsersTable } from '#server/kernel/db/tables.ts';
import type { Person } from '../http/handler.ts';
import { refuse } from '../http/refuse.ts';
import type { Announcements, Clock, Db } from '../kernel.ts';
import type { Identity } from './bearer.ts';

/** The portal's users, linked to the identity provider by (issuer, subject). */
export type People = {
  /** Creates or updates the user of a verified token; refuses 401 if the user was removed or the token revoked. */
  ofIdentity(identity: Identity): Promise<Person>;
  /** The user of a purpose-bound token; refuses 401 if removed. */
  byId(id: string): Promise<Person>;
  /** The user as currently in the database; refuses 401 if removed. */
  readCurrent(id: string): Promise<Person>;
  /** Drops a changed or removed user from the cache: immediately in this process, milliseconds later in the others. */
  forget(id: string): void;
  /** Calls `listener` for each dropped user, until the returned function is called. */
  onForget(listener: (id: string) => void): () => void;
};

/** `known` is missing while the query runs. */
type Remembered = { known?: Known; reading: Promise<Known>; until: number };
/** `tokensFrom`: tokens issued earlier are refused. */
type Known = { person: Person; tokensFrom: Date | null };
type PeopleDeps = { db: Db; clock: Clock; adminEmail: string | undefined; events: Announcements; log: Logger };

const topic = 'person.changed';

const rememberedMs = 30_000;
const mostRemembered = 20_000;

/** `adminEmail`: a user with this verified address is a portal administrator. */
export const databasePeople = (at: PeopleDeps): People => {
  const remembered = new Map<string, Remembered>();
  const listeners = new Set<(id: string) => void>();
  /** Concurrent calls of one user share one query. */
  const recall = (cacheKey: string, read: () => Promise<UserRow | undefined>): Promise<Known> => {
    const now = at.clock.now().getTime();
    const known = remembered.get(cacheKey);
    if (known && known.until > now) return known.reading;
    const reading = read().then(knownOf);
    const entry: Remembered = { reading, until: now + rememberedMs };
    remembered.delete(cacheKey);
    dropOldest(remembered);
    remembered.set(cacheKey, entry);
    reading.then(
      (known) => (entry.known = known),
      () => remembered.get(cacheKey) === entry && remembered.delete(cacheKey),
    );
    return reading;
  };
  const forgetHere = (id: string): void => {
    for (const [cacheKey, { known }] of remembered) if (!known || known.person.id === id) remembered.delete(cacheKey);
    for (const listener of listeners) listener(id);
  };
  at.events.onAnnounced(
    topic,
    ({ id }, { isOwn }) => {
      if (!isOwn) forgetHere(String(id));
    },
    () => remembered.clear(),
  );
  return {
    ofIdentity: async (identity) => {
      const { person, tokensFrom } = await recall(cacheKeyOf(identity), () => upsert(at, identity));
      if (tokensFrom !== null && isBefore(identity.issuedAt, tokensFrom)) refuse('session.required');
      return person;
    },
    byId: async (id) => (await recall(id, () => rowOf(at.db, id))).person,
    readCurrent: async (id) => knownOf(await rowOf(at.db, id)).person,
    forget(id) {
      forgetHere(id);
      // Without the announcement the others read the person again after 30 s.
      at.events
        .announce(at.db, topic, { id })
        .catch((error: unknown) => at.log.warn({ err: error }, 'a change of a person was not announced'));
    },
    onForget(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The cache key: a token with different claims causes a new query. */
const cacheKeyOf = ({ issuer, subject, email, emailVerified, firstName, lastName }: Identity): string =>
  [issuer, subject, email, String(emailVerified), firstName, lastName].join('\n');

const dropOldest = (remembered: Map<string, Remembered>): void => {
  const [oldest] = remembered.keys();
  if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
};

const rowOf = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

type UserRow = Selectable<UsersTable>;

const knownOf = (row: UserRow | undefined): Known => {
  if (!row || row.disabled_at) return refuse('session.required');
  const { id, email, first_name, last_name } = row;
  const person = { id, email, first_name, last_name, isPortalAdmin: row.portal_admin };
  return { person, tokensFrom: row.tokens_from };
};

/** Tokens have times in whole seconds: one of the same second is accepted, as it may be the new one. */
const isBefore = (issuedAt: Date, from: Date): boolean =>
  Math.floor(issuedAt.getTime() / 1000) < Math.floor(from.getTime() / 1000);

/** A token older than the last change of the row (e.g. a new name) doesn't undo it. */
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
  const values = {
    email: identity.email,
    email_verified: identity.emailVerified,
    first_name: identity.firstName,
    last_name: identity.lastName,
    ...(isAdmin ? { portal_admin: true } : {}),
  };
  return at.db
    .insertInto('users')
    .values({ issuer: identity.issuer, subject: identity.subject, ...values })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ ...values, updated: new Date() }))
    .returningAll()
    .executeTakeFirstOrThrow();
};

const isSame = (row: UserRow, identity: Identity, isAdmin: boolean): boolean =>
  row.email === identity.email &&
  row.email_verified === identity.emailVerified &&
  row.first_name === identity.firstName &&
  row.last_name === identity.lastName &&
  (row.portal_admin || !isAdmin);
