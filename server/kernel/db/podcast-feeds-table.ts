import type { Generated } from 'kysely';
import type { PodcastKey } from '#contract/keys.ts';

/** What each podcast's feed is at; written by triggers of the tables it is made of. */
export type PodcastFeedsTable = {
  podcast_key: PodcastKey;
  revision: Generated<number>;
  /** Of each change the second is its own. */
  changed: Generated<Date>;
  /** The feed that hubs and podping were told of last, by its hash. */
  websub: Generated<string>;
  podping: Generated<string>;
};

/** Addresses that feeds had before, in small letters; written by a trigger. */
export type PodcastFormerAddressesTable = { pretty_url: string; podcast_key: PodcastKey };
