import { sql, type RawBuilder } from 'kysely';
import type { AudioAdsRules } from '#contract/api/audio-ads.ts';
import type { Campaign } from '#contract/api/campaign.ts';
import type { RateLimiting, Rule } from '#contract/rules/ad-rules.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import type { DayPartHours } from '#contract/rules/week.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { coveringMaster, isAdFree, rulesJson, type Acceptance } from '../station-ads/station-ads.repo.ts';

/** A station with audio ads switched on. */
export type PlanStationRow = {
  key: StationKey;
  account_key: AccountKey;
  timezone: string;
  category: number;
  /** Null until the station chooses some. */
  rules: AudioAdsRules | null;
  acceptance: Pick<Acceptance, 'version' | 'document_sha256'> | null;
};

/** A campaign that runs now, or begins before the leases of now end. */
export type PlanCampaignRow = {
  key: CampaignKey;
  account_key: AccountKey;
  network: boolean;
  name: string;
  advertiser: string;
  category: Campaign['category'];
  priority: Campaign['priority'];
  positions: Campaign['positions'];
  schedule: DayPartHours[] | null;
  rate_limiting: RateLimiting;
  link: string;
  impression_limit: number;
  delivered: number;

  timezone: string;
  starts: number;
  ends: number;
  attempts: { ord: number; rules: Rule[]; creative: string }[];
  /** Attempts of ad servers that are on. */
  asked: { ord: number; rules: Rule[]; provider: string }[];
  /** Where it plays; none for all stations that may. */
  stations: StationKey[];
  /** Stations that decided about it. */
  approved: StationKey[];
  rejected: StationKey[];
};

export type RenditionRow = {
  creative_id: string;
  codec: 'mp3' | 'aac';
  sample_rate: number;
  channels: number;
  bitrate: number;
  path: string;
  /** In storage, if the path is that of a copy. */
  storage_key?: string;
  bytes: number;
  frames: number;
  duration_us: number;
  sha256: string;
};

/** Spots of one ad server that the engine has at hand, those that it answered with last. */
const mostProviderSpots = 40;

/** The prepared spots of these ad servers. */
export const providerSpotsOf = async (
  db: Db,
  providers: readonly string[],
): Promise<{ provider: string; creative: string }[]> => {
  if (providers.length === 0) return [];
  const { rows } = await sql<{ provider: string; creative: string }>`
    select provider, creative from (
      select k.provider_id as provider, k.creative_id as creative,
        row_number() over (partition by k.provider_id order by max(k.seen) desc, k.creative_id) as place
      from provider_creatives k join ad_creatives v on v.id = k.creative_id and v.state = 'ready'
      where k.provider_id = any(${providers}::uuid[]) and k.state = 'known' group by k.provider_id, k.creative_id) found
    where place <= ${mostProviderSpots} order by provider, creative`.execute(db);
  return rows;
};

const mostStations = 20_000;
const mostCampaigns = 5000;

/** The stations (of an account) with audio ads on whose plan allows them; suspended ones are off the air. */
export const planStations = async (db: Db, account?: AccountKey): Promise<PlanStationRow[]> => {
  const { rows } = await sql<PlanStationRow>`
    select stations.key, stations.account_key, stations.default_timezone as timezone, stations.category,
      (select ${rulesJson} from audio_ads where station_key in (stations.key, ${coveringMaster})
        order by station_key = stations.key desc limit 1) as rules,
      (select to_jsonb(found) from (
        select version, document_sha256 from ad_agreements
        where account_key = stations.account_key and station_key in (stations.key, ${coveringMaster})
        order by accepted_at desc, id desc limit 1) found) as acceptance
    from stations
    where stations.audioads and stations.deleted_at is null and stations.suspended_at is null and not ${isAdFree}
      and ${account === undefined ? sql`true` : sql`stations.account_key = ${account}`}
    order by stations.key limit ${mostStations}`.execute(db);
  return rows;
};

