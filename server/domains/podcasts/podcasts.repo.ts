import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { countRows } from '#server/kernel/db/list-page.ts';
import { nameMatches } from '#server/kernel/db/name-search.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PodcastsTable } from './podcasts.tables.ts';

/** A podcast with its account's name, its episode count and the total size of its audio in bytes. */
export type PodcastRow = Omit<Selectable<PodcastsTable>, 'search_name'> & {
  company: string;
  episodes: number;
  total_size: number;
};

/** Which podcasts: those of an account including its stations, those of one station, or all of the portal. */
export type PodcastScope = { account: AccountKey } | { station: StationKey } | 'portal';

/** One podcast; undefined if it, its station or its account is deleted. */
export const findPodcast = async (db: Db | Tx, key: PodcastKey): Promise<PodcastRow | undefined> =>
  (await sql<PodcastRow>`${selectPodcasts} where podcasts.key = ${key} and ${isNotDeleted}`.execute(db)).rows.map(
    withNumbers,
  )[0];

/** One page of podcasts by title, with the total, which is exact up to 10,000. */
export const listPodcasts = async (
  db: Db,
  scope: PodcastScope,
  { search = '', limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<{ rows: PodcastRow[]; total: number; capped: boolean }> => {
  const matches = sql`${inScope(scope)} and ${isNotDeleted} and ${nameMatches('podcasts', search)}`;
  const [{ rows }, total] = await Promise.all([
    sql<PodcastRow>`${selectPodcasts} where ${matches}
      order by lower(podcasts.title), podcasts.key limit ${limit} offset ${offset}`.execute(db),
    countRows(db, sql`select from ${podcastsWithOwners} where ${matches}`),
  ]);
  return { rows: rows.map(withNumbers), ...total };
};

/** Number of podcasts that count towards the plan: those of deleted stations don't. */
export const countPodcasts = async (db: Db | Tx, scope: Exclude<PodcastScope, string>): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${podcastsWithOwners} where ${inScope(scope)} and stations.deleted_at is null`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
};

/** Locks a podcast row until commit. */
export const lockPodcast = async (
  tx: Tx,
  key: PodcastKey,
): Promise<Pick<PodcastRow, 'key' | 'account_key' | 'station_key' | 'image' | 'pretty_url'> | undefined> =>
  await tx
    .selectFrom('podcasts')
    .select(['key', 'account_key', 'station_key', 'image', 'pretty_url'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();

/** Inserts a podcast; false if its URL is taken. */
export const insertPodcast = async (tx: Tx, row: Insertable<PodcastsTable>): Promise<boolean> =>
  (await tx
    .insertInto('podcasts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()) !== undefined;

/** Updates columns of a podcast; false if the new URL is taken. */
export const changePodcastRow = async (
  tx: Tx,
  key: PodcastKey,
  changes: Updateable<PodcastsTable>,
): Promise<boolean> => {
  try {
    await tx.updateTable('podcasts').set(changes).where('key', '=', key).execute();
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'podcasts_pretty_url') return false;
    throw error;
  }
};

/** The account of a station; undefined if the station is deleted. */
export const accountOfStation = async (db: Db | Tx, station: StationKey): Promise<AccountKey | undefined> =>
  (
    await db
      .selectFrom('stations')
      .select('account_key')
      .where('key', '=', station)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.account_key;

/** Whether a podcast is `above` or a descendant of it. */
export const isWithin = async (tx: Tx, key: PodcastKey, above: PodcastKey): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up(key, parent) as (
      select key, parent from podcasts where key = ${key}
      union select podcasts.key, podcasts.parent from podcasts join up on podcasts.key = up.parent)
    select exists (select from up where key = ${above}) as found`.execute(tx);
  return rows[0]?.found ?? false;
};

const inScope = (scope: PodcastScope): RawBuilder<unknown> => {
  if (scope === 'portal') return sql`true`;
  return 'account' in scope
    ? sql`podcasts.account_key = ${scope.account}`
    : sql`podcasts.station_key = ${scope.station}`;
};

const isNotDeleted = sql`accounts.deleted_at is null and stations.deleted_at is null`;

const podcastsWithOwners = sql`podcasts join accounts on accounts.key = podcasts.account_key
  left join stations on stations.key = podcasts.station_key`;

const selectPodcasts = sql`select podcasts.*, accounts.company, totals.episodes, totals.total_size
  from ${podcastsWithOwners} cross join lateral (
    select count(*) as episodes, coalesce(sum(audio_size), 0) as total_size
    from episodes where episodes.podcast_key = podcasts.key) totals`;

/** PostgreSQL returns bigints as text. */
const withNumbers = (row: PodcastRow): PodcastRow => ({
  ...row,
  episodes: Number(row.episodes),
  total_size: Number(row.total_size),
});
