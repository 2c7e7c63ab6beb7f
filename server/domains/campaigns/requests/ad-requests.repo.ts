import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { AdRequest } from '#contract/api/ad-requests.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import type { AdRequestsTable } from '../campaigns.tables.ts';
import type { CreativeRow } from '../creatives/creatives.repo.ts';

export type RequestRow = Selectable<AdRequestsTable>;
/** A request with the names that are shown with it. */
export type ListedRequest = RequestRow & { company: string; stations: AdRequest['stations'] };

type Page = { page: number; size: number };

const columns = sql`ad_requests.*, accounts.company, (
  select coalesce(jsonb_agg(jsonb_build_object('key', stations.key, 'name', stations.name) order by lower(stations.name)), '[]')
  from stations where stations.key in (select jsonb_array_elements_text(ad_requests.form -> 'stationKeys'))) as stations
  from ad_requests join accounts on accounts.key = ad_requests.account_key`;

const newestFirst = sql`ad_requests.created desc, ad_requests.id`;
/** What waits for the portal first, the oldest first; then the newest. */
const waitingFirst = sql`ad_requests.status = 'submitted' desc,
  case when ad_requests.status = 'submitted' then ad_requests.created end, ad_requests.created desc, ad_requests.id`;

const pageOf = async (
  db: Db,
  { where, order, page, size }: Page & { where: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<{ rows: ListedRequest[]; total: number; capped: boolean }> => {
  const [counted, { rows }] = await Promise.all([
    countRows(db, sql`select from ad_requests join accounts on accounts.key = ad_requests.account_key where ${where}`),
    sql<ListedRequest>`select ${columns} where ${where} order by ${order} limit ${size} offset ${page * size}`.execute(
      db,
    ),
  ]);
  return { rows, ...counted };
};

export const requestsOfAccount = async (db: Db, account: AccountKey, page: Page) =>
  await pageOf(db, { ...page, where: sql`ad_requests.account_key = ${account}`, order: newestFirst });

/** Requests of all accounts that are not deleted. */
export const allRequests = async (db: Db, { status, ...page }: Page & { status: RequestRow['status'] | undefined }) => {
  const ofStatus = status === undefined ? sql`true` : sql`ad_requests.status = ${status}`;
  return await pageOf(db, { ...page, where: sql`accounts.deleted_at is null and ${ofStatus}`, order: waitingFirst });
};

/** A request of an account, or of any. */
export const findRequest = async (
  db: Db | Tx,
  id: string,
  account?: AccountKey,
): Promise<ListedRequest | undefined> => {
  const ofAccount =
    account === undefined ? sql`accounts.deleted_at is null` : sql`ad_requests.account_key = ${account}`;
  const { rows } = await sql<ListedRequest>`select ${columns} where ad_requests.id = ${id} and ${ofAccount}`.execute(
    db,
  );
  return rows[0];
};

/** Locks a request until the transaction ends; undefined if the account has none of this ID. */
export const lockRequest = async (tx: Tx, id: string, account?: AccountKey): Promise<RequestRow | undefined> =>
  await tx
    .selectFrom('ad_requests')
    .selectAll()
    .where('id', '=', id)
    .$if(account !== undefined, (query) => query.where('account_key', '=', account as AccountKey))
    .forUpdate()
    .executeTakeFirst();

export const insertRequest = async (tx: Tx, row: Insertable<AdRequestsTable>): Promise<void> => {
  await tx.insertInto('ad_requests').values(row).execute();
};

export const changeRequest = async (tx: Tx, id: string, changes: Updateable<AdRequestsTable>): Promise<void> => {
  await tx.updateTable('ad_requests').set(changes).where('id', '=', id).execute();
};

/** Whether the portal lets an account ask for campaigns; false for a suspended one. */
export const mayRequest = async (db: Db | Tx, account: AccountKey): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('key')
    .where('key', '=', account)
    .where('ad_requests_available', '=', true)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()) !== undefined;

export const setMayRequest = async (db: Db, account: AccountKey, available: boolean, now: Date): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ ad_requests_available: available, updated: now })
    .where('key', '=', account)
    .execute();
};

/** The audio of requests. */
export const creativesOf = async (db: Db | Tx, rows: readonly RequestRow[]): Promise<CreativeRow[]> => {
  const ids = rows.flatMap(({ creative_id }) => creative_id ?? []);
  if (ids.length === 0) return [];
  return await db.selectFrom('ad_creatives').selectAll().where('id', 'in', ids).execute();
};

export type Recipient = { id: string; email: string };

/** Who is notified on the side of the account: who sent the request, if still a member, and the owners. */
export const accountSide = async (
  tx: Tx,
  { account_key, requested_by }: Pick<RequestRow, 'account_key' | 'requested_by'>,
): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select users.id, users.email from account_members member join users on users.id = member.user_id
    where member.account_key = ${account_key} and (member.role = 'owner' or users.id::text = ${requested_by})
      and users.disabled_at is null and users.email_verified and users.email <> ''
    order by users.created limit 50`.execute(tx);
  return rows;
};

/**
 * The owners of stations that approve each campaign of others and don't block this one, each with one of these stations: at most 500,
 * none of the campaign's own account.
 */
export const stationsAsked = async (
  tx: Tx,
  { account, advertiser, category }: { account: AccountKey; advertiser: string; category: string },
): Promise<(Recipient & { account: AccountKey; station: StationKey })[]> => {
  const { rows } = await sql<Recipient & { account: AccountKey; station: StationKey }>`
    select distinct on (users.id) users.id, users.email, stations.account_key as account, stations.key as station
    from audio_ads join stations on stations.key = audio_ads.station_key
    join accounts on accounts.key = stations.account_key and accounts.deleted_at is null
    join account_members member on member.account_key = accounts.key and member.role = 'owner'
    join users on users.id = member.user_id
    where audio_ads.network_ads and audio_ads.approval = 'each' and stations.audioads and stations.deleted_at is null
      and stations.account_key <> ${account} and not ${category} = any(audio_ads.blocked_categories)
      and not exists (select from unnest(audio_ads.blocked_advertisers) blocked where lower(blocked) = lower(${advertiser}))
      and users.disabled_at is null and users.email_verified and users.email <> ''
    order by users.id, stations.created limit 500`.execute(tx);
  return rows;
};

/** Removes the requests of a purged account. */
export const deleteRequests = async (db: Db, account: AccountKey): Promise<void> => {
  await db.deleteFrom('ad_requests').where('account_key', '=', account).execute();
};
