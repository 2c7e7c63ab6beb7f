import { sql, type Expression, type RawBuilder } from 'kysely';
import { stationTypes } from '#contract/rules/limits.ts';
import { countRows, maxCountedRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import { statement } from '#server/kernel/db/statement.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { stationColumns, type StationRow } from './stations.repo.ts';

/** Filters: any part of the name, and `only` suspended stations, featured ones or relays. */
export type Wanted = { search: string; only?: 'suspended' | 'featured' | 'relay' | undefined };
export type Page = {
  limit: number;
  offset: number;
  sortBy: 'name' | 'account' | 'created' | 'updated';
  sortDesc: boolean;
};

export type ListedStation = StationRow & {
  account_role: 'owner' | 'admin' | null;
  station_role: 'owner' | 'admin' | 'staff' | null;
};
type Listed = { rows: ListedStation[]; total: number; capped: boolean };

/**
 * One page of a user's stations, those of their accounts and those they have a role in, with the total. All are fetched
 * by their memberships and then sorted: scanning every station in order until enough of theirs turn up could be slow.
 */
export const listOwnStations = async (db: Db, member: string, wanted: Wanted, page: Page): Promise<Listed> => {
  const { limit, offset, sortBy, sortDesc } = page;
  const rows =
    wanted.search === ''
      ? await statement(
          `stations.own.${sortBy}.${sortDesc ? 'desc' : 'asc'}.${wanted.only ?? 'all'}`,
          (user: RawBuilder<string>, most: RawBuilder<number>, from: RawBuilder<number>) =>
            ownStations(user, most, from, wanted, page),
        )(db, member, limit, offset)
      : (await ownStations(sql.val(member), sql.val(limit), sql.val(offset), wanted, page).execute(db)).rows;
  const total = Number(rows[0]?.total ?? 0);
  return {
    // A page after the last station has one row, which says the total alone.
    rows: rows.filter(({ key }) => key !== null),
    total: Math.min(total, maxCountedRows),
    capped: total > maxCountedRows,
  };
};

/** One page of all stations, and their total, which may take longer. */
export const listAllStations = async (db: Db, member: string, wanted: Wanted, page: Page): Promise<Listed> => {
  const [rows, totals] = await Promise.all([allStationRows(db, member, wanted, page), countAllStations(db, wanted)]);
  return { rows, ...totals };
};

/** One page of all stations, with this user's roles; full rows are read for this page only. */
export const allStationRows = async (db: Db, member: string, wanted: Wanted, page: Page): Promise<ListedStation[]> => {
  const order = orderOf(page);
  const { rows } = await sql<ListedStation>`
    with page as materialized (select stations.key from stations where ${isWanted(wanted)}
      order by ${order} limit ${page.limit} offset ${page.offset})
    select ${stationColumns}, ${rolesOf(sql.val(member))}
    from page join stations on stations.key = page.key ${joinAccounts} order by ${order}`.execute(db);
  return rows;
};

/** The number of all stations. */
export const countAllStations = (db: Db, wanted: Wanted): Promise<{ total: number; capped: boolean }> =>
  countRows(
    db,
    wanted.only === undefined && wanted.search !== ''
      ? sql`select from station_names where ${nameMatches('station_names', wanted.search)}`
      : sql`select from stations where ${isWanted(wanted)}`,
  );

const ownStations = (
  member: RawBuilder<string>,
  limit: RawBuilder<number>,
  offset: RawBuilder<number>,
  wanted: Wanted,
  page: Page,
): RawBuilder<ListedStation & { total: number }> => {
  const names = [...sortColumns[page.sortBy].keys()].map((number) => `sort${number}`);
  const sorted = sql.join(
    sortColumns[page.sortBy].map((column, number) => sql`${column} as ${sql.ref(names[number]!)}`),
  );
  const order = (table: string) =>
    sql.join([...names, 'key'].map((name) => sql.ref(`${table}.${name}`)).map(directed(page)));
  return sql`
    with own as materialized (select stations.key, ${sorted} from stations where ${isWanted(wanted)}
      and (stations.account_key = any(array(select account_key from account_members where user_id = ${member}))
        or stations.key = any(array(select station_key from station_members where user_id = ${member}))))
    select counted.total, ${stationColumns}, ${rolesOf(member)}
    from (select count(*) as total from own) counted
    left join ((select * from own order by ${order('own')} limit ${limit} offset ${offset}) page
      join stations on stations.key = page.key ${joinAccounts}) on true
    order by ${order('page')}`;
};

const joinAccounts = sql`join accounts on accounts.key = stations.account_key`;

const rolesOf = (member: RawBuilder<string>): RawBuilder<unknown> => sql`
  (select role from account_members m where m.account_key = stations.account_key and m.user_id = ${member}) as account_role,
  (select role from station_members m where m.station_key = stations.key and m.user_id = ${member}) as station_role`;

/** Each order is served by an index, ascending or descending. */
const sortColumns = {
  name: [sql`lower(stations.name)`],
  account: [sql`stations.account_name`, sql`stations.account_key`, sql`lower(stations.name)`],
  created: [sql`stations.created`],
  updated: [sql`stations.updated`],
};

const directed =
  ({ sortDesc }: Page) =>
  (column: Expression<unknown>): RawBuilder<unknown> =>
    sql`${column} ${sortDesc ? sql`desc` : sql`asc`}`;

const orderOf = (page: Page): RawBuilder<unknown> =>
  sql.join([...sortColumns[page.sortBy], sql`stations.key`].map(directed(page)));

const filters: Record<NonNullable<Wanted['only']>, RawBuilder<unknown>> = {
  suspended: sql`and stations.suspended_at is not null`,
  featured: sql`and (stations.featured or stations.sponsored)`,
  relay: sql`and stations.type = ${sql.lit(stationTypes.relay)}`,
};

/** Deleting an account also deletes its stations. */
const isWanted = ({ search, only }: Wanted): RawBuilder<unknown> =>
  sql`stations.deleted_at is null and ${nameMatches('stations', search)} ${only ? filters[only] : sql``}`;
