import type { KeyTypes, Resource } from '#contract/rules/keys.ts';

/** What the keys in the paths of screens identify, by their names; a malformed one makes the URL a bad request. */
export const pathKeys = {
  accountKey: 'account',
  stationKey: 'station',
  podcastKey: 'podcast',
  episodeKey: 'episode',
  campaignId: 'campaign',
  playerKey: 'player',
} as const satisfies Record<string, Resource>;

/** What else may be in a path, which only the server can check. */
type PathNames = 'requestId' | 'token' | 'userId' | 'postKey' | 'partnerSlug';

/** Every parameter that a path may have, with its type. */
export type PathParams = { [K in keyof typeof pathKeys]: KeyTypes[(typeof pathKeys)[K]] } & Record<PathNames, string>;
