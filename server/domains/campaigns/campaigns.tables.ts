import type { ColumnType, Generated } from 'kysely';
import type { AdRequest, NewAdRequest } from '#contract/api/ad-requests.ts';
import type { AudioAdsRules } from '#contract/api/audio-ads.ts';
import type { BreakRules } from '#contract/rules/break-rules.ts';
import type { ProviderConsent, ProviderMode } from '#contract/api/ad-providers.ts';
import type { AdCategory, RateLimiting, Rule } from '#contract/rules/ad-rules.ts';
import type { Campaign, CampaignAudio } from '#contract/api/campaign.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import type { DayPartHours } from '#contract/rules/week.ts';
import type { Bigint, Changed, Created, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    campaigns: CampaignsTable;
    campaign_stations: { campaign_key: CampaignKey; station_key: StationKey };
    campaign_attempts: CampaignAttemptsTable;
    rule_chains: RuleChainsTable;
    ad_creatives: AdCreativesTable;
    ad_renditions: AdRenditionsTable;
    audio_ads: AudioAdsTable;
    ad_agreements: AdAgreementsTable;
    ad_approvals: AdApprovalsTable;
    ad_requests: AdRequestsTable;
    ad_leases: AdLeasesTable;
    ad_providers: AdProvidersTable;
    provider_creatives: ProviderCreativesTable;
    ad_tickets: AdTicketsTable;
    ad_tracking: AdTrackingTable;
    ad_proofs: AdProofsTable;
    provider_counts: { provider_id: string; day: DayText; what: string; count: Bigint };
    ad_supply_stations: AdSupplyStationsTable;
    ad_accuracy: AdAccuracyTable;
  }
}

/** A JSON value; written as text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A day; read as text like 2026-11-21. */
type DayText = ColumnType<string, string, string>;

/** Prices are micros: millionths of the currency's major unit. */
export type CampaignsTable = {
  key: CampaignKey;
  account_key: AccountKey;
  network: Generated<boolean>;
  enabled: Generated<boolean>;
  name: string;
  advertiser: Generated<string>;
  category: AdCategory;
  priority: Generated<Campaign['priority']>;
  impression_limit: Bigint;
  start_date: DayText;
  end_date: DayText;
  timezone: string;
  schedule: JsonOrNull<DayPartHours[]>;
  rate_limiting: Json<RateLimiting>;
  positions: Campaign['positions'];
  companion: JsonOrNull<NonNullable<Campaign['companion']>>;
  price_micros: Bigint;
  currency: string;
  /** Impressions counted so far, copied from ClickHouse with every closed batch. */
  delivered: Generated<number>;
  delivered_at: Moment;
  /** What it is expected to end with, of the last quarter hour; null while it isn't running. */
  forecast: JsonOrNull<NonNullable<Campaign['forecast']>>;
  /** The ended campaign whose missing impressions it makes up for. */
  makegood_of: CampaignKey | null;
  version: Generated<number>;
  archived_at: Moment;
  created: Created;
  created_by: string | null;
  updated: Changed;
  updated_by: string | null;
};

/** `creative_id` plays; `next_creative_id` is being prepared and takes its place once it is ready. Ad servers have none. */
export type CampaignAttemptsTable = {
  campaign_key: CampaignKey;
  ord: number;
  rule_chain_id: string | null;
  name: Generated<string>;
  rules: Json<Rule[]>;
  provider_id: string | null;
  creative_id: string | null;
  next_creative_id: string | null;
};

export type RuleChainsTable = {
  id: string;
  account_key: AccountKey;
  name: string;
  rules: Json<Rule[]>;
  updated: Changed;
};

/** `original` is the uploaded file's storage key; `cut_from_ms` and `original_ms` tell which 30 s of a longer file play. */
export type AdCreativesTable = {
  id: string;
  account_key: AccountKey;
  filename: string;
  original: string | null;
  sha256: Generated<string>;
  duration_ms: number | null;
  original_ms: number | null;
  cut_from_ms: Generated<number>;
  loudness: number | null;
  true_peak: number | null;
  state: Generated<CampaignAudio['state']>;
  error: Generated<string>;
  created: Created;
};

/** One encoding of a creative, in a format that is on the air; `path` is below the engine's media folder. */
export type AdRenditionsTable = {
  creative_id: string;
  codec: 'mp3' | 'aac';
  sample_rate: number;
  channels: number;
  bitrate: number;
  path: string;
  bytes: Bigint;
  frames: number;
  duration_us: Bigint;
  sha256: string;
};

