import { sql, type RawBuilder } from 'kysely';
import type { AdApproval } from '#contract/api/audio-ads.ts';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type ApprovalRow = Omit<AdApproval, 'duration'> & { duration_ms: number | null; creative_id: string | null };

const maxListed = 500;

/**
 * Campaigns of other accounts that could play on a station: those that wait for its approval, then the others, latest end first. One
 * that is over or blocked is listed only if the station decided about it.
 */
export const approvalRows = async (db: Db, station: StationKey, now: Date): Promise<ApprovalRow[]> => {
  const { rows } = await sql<ApprovalRow>`select * from (${found(station, now)}) found
    order by state = 'waiting' desc, "endDate" desc, campaign limit ${maxListed}`.execute(db);
  return rows;
};

/** One of these campaigns; undefined if it can't play on the station. */
export const approvalRow = async (
  db: Db | Tx,
  station: StationKey,
  campaign: CampaignKey,
  now: Date,
): Promise<ApprovalRow | undefined> => {
  const { rows } = await sql<ApprovalRow>`select * from (${found(station, now)}) found
    where campaign = ${campaign}`.execute(db);
  return rows[0];
};

const found = (station: StationKey, now: Date): RawBuilder<unknown> => sql`
  select campaigns.key as campaign, campaigns.name, campaigns.advertiser, campaigns.category,
    campaigns.start_date::text as "startDate", campaigns.end_date::text as "endDate",
    spot.id as creative_id, spot.duration_ms,
    coalesce(decided.state, case when rules.approval = 'auto' then 'approved' else 'waiting' end) as state
  from stations
  join campaigns on campaigns.network and campaigns.account_key <> stations.account_key
  left join audio_ads rules on rules.station_key = stations.key
  left join ad_approvals decided on decided.station_key = stations.key and decided.campaign_key = campaigns.key
  left join lateral (select ad_creatives.id, ad_creatives.duration_ms from campaign_attempts
    join ad_creatives on ad_creatives.id = campaign_attempts.creative_id
    where campaign_attempts.campaign_key = campaigns.key order by campaign_attempts.ord limit 1) spot on true
  where stations.key = ${station} and (decided.state is not null or (
    rules.network_ads and campaigns.archived_at is null and campaigns.end_date >= (${now}::timestamptz - interval '1 day')::date
    and not (campaigns.category = any(rules.blocked_categories))
    and not exists (select from unnest(rules.blocked_advertisers) blocked where lower(blocked) = lower(campaigns.advertiser))
    and (not exists (select from campaign_stations chosen where chosen.campaign_key = campaigns.key)
      or exists (select from campaign_stations chosen
        where chosen.campaign_key = campaigns.key and chosen.station_key = stations.key))))`;

/** Stores what a station decided about a campaign; the latest decision counts. */
export const saveDecision = async (
  tx: Tx,
  station: StationKey,
  campaign: CampaignKey,
  { state, by, now }: { state: 'approved' | 'rejected'; by: string; now: Date },
): Promise<void> => {
  const decision = { state, decided_by: by, decided_at: now };
  await tx
    .insertInto('ad_approvals')
    .values({ station_key: station, campaign_key: campaign, ...decision })
    .onConflict((conflict) => conflict.columns(['station_key', 'campaign_key']).doUpdateSet(decision))
    .execute();
};
