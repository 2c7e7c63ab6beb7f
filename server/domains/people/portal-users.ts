import type { QueryOf, ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { people } from '#contract/api/people.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { AccountAdmin } from '#server/engines/identity/port.ts';
import type { SignIn } from '#server/kernel/auth/bearer.ts';
import { checkRecent } from '#server/kernel/auth/recent-sign-in.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { checkDepth } from '#server/kernel/db/list-page.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { ensureOwnerRemains } from './ensure-owner-remains.ts';
import { lockPlace } from './members.repo.ts';
import type { PeopleDeps } from './people.service.ts';
import { countUsers, findUser, listUsers, setDisabled, type PortalUserRow } from './portal-users.repo.ts';

type UserList = ReturnsOf<SpecOf<(typeof people)['users']>>;
type PortalUser = UserList['entities'][number];
type Query = QueryOf<SpecOf<(typeof people)['users']>>;
export type PortalUsersDeps = PeopleDeps & { accountAdmin: AccountAdmin };
type Deps = PortalUsersDeps;

/** Searches all users who ever signed in by any part of name or e-mail; totals are exact up to 10,000. */
export const searchUsers = async (deps: Deps, query: Query): Promise<UserList> => {
  const { pageNumber, pageSize, search = '', only, sortBy, sortDesc } = query;
  const page = { search, only, sortBy, sortDesc, limit: pageSize, offset: pageNumber * pageSize };
  checkDepth(page.offset, 'pageNumber');
  const [rows, count] = await Promise.all([listUsers(deps.db, page), countUsers(deps.db, page)]);
  const holders = await holdersAmong(deps, rows);
  return { entities: rows.map((row) => present(row, holders)), ...count };
};

/**
 * Suspends a user: signs them out at the identity provider and refuses their calls, immediately in this process and
 * within a minute in others. Refuses `membership.yourself`, `membership.lastAdmin` and `person.notFound`.
 */
export const suspendUser = async (deps: Deps, id: string, who: Person): Promise<PortalUser> => {
  const person = await deps.db.transaction().execute(async (tx) => {
    await lockPlace(tx, { scope: 'portal' });
    const found = (await findUser(tx, id)) ?? refuse('person.notFound');
    if (found.id === who.id) refuse('membership.yourself');
    if (found.disabled_at === null) await setDisabled(tx, id, deps.clock.now());
    if (found.portal_admin) await ensureOwnerRemains(tx, { scope: 'portal' }, [{ role: 'admin' }]);
    return (await findUser(tx, id)) ?? refuse('person.notFound');
  });
  // Before forget(): their open pages go to the provider as soon as this process refuses them.
  await endSessions(deps, person.subject);
  deps.people.forget(id);
  return presentOne(deps, person);
};

/** Reactivates a suspended user; refuses `person.notFound`. */
export const reactivateUser = async (deps: Deps, id: string): Promise<PortalUser> => {
  const person = await deps.db.transaction().execute(async (tx) => {
    await setDisabled(tx, id, null);
    return (await findUser(tx, id)) ?? refuse('person.notFound');
  });
  deps.people.forget(id);
  return presentOne(deps, person);
};

/**
 * Removes the second factors of a user who lost them and signs the user out; the password alone then suffices. Refuses
 * `session.stale` unless the administrator signed in recently, `membership.yourself`, `secondFactor.external` and
 * `person.notFound`.
 */
export const removeSecondFactors = async (
  deps: Deps,
  id: string,
  { who, signIn }: { who: Person; signIn: SignIn },
): Promise<PortalUser> => {
  const { secondFactors } = deps.accountAdmin;
  if (!secondFactors) return refuse('secondFactor.external');
  checkRecent(signIn, deps.clock.now());
  const person = (await findUser(deps.db, id)) ?? refuse('person.notFound');
  if (person.id === who.id) refuse('membership.yourself');
  await secondFactors.removeAll(person.subject);
  await endSessions(deps, person.subject);
  deps.people.forget(id);
  return presentOne(deps, person);
};

/** A failure at the provider is only logged: the portal refuses the user anyway. */
export const endSessions = async ({ accountAdmin, log }: Deps, subject: string): Promise<void> => {
  await accountAdmin
    .endSessions(subject)
    .catch((error: unknown) => log.warn({ err: error }, 'could not end the sessions of a suspended user'));
};

const holdersAmong = async ({ accountAdmin }: Deps, rows: readonly PortalUserRow[]): Promise<Set<string>> =>
  (await accountAdmin.secondFactors?.holders(rows.map(({ subject }) => subject))) ?? new Set();

/** One user as `users` lists them; refuses `person.notFound`. */
export const portalUser = async (deps: Deps, id: string): Promise<{ user: PortalUser; row: PortalUserRow }> => {
  const row = (await findUser(deps.db, id)) ?? refuse('person.notFound');
  return { row, user: await presentOne(deps, row) };
};

const presentOne = async (deps: Deps, row: PortalUserRow): Promise<PortalUser> =>
  present(row, await holdersAmong(deps, [row]));

const present = (row: PortalUserRow, holders: Set<string>): PortalUser => {
  const name = `${row.first_name} ${row.last_name}`.trim();
  return {
    id: row.id,
    fullName: name === '' ? row.email : name,
    email: row.email,
    avatar: imageUrl(row.avatar),
    portalAdmin: row.portal_admin,
    secondFactor: holders.has(row.subject),
    disabled: row.disabled_at !== null,
    accounts: Number(row.accounts),
    stations: Number(row.stations),
    created: row.created.toISOString(),
  };
};