/** SQL: campaigns `c` that are on, and within their dates or begin within `ahead`. */
const runningAt = (now: Date, aheadMs: number) => sql`c.archived_at is null and c.enabled
  and ${new Date(now.getTime() + aheadMs)}::timestamptz >= (c.start_date::timestamp at time zone c.timezone)
  and ${now}::timestamptz < ((c.end_date + 1)::timestamp at time zone c.timezone)
  and exists (select from accounts where accounts.key = c.account_key
    and accounts.deleted_at is null and accounts.suspended_at is null)`;

/** Campaigns whose spots may play now or within `aheadMs`, with their ready audio: at most 5000, most important first. */
export const planCampaigns = async (db: Db, now: Date, aheadMs: number): Promise<PlanCampaignRow[]> =>
  await campaignsWhere(db, runningAt(now, aheadMs), sql`v.state = 'ready'`);

/**
 * Campaigns that take part of what is heard within `aheadMs`: those of an account and of the network, or all; with their rules,
 * whether their audio is ready or not.
 */
export const bookedCampaigns = async (
  db: Db,
  now: Date,
  aheadMs: number,
  account?: AccountKey,
): Promise<PlanCampaignRow[]> =>
  await campaignsWhere(
    db,
    account === undefined
      ? runningAt(now, aheadMs)
      : sql`${runningAt(now, aheadMs)} and (c.account_key = ${account} or c.network)`,
    sql`true`,
  );

const campaignsWhere = async (
  db: Db,
  which: RawBuilder<unknown>,
  audio: RawBuilder<unknown>,
): Promise<PlanCampaignRow[]> => {
  const { rows } = await sql<PlanCampaignRow>`
    select c.key, c.account_key, c.network, c.name, c.advertiser, c.category, c.priority, c.positions, c.schedule, c.timezone,
      c.rate_limiting, coalesce(c.companion ->> 'url', '') as link, c.impression_limit::float8 as impression_limit,
      c.delivered::float8 as delivered,
      (extract(epoch from c.start_date::timestamp at time zone c.timezone) * 1000)::float8 as starts,
      (extract(epoch from (c.end_date + 1)::timestamp at time zone c.timezone) * 1000)::float8 as ends,
      (select coalesce(jsonb_agg(jsonb_build_object('ord', a.ord, 'rules', a.rules, 'creative', a.creative_id)
        order by a.ord), '[]')
        from campaign_attempts a left join ad_creatives v on v.id = a.creative_id
        where a.campaign_key = c.key and a.provider_id is null and ${audio}) as attempts,
      (select coalesce(jsonb_agg(jsonb_build_object('ord', a.ord, 'rules', a.rules, 'provider', a.provider_id)
        order by a.ord), '[]')
        from campaign_attempts a join ad_providers p on p.id = a.provider_id and p.enabled
        where a.campaign_key = c.key) as asked,
      array(select o.station_key from campaign_stations o where o.campaign_key = c.key) as stations,
      array(select d.station_key from ad_approvals d
        where d.campaign_key = c.key and d.state = 'approved') as approved,
      array(select d.station_key from ad_approvals d
        where d.campaign_key = c.key and d.state = 'rejected') as rejected
    from campaigns c where ${which} and c.delivered < c.impression_limit
    order by c.priority, c.end_date, c.key limit ${mostCampaigns}`.execute(db);
  return rows;
};

/** The encodings of these creatives. */
export const renditionsOf = async (db: Db, creatives: readonly string[]): Promise<RenditionRow[]> => {
  if (creatives.length === 0) return [];
  const { rows } = await sql<RenditionRow>`
    select creative_id, codec, sample_rate, channels, bitrate, path, bytes::float8 as bytes, frames,
      duration_us::float8 as duration_us, sha256
    from ad_renditions where creative_id = any(${creatives}::uuid[])
    order by creative_id, codec, sample_rate, channels, bitrate`.execute(db);
  return rows;
};

/** Counts the changes that need a new plan; the process that sends plans compares it. */
export const planChanges = async (db: Db): Promise<number> => {
  // A sequence's first number is also its value before that.
  const { rows } = await sql<{ n: number }>`
    select (last_value + is_called::int)::float8 as n from ad_plan_changes`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Asks the process that sends plans, whichever it is, for a new one. */
export const countPlanChange = async (db: Db): Promise<void> => {
  await sql`select nextval('ad_plan_changes')`.execute(db);
};
