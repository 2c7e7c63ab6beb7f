import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { EpisodeKey } from './keys.ts';

/** Of a finding: directories refuse the feed, or something of it won't be as it is meant, or it could be better. */
export const findingSeverities = ['refused', 'warning', 'advice'] as const;

/** What a directory would say of a feed, and what to do about it. */
export const FeedFinding = z.object({
  severity: z.enum(findingSeverities),
  /** Names the rule: `channel.image`. */
  code: z.string(),
  what: z.string(),
  fix: z.string(),
  /** The field of the settings, or of the episode's form, where it is mended; null where it isn't a field. */
  field: z.nullable(z.string()),
  /** Null where it is the podcast's. */
  episode: z.nullable(z.object({ key: EpisodeKey, title: z.string() })),
});
export type FeedFinding = z.infer<typeof FeedFinding>;

export const PodcastFeed = z.object({
  feed_url: z.string(),
  page_url: z.string(),
  guid: z.string(),
  /** Whether anybody can have it. */
  published: z.boolean(),
  /** Episodes that are in it, and those whose moment is to come. */
  episodes: z.number(),
  scheduled: z.number(),
  /** When it was last another. */
  changed: z.string(),
  new_feed_url: z.string(),
  /** Who is told of new episodes at once. */
  notices: z.object({ websub: z.boolean(), podping: z.boolean() }),
  findings: z.array(FeedFinding),
});
export type PodcastFeed = z.infer<typeof PodcastFeed>;

export const podcastFeed = {
  get: endpoint('GET podcasts/{key}/feed', {
    access: 'podcast.read',
    summary: "A podcast's feed: its address, its state, and what directories would say of it",
    returns: PodcastFeed,
    spec: 'own',
  }),
  preview: endpoint('GET podcasts/{key}/feed/preview', {
    access: 'podcast.read',
    summary: 'The feed as it would be sent now, with its newest episodes, to those who work on it',
    returns: z.object({ xml: z.string(), episodes: z.number(), of: z.number() }),
    spec: 'own',
  }),
};
