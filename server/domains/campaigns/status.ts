import { sql, type RawBuilder } from 'kysely';
import type { CampaignStatus } from '#contract/api/campaign.ts';

/*
 * What a campaign is doing, derived from its dates, its audio, its switch and the stations that would play it. The
 * expressions name the campaign `c` and its audio `v` (`audioOf`).
 */

/** What is known of a campaign's audio: `left join lateral` this as `v`. */
export const audioOf = sql`(
  select coalesce(bool_or(p.state = 'ready' or t.provider_id is not null), false) as ready,
    coalesce(bool_or(p.state = 'preparing' or n.state = 'preparing'), false) as preparing,
    coalesce(max(coalesce(nullif(n.error, ''), p.error)), '') as error
  from campaign_attempts t left join ad_creatives p on p.id = t.creative_id
  left join ad_creatives n on n.id = t.next_creative_id
  where t.campaign_key = c.key)`;

const plays = sql`s.audioads and s.deleted_at is null and s.suspended_at is null`;
const isChosen = sql`exists (select from campaign_stations o where o.campaign_key = c.key)`;
const chosen = sql`campaign_stations o join stations s on s.key = o.station_key`;
const admitsNetwork = sql`exists (select from audio_ads a where a.station_key = s.key and a.network_ads)`;
/**
 * Whether a station with audio ads plays campaign `c`: one of those it names, or else any of its account or, for the
 * network, any that admits it. An index lists the stations of an account with audio ads.
 */
const hasStation = sql`case when ${isChosen} then exists (select from ${chosen} where o.campaign_key = c.key and ${plays}
      and (s.account_key = c.account_key or c.network and ${admitsNetwork}))
    else exists (select from stations s where s.account_key = c.account_key and ${plays})
      or c.network and exists (select from stations s where ${plays} and ${admitsNetwork}) end`;

/** Whether campaign `c` may play in podcasts: the portal allows spots in them, and there is one where it may. */
const hasPodcast = sql`(exists (select from portal_settings where name = 'podcast_ads' and value ->> 'enabled' = 'true')
  and exists (select from podcasts p where p.published and (p.account_key = c.account_key or c.network)
    and (not ${isChosen} or exists (select from campaign_stations o
      where o.campaign_key = c.key and o.station_key = p.station_key))))`;

/** Whether the account of campaign `c` is suspended. */
export const isSuspended = sql<boolean>`exists (select from accounts k where k.key = c.account_key and k.suspended_at is not null)`;

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
  when ${isSuspended} or not (${hasStation} or ${hasPodcast}) then 'blocked'
  else 'active' end`;

/** The impressions due by now at an even pace. */
export const dueAt = (now: Date): RawBuilder<number> => sql<number>`(c.impression_limit * least(1, greatest(0,
  extract(epoch from ${now}::timestamptz - ${startOf}) / extract(epoch from ${endOf} - ${startOf}))))`;

/** Delivered ÷ due; null before one impression is due. */
export const deliveryRateAt = (now: Date): RawBuilder<number | null> =>
  sql<number | null>`(case when ${dueAt(now)} >= 1 then c.delivered / ${dueAt(now)} end)::float8`;

type Problems = { audioError: string; suspended: boolean };

/** Why a campaign has its status, for people; '' where the status says it all. */
export const statusReason = (status: CampaignStatus, { audioError, suspended }: Problems): string => {
  if (status === 'blocked')
    return suspended
      ? 'The account is suspended.'
      : audioError || 'None of its stations plays audio ads, and no episode may.';
  return reasons[status] ?? '';
};

const reasons: Partial<Record<CampaignStatus, string>> = {
  draft: 'It has no audio yet.',
  preparing: 'Its audio is being prepared.',
  paused: 'It is switched off.',
  completed: 'It has reached its goal.',
  ended: 'Its last day has passed.',
};
