import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { RenditionFormat } from '#server/engines/audio/port.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { AdCreativesTable, AdRenditionsTable } from '../campaigns.tables.ts';

export type CreativeRow = Selectable<AdCreativesTable>;
export type RenditionRow = Selectable<AdRenditionsTable>;

export const insertCreative = async (tx: Tx, row: Insertable<AdCreativesTable>): Promise<void> => {
  await tx.insertInto('ad_creatives').values(row).execute();
};

export const findCreative = async (db: Db | Tx, id: string): Promise<CreativeRow | undefined> =>
  await db.selectFrom('ad_creatives').selectAll().where('id', '=', id).executeTakeFirst();

/** The given creatives of an account; others are missing. They can't become ready or fail until the transaction ends. */
export const lockCreatives = async (tx: Tx, account: AccountKey, ids: readonly string[]): Promise<CreativeRow[]> =>
  ids.length === 0
    ? []
    : await tx
        .selectFrom('ad_creatives')
        .selectAll()
        .where('account_key', '=', account)
        .where('id', 'in', [...ids])
        .forShare()
        .execute();

/** Whether it was still there. */
export const updateCreative = async (
  tx: Tx | Db,
  id: string,
  values: Updateable<AdCreativesTable>,
): Promise<boolean> => {
  const changed = await tx.updateTable('ad_creatives').set(values).where('id', '=', id).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
};

/** Lets campaigns that waited for this audio play it instead of their former one. */
export const playCreative = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('campaign_attempts')
    .set({ creative_id: id, next_creative_id: null })
    .where('next_creative_id', '=', id)
    .execute();
};

export const saveRendition = async (tx: Tx, row: Insertable<AdRenditionsTable>): Promise<void> => {
  await tx
    .insertInto('ad_renditions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['creative_id', 'codec', 'sample_rate', 'channels', 'bitrate']).doUpdateSet((eb) => ({
        path: eb.ref('excluded.path'),
        bytes: eb.ref('excluded.bytes'),
        frames: eb.ref('excluded.frames'),
        duration_us: eb.ref('excluded.duration_us'),
        sha256: eb.ref('excluded.sha256'),
      })),
    )
    .execute();
};

export const renditionsOf = async (db: Db, id: string): Promise<RenditionRow[]> =>
  await db.selectFrom('ad_renditions').selectAll().where('creative_id', '=', id).execute();

const mostFormats = 200;

/** SQL: the formats of spots in the episodes of each account, as far as spots may play in them. */
const episodeFormats = sql`(
  select distinct p.account_key, 'mp3' as codec, case i.channels when 1 then 96000 else 128000 end as bitrate,
    i.sample_rate, i.channels
  from episode_indexes i join episodes e on e.key = i.episode_key join podcasts p on p.key = e.podcast_key
  where i.sample_rate is not null)`;

/**
 * The formats of the streams and episodes in which a creative may play: those of the account's stations and podcasts, and
 * where a network campaign or a request uses it, those of all stations with audio ads (and of all podcasts).
 */
export const formatsFor = async (db: Db, { id, account_key }: Pick<CreativeRow, 'id' | 'account_key'>) =>
  (
    await sql<RenditionFormat>`
      select codec, bitrate, sample_rate, channels from ${episodeFormats} f where
        account_key = ${account_key} or exists (select from campaign_attempts t join campaigns c on c.key = t.campaign_key
          where ${id} in (t.creative_id, t.next_creative_id) and c.network)
      union
      select codec, bitrate, sample_rate, channels from stations s where deleted_at is null and (
        account_key = ${account_key} or audioads and (
          exists (select from ad_requests where creative_id = ${id})
          or exists (select from campaign_attempts t join campaigns c on c.key = t.campaign_key
            where ${id} in (t.creative_id, t.next_creative_id) and c.network)
          or exists (select from provider_creatives k join campaign_attempts t on t.provider_id = k.provider_id
            join campaigns c on c.key = t.campaign_key and c.account_key = k.account_key
            where k.creative_id = ${id} and c.network)))
      limit ${mostFormats}`.execute(db)
  ).rows;

const mostAtOnce = 500;

/** Ready creatives of unfinished campaigns that lack a rendition in a format in which they may play now. */
export const creativesWithout = async (db: Db, now: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      with running as (
        select distinct v.id, c.account_key, c.network from campaigns c
        join campaign_attempts t on t.campaign_key = c.key
        join ad_creatives v on v.id in (t.creative_id, t.next_creative_id) and v.state = 'ready'
        where c.archived_at is null and c.end_date >= ${now}::date - 1
        union
        select v.id, c.account_key, c.network from campaigns c
        join campaign_attempts t on t.campaign_key = c.key
        join provider_creatives k on k.provider_id = t.provider_id and k.account_key = c.account_key
        join ad_creatives v on v.id = k.creative_id and v.state = 'ready'
        where c.archived_at is null and c.end_date >= ${now}::date - 1 and k.seen > ${now}::timestamptz - interval '7 days'),
      wanted as (
        select id, codec, bitrate, sample_rate, channels from running
          join (select distinct account_key, codec, bitrate, sample_rate, channels from stations where deleted_at is null) own
            on own.account_key = running.account_key
        union
        select id, codec, bitrate, sample_rate, channels from running
          join ${episodeFormats} f on f.account_key = running.account_key or running.network
        union
        select id, codec, bitrate, sample_rate, channels from running
          cross join (select distinct codec, bitrate, sample_rate, channels from stations where deleted_at is null and audioads) every
          where network)
      select distinct id from wanted w where not exists (select from ad_renditions r
        where r.creative_id = w.id and r.codec = w.codec and r.bitrate = w.bitrate
          and r.sample_rate = w.sample_rate and r.channels = w.channels)
      limit ${mostAtOnce}`.execute(db)
  ).rows.map(({ id }) => id);

/** Creatives whose preparation has not ended. */
export const unprepared = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('ad_creatives')
      .select('id')
      .where('state', '=', 'preparing')
      .orderBy('created')
      .limit(mostAtOnce)
      .execute()
  ).map(({ id }) => id);

/** Creatives with all their files: those of an account, or those that nothing has used for a day. */
export const removable = async (
  db: Db,
  which: { account: AccountKey } | { unusedSince: Date },
): Promise<{ id: string; files: string[] }[]> =>
  (
    await sql<{ id: string; files: string[] }>`
      select v.id, array_remove(array_agg(r.path) || v.original, null) as files
      from ad_creatives v left join ad_renditions r on r.creative_id = v.id
      where ${
        'account' in which
          ? sql`v.account_key = ${which.account}`
          : sql`v.created < ${which.unusedSince}
            and not exists (select from campaign_attempts t where v.id in (t.creative_id, t.next_creative_id))
            and not exists (select from ad_requests q where q.creative_id = v.id)
            and not exists (select from provider_creatives k where k.creative_id = v.id
              and k.seen > ${which.unusedSince}::timestamptz - interval '30 days')
            and not exists (select from ad_arrangements n where n.creatives @> array[v.id])`
      }
      group by v.id limit ${mostAtOnce}`.execute(db)
  ).rows;

/** Deletes a creative; episodes that were arranged with it can't be delivered any more. */
export const deleteCreative = async (db: Db, id: string): Promise<void> => {
  await sql`delete from ad_arrangements where creatives @> array[${id}::uuid]`.execute(db);
  await db.deleteFrom('ad_creatives').where('id', '=', id).execute();
};
