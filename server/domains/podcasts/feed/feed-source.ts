import type { EpisodeKey } from '#contract/keys.ts';
import type { FeedEpisode, FeedPodcast } from './feed.repo.ts';

/** A broadcast of the recording schedule that is to come or is on. */
export type LiveItem = { id: string; title: string; begin: Date; end: Date; streamUrl: string };

/** How often episodes come, as the recording schedule says (an RFC 5545 rule and its words). */
export type UpdateFrequency = { rule: string; words: string };

/** Everything a feed is made of, as it is at one moment. */
export type FeedSource = {
  podcast: FeedPodcast;
  /** Those that are published by now, the newest first. */
  episodes: readonly FeedEpisode[];
  /** Begun, or the next to come. */
  live: readonly LiveItem[];
  frequency: UpdateFrequency | undefined;
  addresses: FeedAddresses;
  now: Date;
  /** When the feed was last another, or might have been. */
  changed: Date;
  /** When what is in it was last written: an edit of a draft is none of it. */
  built: Date;
};

/** Where the parts of a feed are had. */
export type FeedAddresses = {
  feed: string;
  page: string;
  hub: string | undefined;
  usesPodping: boolean;
  /** The product's name, as what made the feed. */
  generator: string;
  art(name: string | null): string | null;
  episode(key: EpisodeKey): { page: string; file: string; chapters: string; transcript(type: string): string };
};
