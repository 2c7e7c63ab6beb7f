import { sql, type RawBuilder } from 'kysely';
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

export type UsersAsked = {
  search: string;
  only: 'disabled' | 'admins' | undefined;
  sortBy: 'name' | 'email' | 'created';
  sortDesc: boolean;
  limit: number;
  offset: number;
};

/** Totals are exact up to here. */
export const countedTo = 10_000;

/** One page of everybody who ever signed in; memberships are counted for the page only. */
export const listUsers = async (db: Db, asked: UsersAsked): Promise<PortalUserRow[]> => {
  const direction = asked.sortDesc ? sql`desc` : sql`asc`;
  const order = sql`${sortColumns[asked.sortBy]} ${direction}, u.id ${direction}`;
  const { rows } = await sql<PortalUserRow>`
    select u.*, ${counts} from (
      select u.* from users u where ${matches(asked)} order by ${order} limit ${asked.limit} offset ${asked.offset}
    ) u order by ${order}`.execute(db);
  return rows;
};

/** How many that list has in all; never more than one over `countedTo`. */
export const countUsers = async (db: Db, asked: UsersAsked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from users u where ${matches(asked)} limit ${countedTo + 1}) counted`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0);
};

/** One of them. */
export const findUser = async (db: Db | Tx, id: string): Promise<PortalUserRow | undefined> => {
  const { rows } = await sql<PortalUserRow>`select u.*, ${counts} from users u where u.id = ${id}`.execute(db);
  return rows[0];
};

/** Shuts a person out from now on, or lets them in again. */
export const setDisabled = async (tx: Tx, id: string, at: Date | null): Promise<void> => {
  await tx.updateTable('users').set({ disabled_at: at }).where('id', '=', id).execute();
};

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

const matches = ({ search, only }: UsersAsked): RawBuilder<boolean> => sql<boolean>`${wordsMatch(search)}
  ${only === 'disabled' ? sql`and u.disabled_at is not null` : sql``}
  ${only === 'admins' ? sql`and u.portal_admin` : sql``}`;

/** Any part of name or e-mail; one or two letters match the beginnings of their words. */
const wordsMatch = (search: string): RawBuilder<boolean> => {
  const words = sql`(u.first_name || ' ' || u.last_name || ' ' || u.email)`;
  if (search === '') return sql`true`;
  if ([...search].length > 2) return sql`${words} ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`;
  return sql`${words} ~* ${`(^|[^[:alnum:]])${search.replace(/[^\p{L}\p{N}\p{M}]/gu, '\\$&')}`}`;
};
