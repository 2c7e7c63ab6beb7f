import type { Selectable } from 'kysely';
import type { FeedFinding } from '#contract/api/podcast-feed.ts';
import type { EpisodesTable } from '../podcasts.tables.ts';
import type { FeedPodcast } from './feed.repo.ts';
import { lintChannel } from './lint-channel.ts';
import { lintEpisodes } from './lint-episodes.ts';

/** The columns of an episode that are checked, whether it is in the feed or not. */
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
  /** Pixel size of the logo as directories fetch it; undefined without a logo. */
  art: { width: number; height: number } | undefined;
  feedUrl: string;
  wording: { podcast: string; Podcast: string };
  now: Date;
};

/** A finding of one rule: severity, code, what is wrong, how to fix it, and the field concerned. */
export type LintFinding = Omit<FeedFinding, 'episode'> & Partial<Pick<FeedFinding, 'episode'>>;

const order = { refused: 0, warning: 1, advice: 2 };

/** Checks a feed against the rules of PSP-1, Apple and Spotify; the most severe findings first. A pure function. */
export const lintFeed = (feed: LintedFeed): FeedFinding[] =>
  [...lintChannel(feed), ...lintEpisodes(feed)]
    .map((found) => ({ episode: null, ...found }))
    .toSorted((a, b) => order[a.severity] - order[b.severity]);
