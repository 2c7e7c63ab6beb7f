import { sql } from 'kysely';
import type { PeopleRole } from '#contract/api/people.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { membershipsOf, placeKey, type Place } from './place.ts';

export type Member = { id: string; email: string; role: PeopleRole; disabled: boolean };
export type ListedRow = {
  id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
  role: PeopleRole;
  invited: boolean;
  since: Date | null;
};

/** Far above the dozens of members a place has. */
const maxListed = 2000;

type Listing = { now: Date; withPortalAdmins: boolean };

/** The members of a place, with or without portal administrators, and its open invitations in one query: members first, each by name. */
export const listMembers = async (
  db: Db | Tx,
  place: Place,
  { now, withPortalAdmins }: Listing,
): Promise<ListedRow[]> => {
  const { rows } = await sql<ListedRow>`
    select * from (
      select u.id, u.email, u.first_name, u.last_name, u.avatar, m.role, false as invited, m.created as since
      from ${membershipsOf(place)} m join users u on u.id = m.user_id
      where ${withPortalAdmins} or not u.portal_admin
      union all
      select null, i.email, i.first_name, i.last_name, null, i.role, true, null
      from invitations i
      where i.state = 'pending' and i.expires_at > ${now} and i.scope = ${place.scope}
        and coalesce(i.station_key, i.account_key, '') = ${placeKey(place)}
    ) listed order by invited, lower(first_name || ' ' || last_name), email, id limit ${maxListed}`.execute(db);
  return rows;
};

/** The members of a place with this id or e-mail; several identities may share an e-mail. */
export const findMembers = async (
  db: Db | Tx,
  place: Place,
  target: { id: string } | { email: string },
): Promise<Member[]> => {
  const isTarget = 'id' in target ? sql`u.id = ${target.id}` : sql`lower(u.email) = ${target.email}`;
  const { rows } = await sql<Member>`
    select u.id, u.email, m.role, u.disabled_at is not null as disabled
    from ${membershipsOf(place)} m join users u on u.id = m.user_id where ${isTarget}`.execute(db);
  return rows;
};

/** How many people who may sign in hold this role in a place. */
export const countHolders = async (tx: Tx, place: Place, role: PeopleRole): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${membershipsOf(place)} m join users u on u.id = m.user_id
    where m.role = ${role} and u.disabled_at is null`.execute(tx);
  return Number(rows[0]?.count ?? 0);
};

/** Locks a place until commit and returns its name; undefined if it is deleted. */
export const lockPlace = async (tx: Tx, place: Place): Promise<{ name: string } | undefined> => {
  if (place.scope === 'portal') {
    await sql`select from users where portal_admin order by id for no key update`.execute(tx);
    return { name: '' };
  }
  const { rows } = await (
    place.scope === 'account'
      ? sql<{ name: string }>`select company as name from accounts
        where key = ${place.account} and deleted_at is null for no key update`
      : sql<{ name: string }>`select s.name from stations s join accounts a on a.key = s.account_key
        where s.key = ${place.station} and s.deleted_at is null and a.deleted_at is null for no key update of s`
  ).execute(tx);
  return rows[0];
};

/** Sets the role of a user in a place, replacing any they have there. */
export const setRole = async (tx: Tx, place: Place, user: string, role: PeopleRole): Promise<void> => {
  if (place.scope === 'portal') await setPortalAdmin(tx, user, true);
  if (place.scope === 'account')
    await sql`insert into account_members (account_key, user_id, role) values (${place.account}, ${user}, ${role})
      on conflict (account_key, user_id) do update set role = excluded.role`.execute(tx);
  if (place.scope === 'station')
    await sql`insert into station_members (station_key, user_id, role) values (${place.station}, ${user}, ${role})
      on conflict (station_key, user_id) do update set role = excluded.role`.execute(tx);
};

/** Removes any role the user has in a place. */
export const removeMember = async (tx: Tx, place: Place, user: string): Promise<void> => {
  if (place.scope === 'portal') await setPortalAdmin(tx, user, false);
  if (place.scope === 'account')
    await tx
      .deleteFrom('account_members')
      .where('account_key', '=', place.account)
      .where('user_id', '=', user)
      .execute();
  if (place.scope === 'station')
    await tx
      .deleteFrom('station_members')
      .where('station_key', '=', place.station)
      .where('user_id', '=', user)
      .execute();
};

const setPortalAdmin = async (tx: Tx, user: string, isAdmin: boolean): Promise<void> => {
  await tx.updateTable('users').set({ portal_admin: isAdmin }).where('id', '=', user).execute();
};

/** The person's e-mail as the identity provider last reported it, in lower case, and whether it is verified. */
export const emailOfPerson = async (db: Db | Tx, id: string): Promise<{ email: string; isProven: boolean }> => {
  const row = await db
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { email: row.email.toLowerCase(), isProven: row.email_verified };
};
