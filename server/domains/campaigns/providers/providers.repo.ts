import { sql, type Selectable } from 'kysely';
import type { NewAdProvider } from '#contract/api/ad-providers.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { AdProvidersTable } from '../campaigns.tables.ts';

export type ProviderRow = Selectable<AdProvidersTable> & {
  used_by: number;
  /** Of the last 7 days, by what is counted. */
  counts: Record<string, number> | null;
};

export const mostProviders = 50;

/** The ad servers of an account, or without one of the portal; or one of them. `viewer` counts only its own campaigns. */
export const findProviders = async (
  db: Db | Tx,
  account: AccountKey | null,
  { id, viewer, now }: { id?: string; viewer?: AccountKey; now: Date },
): Promise<ProviderRow[]> =>
  (
    await sql<ProviderRow>`
      select p.*, (select count(distinct t.campaign_key)::int from campaign_attempts t
          join campaigns c on c.key = t.campaign_key where t.provider_id = p.id and c.archived_at is null
            and (${viewer ?? null}::text is null or c.account_key = ${viewer ?? null}::text)) as used_by,
        (select jsonb_object_agg(what, n) from (select what, sum(count)::float8 as n from provider_counts k
          where k.provider_id = p.id and k.day > ${now}::date - 7 group by what) counted) as counts
      from ad_providers p
      where p.account_key is not distinct from ${account}::text and (${id ?? null}::uuid is null or p.id = ${id ?? null}::uuid)
      order by lower(p.name), p.id limit ${mostProviders}`.execute(db)
  ).rows;

/** Whether it was inserted: false if there is one of this name. */
export const insertProvider = async (
  tx: Tx,
  account: AccountKey | null,
  id: string,
  { name, tagUrl, enabled, consent, mode }: NewAdProvider,
): Promise<boolean> => {
  const { rows } = await sql`insert into ad_providers (id, account_key, name, tag_url, enabled, consent, mode)
    values (${id}, ${account}, ${name}, ${tagUrl}, ${enabled}, ${consent}, ${mode}) on conflict do nothing returning id`.execute(
    tx,
  );
  return rows.length > 0;
};

export const isNameTaken = async (tx: Tx, account: AccountKey | null, name: string, id: string): Promise<boolean> =>
  (
    await sql`select from ad_providers where account_key is not distinct from ${account}::text
      and lower(name) = lower(${name}) and id <> ${id}`.execute(tx)
  ).rows.length > 0;

/** Whether it was there. */
export const updateProvider = async (
  tx: Tx,
  account: AccountKey | null,
  id: string,
  { name, tagUrl, enabled, consent, mode }: NewAdProvider,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`update ad_providers set name = ${name}, tag_url = ${tagUrl}, enabled = ${enabled},
    consent = ${consent}, mode = ${mode}, updated = ${now}
    where id = ${id} and account_key is not distinct from ${account}::text returning id`.execute(tx);
  return rows.length > 0;
};

export const deleteProvider = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('ad_providers').where('id', '=', id).execute();
};

/** Those of these ad servers that an account's campaigns may ask: its own, and the portal's that are on. */
export const usableProviders = async (
  db: Db | Tx,
  account: AccountKey,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : (
        await sql<{ id: string; name: string }>`select id, name from ad_providers
          where id = any(${ids}::uuid[]) and (account_key = ${account} or account_key is null and enabled)`.execute(db)
      ).rows;

/** The portal's ad servers that are on, and all of these: the names that campaigns show. */
export const providerNames = async (db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ad_providers')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Adds to the counts of a day. */
export const addCounts = async (
  db: Db | Tx,
  day: Date,
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Promise<void> => {
  const rows = [...counts].flatMap(([provider_id, whats]) =>
    [...whats].map(([what, count]) => ({ provider_id, what, count })),
  );
  if (rows.length === 0) return;
  await sql`insert into provider_counts (provider_id, day, what, count)
    select r.provider_id, ${day}::date, r.what, r.count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (provider_id uuid, what text, count bigint)
    where exists (select from ad_providers p where p.id = r.provider_id)
    order by r.provider_id, r.what
    on conflict (provider_id, day, what) do update set count = provider_counts.count + excluded.count`.execute(db);
};
