import { sql, type Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { ProviderCreativesTable } from '../campaigns.tables.ts';

export type ProviderCreativeRow = Selectable<ProviderCreativesTable>;
export type CreativeId = Pick<ProviderCreativeRow, 'provider_id' | 'account_key' | 'ad_id'>;

/** A spot by the ad server's ID, with the state of its audio; null before it is fetched. */
export const findSpot = async (
  db: Db | Tx,
  { provider_id, account_key, ad_id }: CreativeId,
): Promise<(ProviderCreativeRow & { audio: 'preparing' | 'ready' | 'failed' | null }) | undefined> =>
  await db
    .selectFrom('provider_creatives as k')
    .leftJoin('ad_creatives as v', 'v.id', 'k.creative_id')
    .selectAll('k')
    .select('v.state as audio')
    .where('k.provider_id', '=', provider_id)
    .where('k.account_key', '=', account_key)
    .where('k.ad_id', '=', ad_id)
    .executeTakeFirst();

/** Spots of one ad server and account, and those of them that may wait to be fetched. */
const [mostSpots, mostFetching] = [2000, 20];

/**
 * Whether it is to be fetched: it is new, or was refused before `again`. An ad server whose spots have a new ID in each
 * answer can't fill the disk.
 */
export const wantSpot = async (
  db: Db | Tx,
  { provider_id, account_key, ad_id }: CreativeId,
  { mediaUrl, again, now }: { mediaUrl: string; again: Date; now: Date },
): Promise<boolean> =>
  (
    await sql`insert into provider_creatives as k (provider_id, account_key, ad_id, media_url, seen)
      select ${provider_id}::uuid, ${account_key}::text, ${ad_id}::text, ${mediaUrl}::text, ${now}::timestamptz
      from (select count(*) as spots, count(*) filter (where state = 'fetching') as fetching from provider_creatives
        where provider_id = ${provider_id} and account_key = ${account_key}) own
      where own.spots < ${mostSpots} and own.fetching < ${mostFetching} or exists (select from provider_creatives o
        where o.provider_id = ${provider_id} and o.account_key = ${account_key} and o.ad_id = ${ad_id})
      on conflict (provider_id, account_key, ad_id) do update
        set state = 'fetching', error = '', media_url = excluded.media_url, seen = excluded.seen
        where k.state = 'refused' and k.seen < ${again}
      returning ad_id`.execute(db)
  ).rows.length > 0;

/** Spots that an ad server answers with stay; noted once an hour. */
export const markSeen = async (db: Db, { provider_id, account_key, ad_id }: CreativeId, now: Date): Promise<void> => {
  await sql`update provider_creatives set seen = ${now} where provider_id = ${provider_id}
    and account_key = ${account_key} and ad_id = ${ad_id} and seen < ${now}::timestamptz - interval '1 hour'`.execute(
    db,
  );
};

/** The same file, as it came under another ID or from another ad server of the account. */
export const creativeOf = async (tx: Tx, account: AccountKey, sha256: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('provider_creatives')
      .select('creative_id')
      .where('account_key', '=', account)
      .where('sha256', '=', sha256)
      .where('creative_id', 'is not', null)
      .limit(1)
      .executeTakeFirst()
  )?.creative_id ?? undefined;

/** Ends the fetching of a spot; false if another attempt has ended it, or it is gone. */
export const endFetching = async (
  db: Db | Tx,
  { provider_id, account_key, ad_id }: CreativeId,
  values: Pick<ProviderCreativeRow, 'state'> & Partial<Pick<ProviderCreativeRow, 'creative_id' | 'sha256' | 'error'>>,
): Promise<boolean> => {
  const ended = await db
    .updateTable('provider_creatives')
    .set(values)
    .where('provider_id', '=', provider_id)
    .where('account_key', '=', account_key)
    .where('ad_id', '=', ad_id)
    .where('state', '=', 'fetching')
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
};

/** Forgets spots without audio that were not answered with for a month; others are forgotten with their audio. */
export const forgetSpots = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from provider_creatives
    where creative_id is null and state <> 'fetching' and seen < ${now}::timestamptz - interval '30 days'`.execute(db);
};

/** Spots whose fetching has not ended, the oldest first. */
export const unfetched = async (db: Db): Promise<CreativeId[]> =>
  await db
    .selectFrom('provider_creatives')
    .select(['provider_id', 'account_key', 'ad_id'])
    .where('state', '=', 'fetching')
    .orderBy('seen')
    .limit(500)
    .execute();
