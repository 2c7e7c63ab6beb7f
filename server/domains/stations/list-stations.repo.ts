import { sql, type Expression, type RawBuilder } from 'kysely';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { stationTypes } from '#contract/limits.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { stationColumns, type StationRow } from './stations.repo.ts';

/** Whose list it is: a person sees the stations of their accounts and those they work in, a portal admin all. */
export type Visible = { member: string; within: 'everything' | { accounts: AccountKey[]; stations: StationKey[] } };
/** Which of them: by any part of the name, and `only` the suspended, the featured or the relays. */
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

/** What a person belongs to: read first, so that their stations are found from it, however many others there are. */
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

/** One page of the stations that a person may see, with their roles; what is shown is read for the page only. */
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
 * The keys of a page. A person's own stations are all found and then sorted: walking all there are in their order
 * until enough of them are this person's could take long.
 */
const keysOf = (visible: Visible, wanted: Wanted, page: Page): RawBuilder<unknown> => {
  const from = sql`from stations where ${mayBeSeen(visible, wanted)}`;
  const bounds = sql`limit ${page.limit} offset ${page.offset}`;
  if (visible.within === 'everything') return sql`select stations.key ${from} order by ${orderOf(page)} ${bounds}`;
  const places = sql.join(sortColumns[page.sortBy].map((column, n) => sql`${column} as ${sql.ref(`place${n}`)}`));
  const order = sql.join(
    [...sortColumns[page.sortBy].map((_, n) => sql.ref(`place${n}`)), sql.ref('key')].map(directed(page)),
  );
  return sql`select key from (select stations.key, ${places} ${from} offset 0) own order by ${order} ${bounds}`;
};

/** How many that list has in all. */
export const countStations = (db: Db, visible: Visible, wanted: Wanted): Promise<{ total: number; capped: boolean }> =>
  countRows(
    db,
    visible.within === 'everything' && wanted.only === undefined && wanted.search !== ''
      ? sql`select from station_names where ${nameMatches('station_names', wanted.search)}`
      : sql`select from stations where ${mayBeSeen(visible, wanted)}`,
  );

const joinAccounts = sql`join accounts on accounts.key = stations.account_key`;

const rolesOf = (member: string): RawBuilder<unknown> => sql`
  (select role from account_members m where m.account_key = stations.account_key and m.user_id = ${member}) as account_role,
  (select role from station_members m where m.station_key = stations.key and m.user_id = ${member}) as station_role`;

/** Each is the order of an index, either way round. */
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

const onlyThose: Record<NonNullable<Wanted['only']>, RawBuilder<unknown>> = {
  suspended: sql`and stations.suspended_at is not null`,
  featured: sql`and stations.featured`,
  relay: sql`and stations.type = ${sql.lit(stationTypes.relay)}`,
};

/** The stations of a deleted account are deleted, too. */
const mayBeSeen = (
  { within }: Visible,
  { search, only }: Wanted,
): RawBuilder<unknown> => sql`stations.deleted_at is null
  and ${nameMatches('stations', search)} ${only ? onlyThose[only] : sql``}
  ${within === 'everything' ? sql`` : sql`and ${isAmong(within.accounts, within.stations)}`}`;

const isAmong = (accounts: AccountKey[], stations: StationKey[]): RawBuilder<unknown> =>
  sql`(stations.account_key = any(${accounts}) or stations.key = any(${stations}))`;
