import { sql, type RawBuilder } from 'kysely';
import type { CampaignStatus } from '#contract/campaign.ts';

/*
 * What a campaign is doing, derived from its dates, its audio, its switch and the stations that would play it. The
 * expressions name the campaign `c` and its audio `v` (`audioOf`).
 */

/** What is known of a campaign's audio: `left join lateral` this as `v`. */
export const audioOf = sql`(
  select coalesce(bool_or(p.state = 'ready'), false) as ready,
    coalesce(bool_or(p.state = 'preparing' or n.state = 'preparing'), false) as preparing,
    coalesce(max(coalesce(nullif(n.error, ''), p.error)), '') as error
  from campaign_attempts t left join ad_creatives p on p.id = t.creative_id
  left join ad_creatives n on n.id = t.next_creative_id
  where t.campaign_key = c.key)`;

/** The stations, as `s`, that play the spots of campaign `c`: with audio ads, its own or, for the network, all that admit it. */
export const admittingStations = sql`
  stations s left join audio_ads a on a.station_key = s.key
  where s.deleted_at is null and s.suspended_at is null and s.audioads
    and (s.account_key = c.account_key or c.network and coalesce(a.network_ads, false))
    and (not exists (select from campaign_stations o where o.campaign_key = c.key)
      or exists (select from campaign_stations o where o.campaign_key = c.key and o.station_key = s.key))`;

const today = (now: Date): RawBuilder<unknown> => sql`(${now}::timestamptz at time zone c.timezone)::date`;
const startOf = sql`(c.start_date::timestamp at time zone c.timezone)`;
const endOf = sql`((c.end_date + 1)::timestamp at time zone c.timezone)`;

/** The status now, in the order in which reasons count. */
export const statusAt = (now: Date): RawBuilder<CampaignStatus> => sql<CampaignStatus>`case
  when c.archived_at is not null then 'archived'
  when c.delivered >= c.impression_limit then 'completed'
  when ${today(now)} > c.end_date then 'ended'
  when not v.ready and v.preparing then 'preparing'
  when not v.ready and v.error <> '' then 'blocked'
  when not v.ready then 'draft'
  when not c.enabled then 'paused'
  when ${today(now)} < c.start_date then 'scheduled'
  when not exists (select from ${admittingStations}) then 'blocked'
  else 'active' end`;

/** The impressions due by now at an even pace. */
export const dueAt = (now: Date): RawBuilder<number> => sql<number>`(c.impression_limit * least(1, greatest(0,
  extract(epoch from ${now}::timestamptz - ${startOf}) / extract(epoch from ${endOf} - ${startOf}))))`;

/** Delivered ÷ due; null before one impression is due. */
export const deliveryRateAt = (now: Date): RawBuilder<number | null> =>
  sql<number | null>`(case when ${dueAt(now)} >= 1 then c.delivered / ${dueAt(now)} end)::float8`;

/** Why a campaign has its status, for people; '' where the status says it all. */
export const statusReason = (status: CampaignStatus, error: string): string => {
  if (status === 'blocked') return error || 'None of its stations plays audio ads.';
  return reasons[status] ?? '';
};

const reasons: Partial<Record<CampaignStatus, string>> = {
  draft: 'It has no audio yet.',
  preparing: 'Its audio is being prepared.',
  paused: 'It is switched off.',
  completed: 'It has reached its goal.',
  ended: 'Its last day has passed.',
};
