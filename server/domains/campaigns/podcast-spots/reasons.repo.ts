import { sql } from 'kysely';
import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { CampaignKey, PodcastKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** Reasons of campaigns that could have played. */
export const heldBackReasons: readonly AdReason[] = ['pace', 'lease', 'outbid'];

/** How often a campaign was not played in a podcast on a day of its time zone, and why. */
export type PodcastReason = { campaign: CampaignKey; podcast: PodcastKey; day: string; reason: AdReason; n: number };

/** Adds to what is counted; of campaigns and podcasts that are gone nothing is. */
export const addReasons = async (db: Db | Tx, reasons: readonly PodcastReason[]): Promise<void> => {
  if (reasons.length === 0) return;
  // In order, as other processes add to the same rows.
  await sql`insert into podcast_ad_reasons (campaign_key, podcast_key, day, reason, n)
    select t.campaign, t.podcast, t.day, t.reason, sum(t.n)
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb)
        as t(campaign text, podcast text, day date, reason text, n bigint)
      join campaigns on campaigns.key = t.campaign join podcasts on podcasts.key = t.podcast
    group by t.campaign, t.podcast, t.day, t.reason order by 1, 3, 2, 4
    on conflict (campaign_key, day, podcast_key, reason) do update set n = podcast_ad_reasons.n + excluded.n`.execute(
    db,
  );
};

/** What was counted of a campaign within these days. */
export const reasonsIn = async (
  db: Db,
  campaign: CampaignKey,
  { first, last }: { first: string; last: string },
): Promise<{ reason: AdReason; count: number }[]> =>
  (
    await sql<{ reason: AdReason; count: number }>`select reason, sum(n)::float8 as count from podcast_ad_reasons
      where campaign_key = ${campaign} and day between ${first}::date and ${last}::date group by reason`.execute(db)
  ).rows;

/**
 * How often these campaigns could have played in podcasts in the last 24 hours, but were held back by their pace, for want of
 * impressions, or because another campaign had taken the place. Days are stored, so yesterday counts in part.
 */
export const heldBackInPodcasts = async (
  db: Db,
  campaigns: readonly CampaignKey[],
  now: number,
): Promise<Map<string, number>> => {
  const today = new Date(now).toISOString().slice(0, 10);
  const ofYesterday = 1 - (now % dayMs) / dayMs;
  const { rows } = await sql<{ campaign: string; n: number }>`
    select campaign_key as campaign, sum(case when day < ${today}::date then n * ${ofYesterday}::float8 else n end)::float8 as n
    from podcast_ad_reasons where campaign_key = any(${campaigns}::text[]) and day >= ${today}::date - 1
      and reason = any(${heldBackReasons}::text[]) group by campaign_key`.execute(db);
  return new Map(rows.map(({ campaign, n }) => [campaign, n]));
};

/** The promises of these leases that were not counted, by campaign and podcast; `at` is when they were made. */
export const uncountedSpots = async (
  tx: Tx,
  leases: readonly string[],
): Promise<{ campaign: CampaignKey; podcast: PodcastKey; timezone: string; at: Date }[]> =>
  (
    await sql<{ campaign: CampaignKey; podcast: PodcastKey; timezone: string; at: Date }>`
      select s.campaign_key as campaign, e.podcast_key as podcast, c.timezone, p.made as at
      from ad_pin_spots s join ad_pins p using (listener, episode_key) join episodes e on e.key = s.episode_key
        join campaigns c on c.key = s.campaign_key
      where s.lease_id = any(${leases}::uuid[]) and s.counted_at is null`.execute(tx)
  ).rows;
