import type { ColumnType } from 'kysely';
import type { PlatformState } from '#contract/api/distribution.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { EpisodeAds, PodcastAds } from '#contract/api/podcast-ads.ts';
import type { Changed, Moment } from '#server/kernel/db/columns.ts';

declare module '#server/kernel/db/tables.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Database {
    distribution: DistributionTable;
    podcast_ads: PodcastAdsTable;
    episode_ads: EpisodeAdsTable;
  }
}

export type DistributionTable = {
  podcast_key: PodcastKey;
  platform: string;
  state: PlatformState['state'];
  url: ColumnType<string, string | undefined, string>;
  finding: ColumnType<string, string | undefined, string>;
  checked: Moment;
  seen: Moment;
  updated: Changed;
};

export type PodcastAdsTable = PodcastAds & { podcast_key: PodcastKey; updated: Changed };

export type EpisodeAdsTable = {
  episode_key: EpisodeKey;
  opt_out: boolean;
  own: ColumnType<EpisodeAds['own'], string | null, string | null>;
  updated: Changed;
};
