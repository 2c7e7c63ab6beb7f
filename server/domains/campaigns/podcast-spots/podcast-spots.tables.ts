import type { ColumnType, Generated } from 'kysely';
import type { AdPosition } from '#contract/rules/ad-rules.ts';
import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { CampaignKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { EpisodeIndex } from '#server/engines/audio/port.ts';
import type { Bigint, Moment } from '#server/kernel/db/columns.ts';
import type { ArrangedBreak } from './layout.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    episode_indexes: EpisodeIndexesTable;
    ad_arrangements: AdArrangementsTable;
    ad_pins: AdPinsTable;
    ad_pin_spots: AdPinSpotsTable;
    podcast_ad_reasons: PodcastAdReasonsTable;
  }
}

/** Where the frames of an episode's audio are; null if nothing can be inserted in it. */
export type EpisodeIndexesTable = {
  episode_key: EpisodeKey;
  audio_hash: string;
  sample_rate: number | null;
  channels: number | null;
  frame_index: ColumnType<EpisodeIndex | null, string | null, string | null>;
};

/** An episode with spots; `id` is a hash of its content, so listeners with the same spots share one. */
export type AdArrangementsTable = {
  id: string;
  episode_key: EpisodeKey;
  audio_hash: string;
  breaks: ColumnType<ArrangedBreak[], string, never>;
  creatives: string[];
  size: Bigint;
  made: ColumnType<Date, Date, never>;
  /** When a listener last began or resumed it; kept for seven days. */
  used: ColumnType<Date, Date, Date>;
};

/** The arrangement that a listener gets of an episode. */
export type AdPinsTable = {
  listener: string;
  episode_key: EpisodeKey;
  arrangement: string;
  made: ColumnType<Date, Date, never>;
};

/** Why a campaign was not played in a podcast, by day of the campaign's time zone. */
export type PodcastAdReasonsTable = {
  campaign_key: CampaignKey;
  podcast_key: PodcastKey;
  day: string;
  reason: AdReason;
  n: Bigint;
};

/** A spot promised to a listener: one impression of a lease, unless its lease is closed before it is counted. */
export type AdPinSpotsTable = {
  listener: string;
  episode_key: EpisodeKey;
  slot: number;
  campaign_key: CampaignKey;
  creative_id: string;
  lease_id: string;
  position: AdPosition;
  payout_micros: Bigint;
  counted_at: Generated<Moment>;
};
