import { sql, type RawBuilder } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { SharedView } from '#contract/api/shared-links.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** What links belong to: an account, or one of its stations. */
export type LinkPlace = { account: AccountKey } | { station: StationKey };

export type LinkRow = {
  id: string;
  account_key: AccountKey | null;
  station_key: StationKey | null;
  title: string;
  name: string;
  view: SharedView;
  created: Date;
  by: string;
  expires: Date;
  revoked: Date | null;
  opened: number;
  last_opened: Date | null;
};

const columns = sql`l.id, l.account_key, l.station_key, coalesce(s.name, a.company, a.email) as title, l.name, l.view, l.created,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') as by,
  l.expires, l.revoked, l.opened, l.last_opened`;
const joined = sql`shared_links l left join stations s on s.key = l.station_key
  left join accounts a on a.key = coalesce(l.account_key, s.account_key) left join users u on u.id = l.created_by`;

const isOf = (place: LinkPlace): RawBuilder<boolean> =>
  'station' in place
    ? sql`l.station_key = ${place.station}`
    : sql`(l.account_key = ${place.account} or s.account_key = ${place.account})`;

/** The links of a place, newest first; an account's with those of its stations. */
export const linksOf = async (db: Db | Tx, place: LinkPlace, id?: string): Promise<LinkRow[]> => {
  const { rows } = await sql<LinkRow>`select ${columns} from ${joined}
    where ${isOf(place)} ${id === undefined ? sql`` : sql`and l.id = ${id}`}
    order by l.created desc, l.id limit 500`.execute(db);
  return rows;
};

/** How many links of exactly this place are valid; locks its row, so that the number can't be exceeded. */
export const countValid = async (tx: Tx, place: LinkPlace, now: Date): Promise<number> => {
  await (
    'station' in place
      ? sql`select from stations where key = ${place.station} for no key update`
      : sql`select from accounts where key = ${place.account} for no key update`
  ).execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from shared_links
    where ${'station' in place ? sql`station_key = ${place.station}` : sql`account_key = ${place.account}`}
      and revoked is null and expires > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
};

type NewRow = { name: string; view: SharedView; created_by: string; created: Date; expires: Date };

export const insertLink = async (tx: Tx, place: LinkPlace, { view, ...row }: NewRow): Promise<string> => {
  const { id } = await tx
    .insertInto('shared_links')
    .values({
      ...row,
      view: JSON.stringify(view),
      account_key: 'account' in place ? place.account : null,
      station_key: 'station' in place ? place.station : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Revokes a link; one that was revoked before stays revoked since then. */
export const revokeLink = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('shared_links')
    .set({ revoked: now })
    .where('id', '=', id)
    .where('revoked', 'is', null)
    .execute();
};

/**
 * A link that may be opened at this time: neither expired nor revoked, of an account and a station that are neither
 * deleted nor suspended.
 */
export const validLink = async (db: Db, id: string, now: Date): Promise<LinkRow | undefined> => {
  const { rows } = await sql<LinkRow>`select ${columns} from ${joined}
    where l.id = ${id} and l.revoked is null and l.expires > ${now}
      and a.deleted_at is null and a.suspended_at is null
      and (l.station_key is null or (s.deleted_at is null and s.suspended_at is null))`.execute(db);
  return rows[0];
};

export const recordOpened = async (db: Db, id: string, now: Date): Promise<void> => {
  await sql`update shared_links set opened = opened + 1, last_opened = ${now} where id = ${id}`.execute(db);
};

/** Deletes the links of a station that moves to another account. */
export const forgetStationLinks = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx.deleteFrom('shared_links').where('station_key', '=', station).execute();
};
