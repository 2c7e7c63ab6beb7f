import { sql } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** `name` is '' for what was deleted before it was on a statement; `detail` is the advertiser of a campaign. */
export type Named = { name: string; detail: string };

/** The names of campaigns, stations, podcasts and episodes by key; what was deleted has its name in the latest statement. */
export const namesOf = async (db: Db | Tx, keys: readonly string[]): Promise<Map<string, Named>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Named & { key: string }>`
    with wanted as (select distinct unnest(${[...new Set(keys)]}::text[]) as key)
    select w.key, coalesce(c.name, s.name, p.title, e.title, (
        select case when l.campaign_key = w.key then l.campaign_name else l.station_name end from ad_statement_lines l
        where l.campaign_key = w.key or l.station_key = w.key order by l.month desc limit 1), '') as name,
      coalesce(c.advertiser, '') as detail
    from wanted w left join campaigns c on c.key = w.key left join stations s on s.key = w.key
      left join podcasts p on p.key = w.key left join episodes e on e.key = w.key`.execute(db);
  return new Map(rows.map(({ key, ...named }) => [key, named]));
};

export type AccountTerms = { name: string; currency: string; stations: number; withAds: number; withNetwork: number };

/** An account's name on invoices, its currency and its stations; also of a deleted account. */
export const accountTerms = async (db: Db, account: AccountKey): Promise<AccountTerms | undefined> =>
  (
    await sql<AccountTerms>`select coalesce(a.invoice_settings->>'accountName', a.company) as name, a.currency,
        count(s.key)::int as stations, (count(s.key) filter (where s.audioads))::int as "withAds",
        (count(s.key) filter (where s.audioads and r.network_ads))::int as "withNetwork"
      from accounts a left join stations s on s.account_key = a.key and s.deleted_at is null
        left join audio_ads r on r.station_key = s.key
      where a.key = ${account} group by a.key`.execute(db)
  ).rows[0];

/** Whether the account has a statement. */
export const hasStatement = async (db: Db, account: AccountKey): Promise<boolean> =>
  (await db.selectFrom('ad_statements').select('id').where('account_key', '=', account).limit(1).execute()).length > 0;

/** The time zone of an account's first statement, which all others have too. */
export const statedZone = async (db: Db | Tx, account: AccountKey): Promise<string | undefined> =>
  (
    await db
      .selectFrom('ad_statements')
      .select('timezone')
      .where('account_key', '=', account)
      .orderBy('closed_at')
      .limit(1)
      .executeTakeFirst()
  )?.timezone;
