import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import type { CampaignKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emptyIfMissing, literal, queryRows } from '#server/platform/clickhouse/query.ts';

const list = (texts: readonly string[]): string => texts.map(literal).join(',');

/** The impressions of these campaigns so far: spots that began, without those of breaks that were cut short. */
export const deliveredOf = async (
  clickhouse: ClickHouseClient,
  campaigns: readonly CampaignKey[],
): Promise<Map<CampaignKey, number>> => {
  if (campaigns.length === 0) return new Map();
  const rows = await queryRows<{ campaign: CampaignKey; n: number }>(
    clickhouse,
    `select campaign, toFloat64(sum(started)) - toFloat64(sum(cut)) as n from campaign_times
     where campaign in (${list(campaigns)}) group by campaign`,
  ).catch(emptyIfMissing([]));
  return new Map(rows.map(({ campaign, n }) => [campaign, n]));
};

/** The same by lease. */
export const deliveredByLease = async (
  clickhouse: ClickHouseClient,
  leases: readonly string[],
): Promise<Map<string, number>> => {
  if (leases.length === 0) return new Map();
  const rows = await queryRows<{ lease: string; n: number }>(
    clickhouse,
    `select lease, toFloat64(sum(started)) - toFloat64(sum(cut)) as n from lease_sums
     where lease in (${list(leases)}) group by lease`,
  ).catch(emptyIfMissing([]));
  return new Map(rows.map(({ lease, n }) => [lease, n]));
};

/** The impressions of these campaigns since a time of their own (ms; the beginning of a quarter hour). */
export const deliveredSince = async (
  clickhouse: ClickHouseClient,
  since: ReadonlyMap<CampaignKey, number>,
): Promise<Map<CampaignKey, number>> => {
  if (since.size === 0) return new Map();
  const earliest = Math.min(...since.values());
  const rows = await queryRows<{ campaign: CampaignKey; at: number; n: number }>(
    clickhouse,
    `select campaign, toFloat64(toUnixTimestamp(at)) * 1000 as at, toFloat64(sum(started)) - toFloat64(sum(cut)) as n
     from campaign_quarters as t where campaign in (${list([...since.keys()])})
       and t.at >= toDateTime(${Math.floor(earliest / 1000)}, 'UTC') group by campaign, t.at`,
  ).catch(emptyIfMissing([]));
  const counts = new Map<CampaignKey, number>();
  for (const { campaign, at, n } of rows)
    if (at >= since.get(campaign)!) counts.set(campaign, (counts.get(campaign) ?? 0) + n);
  return counts;
};

/** Until when (ms) everything that an engine recorded is stored, looking back to `since`; 0 if nothing is. */
export const recordedUntil = async (clickhouse: ClickHouseClient, engine: string, since: number): Promise<number> => {
  const rows = await queryRows<{ until: number }>(
    clickhouse,
    `select toFloat64(toUnixTimestamp64Milli(max(until))) as until from slices
     where engine = ${literal(engine)} and since >= toDateTime(${Math.floor(since / 1000)}, 'UTC')`,
  ).catch(emptyIfMissing([]));
  return rows[0]?.until ?? 0;
};

/** Copies counts into the campaigns. Counts are totals, so copying them again changes nothing. */
export const copyDelivered = async (db: Db, delivered: ReadonlyMap<CampaignKey, number>, now: Date): Promise<void> => {
  if (delivered.size === 0) return;
  await sql`update campaigns set delivered = counted.n, delivered_at = ${now}
    from unnest(${[...delivered.keys()]}::text[], ${[...delivered.values()]}::bigint[]) as counted(key, n)
    where campaigns.key = counted.key and campaigns.delivered <> counted.n`.execute(db);
};

/** The campaigns whose counts may still change: they are not over, or were within the last days. */
export const countedCampaigns = async (db: Db, now: Date): Promise<CampaignKey[]> => {
  const { rows } = await sql<{ key: CampaignKey }>`
    select key from campaigns where end_date >= (${now}::timestamptz - interval '4 days')::date
      and start_date <= (${now}::timestamptz + interval '1 day')::date
    order by end_date desc, key limit 10000`.execute(db);
  return rows.map(({ key }) => key);
};
