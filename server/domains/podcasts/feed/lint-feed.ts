import type { FeedFinding } from '#contract/podcast-feed.ts';
import type { EpisodesTable } from '#server/kernel/db/podcast-tables.ts';
import type { Selectable } from 'kysely';
import type { FeedPodcast } from './feed.repo.ts';
import { lintChannel } from './lint-channel.ts';
import { lintEpisodes } from './lint-episodes.ts';

/** What is looked at of an episode, whether it is in the feed or not. */
export type LintedEpisode = Pick<
  Selectable<EpisodesTable>,
  | 'key'
  | 'title'
  | 'description'
  | 'summary'
  | 'subtitle'
  | 'season'
  | 'episode'
  | 'episode_type'
  | 'published'
  | 'publish_date'
  | 'audio'
  | 'audio_ms'
  | 'audio_size'
  | 'upload_status'
  | 'transcript_type'
> & { chapters: number };

export type LintedFeed = {
  podcast: FeedPodcast;
  episodes: readonly LintedEpisode[];
  /** Of the logo as directories would fetch it; undefined where there is none. */
  art: { width: number; height: number } | undefined;
  feedUrl: string;
  wording: { podcast: string; Podcast: string };
  now: Date;
};

/** What a rule found: which, how bad, what it is, what to do, and the field it is about. */
export type Found = Omit<FeedFinding, 'episode'> & Partial<Pick<FeedFinding, 'episode'>>;

const order = { refused: 0, warning: 1, advice: 2 };

/** What directories would say of a feed (PSP-1, Apple, Spotify), the worst first. Nothing is looked up: it says the same of the same. */
export const lintFeed = (feed: LintedFeed): FeedFinding[] =>
  [...lintChannel(feed), ...lintEpisodes(feed)]
    .map((found) => ({ episode: null, ...found }))
    .toSorted((a, b) => order[a.severity] - order[b.severity]);
