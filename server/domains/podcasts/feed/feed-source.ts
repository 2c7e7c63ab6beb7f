import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { FeedEpisode, FeedPodcast } from './feed.repo.ts';

/** An upcoming or current broadcast of the recording schedule. */
export type LiveItem = { id: string; title: string; begin: Date; end: Date; streamUrl: string };

/** How often episodes are published according to the recording schedule: an RFC 5545 rule and its description. */
export type UpdateFrequency = { rule: string; words: string };

/** All data of a feed at one point in time. */
export type FeedSource = {
  podcast: FeedPodcast;
  /** Published by now, the newest first. */
  episodes: readonly FeedEpisode[];
  /** The current and the next broadcasts. */
  live: readonly LiveItem[];
  frequency: UpdateFrequency | undefined;
  addresses: FeedUrls;
  now: Date;
  /** When the feed last changed, or may have changed. */
  changed: Date;
  /** When its content was last edited; edits of drafts don't count. */
  built: Date;
};

/** URLs of a feed and of what it links to. */
export type FeedUrls = {
  feed: string;
  page: string;
  hub: string | undefined;
  usesPodping: boolean;
  /** The product's name, for the `generator` element. */
  generator: string;
  art(name: string | null): string | null;
  episode(key: EpisodeKey): { page: string; file: string; chapters: string; transcript(type: string): string };
};
