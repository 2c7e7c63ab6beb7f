import { sql, type RawBuilder } from 'kysely';
import { stationTypes } from '#contract/limits.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { stationColumns, type StationRow } from './stations.repo.ts';

/** Whose list it is: a person sees the stations of their accounts and those they work in, a portal admin all. */
export type Visible = { member: string; everything: boolean };
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

/** One page of the stations that a person may see, with their roles; what is shown is read for the page only. */
export const listStationRows = async (
  db: Db,
  visible: Visible,
  wanted: Wanted,
  page: Page,
): Promise<ListedStation[]> => {
  const order = orderOf(page);
  const { rows } = await sql<ListedStation>`
    with page as materialized (
      select stations.key from stations ${page.sortBy === 'account' ? joinAccounts : sql``}
      where ${mayBeSeen(visible, wanted)} order by ${order} limit ${page.limit} offset ${page.offset})
    select ${stationColumns}, ${rolesOf(visible.member)}
    from page join stations on stations.key = page.key ${joinAccounts} order by ${order}`.execute(db);
  return rows;
};

/** How many that list has in all. */
export const countStations = (db: Db, visible: Visible, wanted: Wanted): Promise<{ total: number; capped: boolean }> =>
  countRows(db, sql`select from stations where ${mayBeSeen(visible, wanted)}`);

const joinAccounts = sql`join accounts on accounts.key = stations.account_key`;

const rolesOf = (member: string): RawBuilder<unknown> => sql`
  (select role from account_members m where m.account_key = stations.account_key and m.user_id = ${member}) as account_role,
  (select role from station_members m where m.station_key = stations.key and m.user_id = ${member}) as station_role`;

/** Each is the order of an index, either way round. */
const sortColumns = {
  name: [sql`lower(stations.name)`],
  account: [sql`lower(accounts.company)`, sql`accounts.key`, sql`lower(stations.name)`],
  created: [sql`stations.created`],
  updated: [sql`stations.updated`],
};

const orderOf = ({ sortBy, sortDesc }: Page): RawBuilder<unknown> => {
  const direction = sortDesc ? sql`desc` : sql`asc`;
  return sql.join([...sortColumns[sortBy], sql`stations.key`].map((column) => sql`${column} ${direction}`));
};

const onlyThose: Record<NonNullable<Wanted['only']>, RawBuilder<unknown>> = {
  suspended: sql`and stations.suspended_at is not null`,
  featured: sql`and stations.featured`,
  relay: sql`and stations.type = ${sql.lit(stationTypes.relay)}`,
};

/** The stations of a deleted account are deleted, too. */
const mayBeSeen = (visible: Visible, { search, only }: Wanted): RawBuilder<unknown> => sql`stations.deleted_at is null
  and ${nameMatches('stations', search)} ${only ? onlyThose[only] : sql``}
  ${visible.everything ? sql`` : sql`and stations.key in (${stationsOf(visible.member)})`}`;

/** Found from the person, however many stations there are. */
const stationsOf = (member: string): RawBuilder<unknown> => sql`
  select own.key from account_members m join stations own on own.account_key = m.account_key where m.user_id = ${member}
  union select station_key from station_members where user_id = ${member}`;
