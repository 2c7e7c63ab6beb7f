import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { EpisodeKey } from '../rules/keys.ts';

/** Severity of a finding: directories refuse the feed, part of it won't work as intended, or it could be better. */
export const findingSeverities = ['refused', 'warning', 'advice'] as const;

/** A problem of a feed as directories see it, with advice. */
export const FeedFinding = z.object({
  severity: z.enum(findingSeverities),
  /** The ID of the rule: `channel.image`. */
  code: z.string(),
  what: z.string(),
  fix: z.string(),
  /** The form field of the podcast or episode that fixes it; null if there is none. */
  field: z.nullable(z.string()),
  /** The episode; null if the finding is about the podcast. */
  episode: z.nullable(z.object({ key: EpisodeKey, title: z.string() })),
});
export type FeedFinding = z.infer<typeof FeedFinding>;

export const PodcastFeed = z.object({
  feed_url: z.string(),
  page_url: z.string(),
  guid: z.string(),
  /** Whether the feed is public. */
  published: z.boolean(),
  /** Published episodes, and scheduled ones. */
  episodes: z.number(),
  scheduled: z.number(),
  /** When its content last changed. */
  changed: z.string(),
  new_feed_url: z.string(),
  /** WebSub subscribers, which are notified of new episodes. */
  notices: z.object({ websub: z.boolean(), podping: z.boolean() }),
  findings: z.array(FeedFinding),
});
export type PodcastFeed = z.infer<typeof PodcastFeed>;

export const podcastFeed = {
  get: endpoint('GET podcasts/{key}/feed', {
    access: 'podcast.read',
    summary: "A {podcast}'s feed: its URL, its state, and its validation",
    returns: PodcastFeed,
    spec: 'own',
  }),
  preview: endpoint('GET podcasts/{key}/feed/preview', {
    access: 'podcast.read',
    summary: 'A preview of the feed with its newest episodes, for its editors',
    returns: z.object({ xml: z.string(), episodes: z.number(), of: z.number() }),
    spec: 'own',
  }),
};
