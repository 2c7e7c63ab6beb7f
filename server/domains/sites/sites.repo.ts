import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { SiteContent } from '#contract/api/site.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { SitesTable } from './sites.tables.ts';

export type SiteRow = Selectable<SitesTable>;

/** The microsite of an account; undefined until it is saved. */
export const findSite = async (db: Db | Tx, account: AccountKey): Promise<SiteRow | undefined> =>
  await db.selectFrom('sites').selectAll().where('account_key', '=', account).executeTakeFirst();

/** Locks the microsite of an account until the transaction ends. */
export const lockSite = async (tx: Tx, account: AccountKey): Promise<SiteRow | undefined> =>
  await tx.selectFrom('sites').selectAll().where('account_key', '=', account).forUpdate().executeTakeFirst();

export const insertSite = async (tx: Tx, row: Insertable<SitesTable>): Promise<void> => {
  await tx.insertInto('sites').values(row).execute();
};

/** Changes a microsite and increases its revision. */
export const updateSite = async (tx: Tx, account: AccountKey, values: Updateable<SitesTable>): Promise<void> => {
  await tx
    .updateTable('sites')
    .set({ ...values, revision: sql<number>`revision + 1` })
    .where('account_key', '=', account)
    .execute();
};

/** Whether a slug is free, or the account's own. */
export const isSlugFree = async (db: Db | Tx, slug: string, account: AccountKey): Promise<boolean> =>
  (await db
    .selectFrom('sites')
    .select('slug')
    .where('slug', '=', slug)
    .where('account_key', '!=', account)
    .executeTakeFirst()) === undefined;

/** Stores what is published as the next version, and deletes the oldest beyond the limit. */
export const insertVersion = async (
  tx: Tx,
  account: AccountKey,
  at: { content: SiteContent; now: Date; user: string },
): Promise<void> => {
  await sql`insert into site_versions (account_key, number, content, published_at, published_by)
    select ${account}, coalesce(max(number), 0) + 1, ${JSON.stringify(at.content)}::jsonb, ${at.now}, ${at.user}
    from site_versions where account_key = ${account}`.execute(tx);
  await sql`delete from site_versions where account_key = ${account} and number <=
    (select max(number) from site_versions where account_key = ${account}) - ${limits.siteVersions}`.execute(tx);
};

export type VersionRow = {
  number: number;
  published_at: Date;
  published_by: string | null;
  title: string;
  pages: number;
  blocks: number;
};

/** The published versions, the latest first. */
export const listVersions = async (db: Db, account: AccountKey): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select v.number, v.published_at, nullif(trim(u.first_name || ' ' || u.last_name), '') as published_by,
      v.content ->> 'title' as title, jsonb_array_length(v.content -> 'pages') as pages,
      (select coalesce(sum(jsonb_array_length(page -> 'blocks')), 0)::int
        from jsonb_array_elements(v.content -> 'pages') page) as blocks
    from site_versions v left join users u on u.id = v.published_by
    where v.account_key = ${account} order by v.number desc`.execute(db);
  return rows;
};

export const findVersion = async (tx: Tx, account: AccountKey, number: number): Promise<SiteContent | undefined> =>
  (
    await tx
      .selectFrom('site_versions')
      .select('content')
      .where('account_key', '=', account)
      .where('number', '=', number)
      .executeTakeFirst()
  )?.content;

/** A published microsite at a slug, unless its account is suspended or deleted. */
export const findPublicSite = async (
  db: Db,
  at: { slug: string } | { domain: string },
): Promise<PublicSiteRow | undefined> => {
  const condition =
    'slug' in at
      ? sql`sites.slug = ${at.slug}`
      : sql`sites.account_key = (select account_key from site_domains where domain = ${at.domain} and serves)`;
  const { rows } = await sql<PublicSiteRow>`
    select sites.account_key, sites.slug, sites.published as content, sites.published_at,
      (select domain from site_domains d where d.account_key = sites.account_key and d.serves
        order by d.verified_at, d.domain limit 1) as domain
    from sites join accounts on accounts.key = sites.account_key
    where ${condition} and sites.published is not null
      and accounts.deleted_at is null and accounts.suspended_at is null`.execute(db);
  return rows[0];
};
export type PublicSiteRow = {
  account_key: AccountKey;
  slug: string;
  content: SiteContent;
  published_at: Date;
  /** Its first verified domain. */
  domain: string | null;
};

/** The public microsites without a domain that search engines may list, after a slug. */
export const listSearchableSites = async (
  db: Db,
  after: string,
  limit: number,
): Promise<{ key: string; pretty_url: string; updated: Date }[]> => {
  const { rows } = await sql<{ key: string; pretty_url: string; updated: Date }>`
    select sites.slug as key, sites.slug as pretty_url, sites.published_at as updated
    from sites join accounts on accounts.key = sites.account_key
    where sites.published is not null and (sites.published -> 'seo' ->> 'index')::boolean
      and not exists (select from site_domains d where d.account_key = sites.account_key and d.serves)
      and accounts.deleted_at is null and accounts.suspended_at is null and sites.slug > ${after}
    order by sites.slug limit ${limit}`.execute(db);
  return rows;
};