export type AudioAdsTable = {
  station_key: StationKey;
  breaks: Json<BreakRules>;
  network_ads: Generated<boolean>;
  apply_to_relays: Generated<boolean>;
  approval: Generated<AudioAdsRules['approval']>;
  blocked_categories: Generated<AdCategory[]>;
  blocked_advertisers: Generated<string[]>;
  provider_ads: Generated<boolean>;
  updated: Changed;
};

/** Kept when the station or the account goes, as it is a contract. */
export type AdAgreementsTable = {
  id: Generated<number>;
  station_key: StationKey;
  account_key: AccountKey;
  version: string;
  /** The text that was accepted, as Markdown. */
  document: string;
  document_sha256: string;
  accepted_at: Created;
  accepted_by: string;
  full_name: string;
};

export type AdApprovalsTable = {
  station_key: StationKey;
  campaign_key: CampaignKey;
  state: 'approved' | 'rejected';
  decided_at: Created;
  decided_by: string;
};

/** `cost_minor` in the currency's minor unit, frozen when the request was sent. */
export type AdRequestsTable = {
  id: string;
  account_key: AccountKey;
  requested_by: string;
  status: Generated<AdRequest['status']>;
  form: Json<NewAdRequest>;
  creative_id: string | null;
  cost_minor: Bigint;
  price_micros: Bigint;
  currency: string;
  thread: ColumnType<AdRequest['thread'], string | undefined, string>;
  campaign_key: CampaignKey | null;
  created: Created;
  decided_at: Moment;
  decided_by: string | null;
};

/** Impressions lent to an engine (`process` is its ID). `spent`: what it granted; of a closed lease, what was heard of it. */
export type AdLeasesTable = {
  id: string;
  campaign_key: CampaignKey;
  process: string;
  count: Bigint;
  spent: Generated<number>;
  granted: Created;
  until: ColumnType<Date, Date, Date>;
  /** From then on the engine may have it. */
  sent_at: Moment;
  /** When the engine said that it has it; until then it is sent again. */
  known_at: Moment;
  /** The engine no longer knows it: it is never sent again. */
  lost_at: Moment;
  closed_at: Moment;
};

/** An ad server, of an account or (without one) of the portal for all accounts. */
export type AdProvidersTable = {
  id: string;
  account_key: AccountKey | null;
  name: string;
  tag_url: string;
  enabled: Generated<boolean>;
  consent: ProviderConsent;
  mode: Generated<ProviderMode>;
  created: Created;
  updated: Changed;
};

/** A spot that an ad server answered with, prepared for an account's stations; `ad_id` is its registry and ID. */
export type ProviderCreativesTable = {
  provider_id: string;
  account_key: AccountKey;
  ad_id: string;
  media_url: string;
  creative_id: string | null;
  sha256: Generated<string>;
  state: Generated<'fetching' | 'known' | 'refused'>;
  error: Generated<string>;
  seen: Changed;
};

/** An answer for one listener. What identifies them is removed once nothing more can be reported. */
export type AdTicketsTable = {
  id: string;
  provider_id: string;
  campaign_key: CampaignKey;
  station_key: StationKey | null;
  /** Empty in an answer for nobody in particular, which has a country instead. */
  session: string;
  country: Generated<string>;
  creative_id: string;
  listener: JsonOrNull<{ ip: string; user_agent: string; referer: string }>;
  tracking: Json<Record<string, string[]>>;
  asked: Date;
  until: Date;
  used_at: Moment;
};

/** A report to an ad server: one URL of one event. It is called at most once; `sent` says that it may have been. */
export type AdTrackingTable = {
  ticket_id: string;
  event: string;
  n: number;
  host: Generated<string>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due: ColumnType<Date, Date, Date>;
  error: Generated<string>;
};

/** A recording of what was heard around a spot, of each campaign the first one of a day (UTC); `path` is in storage. */
export type AdProofsTable = {
  id: string;
  campaign_key: CampaignKey | null;
  station_key: StationKey | null;
  creative_id: string;
  day: DayText;
  at: ColumnType<Date, Date, Date>;
  codec: 'mp3' | 'aac';
  length_ms: number;
  from_ms: number;
  to_ms: number;
  path: string;
  bytes: number;
  sha256: string;
  signature: string;
};

/** What a station can give: `build` names its rows in ClickHouse (pacing/supply-build.ts). */
export type AdSupplyStationsTable = {
  station_key: StationKey;
  build: string;
  built: Date;
  weeks: number;
  break_rate: number | null;
  lengths: Json<{ n: number; hours: number }[]>;
};

/** How good forecasts were, of an account or (null) of the whole portal: actual ÷ forecast. */
export type AdAccuracyTable = {
  account_key: AccountKey | null;
  days: number;
  forecasts: number;
  median_error: number;
  low: number;
  high: number;
  computed: Date;
};
