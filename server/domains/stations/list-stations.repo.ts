import { sql, type Expression, type RawBuilder } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { stationTypes } from '#contract/limits.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { stationColumns, type StationRow } from './stations.repo.ts';

/** What the caller may see: the stations of their accounts and those they have a role in; a portal admin sees all. */
export type Visible = { member: string; within: 'everything' | { accounts: AccountKey[]; stations: StationKey[] } };
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

/** A user's memberships, read first so that their stations are found by index, however many stations exist. */
export const membershipsOf = async (db: Db, member: string): Promise<Exclude<Visible['within'], string>> => {
  const [accounts, stations] = await Promise.all([
    db.selectFrom('account_members').select('account_key').where('user_id', '=', member).execute(),
    db.selectFrom('station_members').select('station_key').where('user_id', '=', member).execute(),
  ]);
  return {
    accounts: accounts.map(({ account_key }) => account_key),
    stations: stations.map(({ station_key }) => station_key),
  };
};

/** One page of the stations a user may see, with their roles; full rows are read for this page only. */
export const listStationRows = async (
  db: Db,
  visible: Visible,
  wanted: Wanted,
  page: Page,
): Promise<ListedStation[]> => {
  const order = orderOf(page);
  const { rows } = await sql<ListedStation>`
    with page as materialized (${keysOf(visible, wanted, page)})
    select ${stationColumns}, ${rolesOf(visible.member)}
    from page join stations on stations.key = page.key ${joinAccounts} order by ${order}`.execute(db);
  return rows;
};

/**
 * The keys of a page. A user's own stations are all fetched and then sorted: scanning every station in order until
 * enough of theirs turn up could be slow.
 */
const keysOf = (visible: Visible, wanted: Wanted, page: Page): RawBuilder<unknown> => {
  const from = sql`from stations where ${isVisible(visible, wanted)}`;
  const bounds = sql`limit ${page.limit} offset ${page.offset}`;
  if (visible.within === 'everything') return sql`select stations.key ${from} order by ${orderOf(page)} ${bounds}`;
  const sortKeys = sql.join(sortColumns[page.sortBy].map((column, n) => sql`${column} as ${sql.ref(`sort${n}`)}`));
  const order = sql.join(
    [...sortColumns[page.sortBy].map((_, n) => sql.ref(`sort${n}`)), sql.ref('key')].map(directed(page)),
  );
  return sql`select key from (select stations.key, ${sortKeys} ${from} offset 0) own order by ${order} ${bounds}`;
};

/** The total number of stations in that list. */
export const countStations = (db: Db, visible: Visible, wanted: Wanted): Promise<{ total: number; capped: boolean }> =>
  countRows(
    db,
    visible.within === 'everything' && wanted.only === undefined && wanted.search !== ''
      ? sql`select from station_names where ${nameMatches('station_names', wanted.search)}`
      : sql`select from stations where ${isVisible(visible, wanted)}`,
  );

const joinAccounts = sql`join accounts on accounts.key = stations.account_key`;

const rolesOf = (member: string): RawBuilder<unknown> => sql`
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
const isVisible = (
  { within }: Visible,
  { search, only }: Wanted,
): RawBuilder<unknown> => sql`stations.deleted_at is null
  and ${nameMatches('stations', search)} ${only ? filters[only] : sql``}
  ${within === 'everything' ? sql`` : sql`and ${isAmong(within.accounts, within.stations)}`}`;

const isAmong = (accounts: AccountKey[], stations: StationKey[]): RawBuilder<unknown> =>
  sql`(stations.account_key = any(${accounts}) or stations.key = any(${stations}))`;
