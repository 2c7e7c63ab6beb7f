import { sql, type Selectable } from 'kysely';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { EpisodeAds, PodcastAds } from '#contract/api/podcast-ads.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PodcastAdsTable } from '../distribution/distribution.tables.ts';

const columns = [
  ...(['enabled', 'pre_roll', 'mid_roll', 'post_roll'] as const),
  ...(['mid_rule', 'interval_minutes'] as const),
] as const;

/** A podcast's ad settings; undefined if none were ever saved. */
export const findPodcastAds = async (db: Db | Tx, podcast: PodcastKey): Promise<PodcastAds | undefined> =>
  await db.selectFrom('podcast_ads').select(columns).where('podcast_key', '=', podcast).executeTakeFirst();

export const savePodcastAds = async (db: Db, podcast: PodcastKey, ads: PodcastAds, now: Date): Promise<void> => {
  const row = { ...ads, updated: now } satisfies Omit<Selectable<PodcastAdsTable>, 'podcast_key'>;
  await db
    .insertInto('podcast_ads')
    .values({ podcast_key: podcast, ...row })
    .onConflict((conflict) => conflict.column('podcast_key').doUpdateSet(row))
    .execute();
};

/** An episode's own ad settings; undefined if none were ever saved. */
export const findEpisodeAds = async (db: Db | Tx, episode: EpisodeKey): Promise<EpisodeAds | undefined> =>
  await db.selectFrom('episode_ads').select(['opt_out', 'own']).where('episode_key', '=', episode).executeTakeFirst();

export const saveEpisodeAds = async (
  db: Db,
  episode: EpisodeKey,
  { opt_out, own }: EpisodeAds,
  now: Date,
): Promise<void> => {
  const row = { opt_out, own: own && JSON.stringify(own), updated: now };
  await db
    .insertInto('episode_ads')
    .values({ episode_key: episode, ...row })
    .onConflict((conflict) => conflict.column('episode_key').doUpdateSet(row))
    .execute();
};

/**
 * Duration and chapter starts of an episode in seconds, which limit where spots can go; undefined if it doesn't exist.
 */
export const findTimeline = async (
  db: Db,
  episode: EpisodeKey,
): Promise<{ duration: number; chapters: { start: number }[] } | undefined> => {
  const row = await db
    .selectFrom('episodes')
    .select(['audio_ms', 'chapters'])
    .where('key', '=', episode)
    .executeTakeFirst();
  return row && { duration: row.audio_ms / 1000, chapters: row.chapters };
};

/** What the markers of these episodes follow from; `podcast` is undefined if its settings were never saved. */
export const findAdsOfEpisodes = async (
  db: Db,
  episodes: readonly EpisodeKey[],
): Promise<
  {
    key: EpisodeKey;
    timeline: { duration: number; chapters: { start: number }[] };
    podcast: PodcastAds | undefined;
    own: EpisodeAds;
  }[]
> => {
  if (episodes.length === 0) return [];
  const rows = await db
    .selectFrom('episodes')
    .leftJoin('podcast_ads', 'podcast_ads.podcast_key', 'episodes.podcast_key')
    .leftJoin('episode_ads', 'episode_ads.episode_key', 'episodes.key')
    .select(['episodes.key', 'episodes.audio_ms', 'episodes.chapters', 'episode_ads.opt_out', 'episode_ads.own'])
    .select(columns.map((name) => `podcast_ads.${name}` as const))
    .where(sql<boolean>`episodes.key = any(${episodes}::text[])`)
    .execute();
  return rows.map(({ key, audio_ms, chapters, opt_out, own, ...ads }) => ({
    key,
    timeline: { duration: audio_ms / 1000, chapters },
    podcast: ads.enabled === null ? undefined : (ads as PodcastAds),
    own: { opt_out: opt_out ?? false, own },
  }));
};
