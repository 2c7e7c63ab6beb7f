import { sql, type RawBuilder } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { isPublic } from './episodes.repo.ts';

/** A public episode as a player lists it; `image` is the name of its own picture, or of its podcast's. */
export type PlayableEpisode = {
  key: EpisodeKey;
  title: string;
  podcast: string;
  /** The podcast's name in URLs. */
  pretty_url: string;
  image: string | null;
  audio_ms: number;
  has_chapters: boolean;
};

/** The newest public episodes of a podcast; none if it isn't public. */
export const newestEpisodes = async (
  db: Db,
  podcast: PodcastKey,
  most: number,
  now: Date,
): Promise<PlayableEpisode[]> => {
  const { rows } = await sql<PlayableEpisode>`${playable(now)} and episodes.podcast_key = ${podcast}
    order by coalesce(episodes.publish_date, episodes.created) desc, episodes.key limit ${most}`.execute(db);
  return rows;
};

/** Those of these episodes that are public, in this order. */
export const playableEpisodes = async (db: Db, keys: readonly EpisodeKey[], now: Date): Promise<PlayableEpisode[]> => {
  if (keys.length === 0) return [];
  const { rows } = await sql<PlayableEpisode>`${playable(now)} and episodes.key = any(${[...keys]})`.execute(db);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
};

const playable = (now: Date): RawBuilder<unknown> => sql`
  select episodes.key, episodes.title, shown.title as podcast, shown.pretty_url,
    coalesce(episodes.image, shown.image) as image, episodes.audio_ms,
    jsonb_array_length(episodes.chapters) > 0 as has_chapters
  from episodes join podcasts shown on shown.key = episodes.podcast_key where ${isPublic(now)}`;
