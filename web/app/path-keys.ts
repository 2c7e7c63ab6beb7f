import type * as z from 'zod/mini';
import { AccountKey, CampaignKey, EpisodeKey, PlayerKey, PodcastKey, StationKey } from '#contract/keys.ts';

/** The keys in the paths of screens, by their names; a malformed one makes the URL a bad request. */
export const pathKeys = {
  accountKey: AccountKey,
  stationKey: StationKey,
  podcastKey: PodcastKey,
  episodeKey: EpisodeKey,
  campaignId: CampaignKey,
  playerKey: PlayerKey,
} as const;

/** What else may be in a path, which only the server can check. */
type PathNames = 'requestId' | 'token' | 'userId' | 'postKey' | 'partnerSlug';

/** Every parameter that a path may have, with its type. */
export type PathParams = { [K in keyof typeof pathKeys]: z.output<(typeof pathKeys)[K]> } & Record<PathNames, string>;
