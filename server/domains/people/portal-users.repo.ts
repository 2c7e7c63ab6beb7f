import { sql, type RawBuilder } from 'kysely';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type PortalUserRow = {
  id: string;
  subject: string;
  email: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
  portal_admin: boolean;
  disabled_at: Date | null;
  created: Date;
  accounts: number;
  stations: number;
};

export type UserListQuery = {
  search: string;
  only: 'disabled' | 'admins' | undefined;
  sortBy: 'name' | 'email' | 'created';
  sortDesc: boolean;
  limit: number;
  offset: number;
};

/** One page of all users who ever signed in; memberships are counted for the page only. */
export const listUsers = async (db: Db, query: UserListQuery): Promise<PortalUserRow[]> => {
  const direction = query.sortDesc ? sql`desc` : sql`asc`;
  const order = sql`${sortColumns[query.sortBy]} ${direction}, u.id ${direction}`;
  const { rows } = await sql<PortalUserRow>`
    select ${columns}, ${counts} from (
      select u.* from users u where ${matches(query)} order by ${order} limit ${query.limit} offset ${query.offset}
    ) u order by ${order}`.execute(db);
  return rows;
};

/** The total of that list. */
export const countUsers = async (db: Db, query: UserListQuery): Promise<{ total: number; capped: boolean }> =>
  await countRows(db, sql`select from users u where ${matches(query)}`);

/** One user with membership counts. */
export const findUser = async (db: Db | Tx, id: string): Promise<PortalUserRow | undefined> => {
  const { rows } = await sql<PortalUserRow>`select ${columns}, ${counts} from users u where u.id = ${id}`.execute(db);
  return rows[0];
};

/** Suspends a user from this time on, or reactivates them with null. */
export const setDisabled = async (tx: Tx, id: string, at: Date | null): Promise<void> => {
  await tx.updateTable('users').set({ disabled_at: at }).where('id', '=', id).execute();
};

const columns = sql.raw(
  'u.id, u.subject, u.email, u.first_name, u.last_name, u.avatar, u.portal_admin, u.disabled_at, u.created',
);
const counts = sql`
  (select count(*) from account_members m join accounts a on a.key = m.account_key
    where m.user_id = u.id and a.deleted_at is null) as accounts,
  (select count(*) from station_members m join stations s on s.key = m.station_key
    where m.user_id = u.id and s.deleted_at is null) as stations`;

const sortColumns = {
  name: sql`lower(u.first_name || ' ' || u.last_name)`,
  email: sql`lower(u.email)`,
  created: sql`u.created`,
};

/** Matches any part of name or e-mail; one or two letters match only the beginnings of words. */
const matches = ({ search, only }: UserListQuery): RawBuilder<boolean> => sql<boolean>`${nameMatches('u', search)}
  ${only === 'disabled' ? sql`and u.disabled_at is not null` : sql``}
  ${only === 'admins' ? sql`and u.portal_admin` : sql``}`;

/** The portal administrators who may sign in, or only the one with this id. */
export const portalAdmins = (db: Db, id?: string): Promise<{ id: string; subject: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'subject'])
    .where('portal_admin', '=', true)
    .where('disabled_at', 'is', null)
    .$if(id !== undefined, (builder) => builder.where('id', '=', id ?? ''))
    .execute();
