import type { EpisodeStitcher } from '#server/engines/audio/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { podcastAds } from '#server/platform/settings.ts';
import { announcePlan } from '../campaigns.events.ts';
import { planCampaigns } from '../plan/plan.repo.ts';
import { episodesWithoutIndex, saveIndex, unindexedAudio, type UnindexedEpisode } from './podcast-spots.repo.ts';

export type IndexDeps = Pick<Kernel, 'db' | 'storage' | 'clock' | 'events'> & { stitcher: EpisodeStitcher };

/** Campaigns that begin so soon are prepared for. */
const aheadMs = 6 * 3_600_000;

/**
 * The episodes in which a running campaign may play and whose frames are not known, the latest first. None while the portal
 * allows no spots in podcasts, or no campaign runs.
 */
export const episodesToIndex = async ({
  db,
  clock,
}: Pick<IndexDeps, 'db' | 'clock'>): Promise<{ episodes: UnindexedEpisode[]; hasMore: boolean }> => {
  const none = { episodes: [], hasMore: false };
  if (!(await podcastAds(db)).enabled) return none;
  const campaigns = (await planCampaigns(db, clock.now(), aheadMs)).filter(({ attempts }) => attempts.length > 0);
  if (campaigns.length === 0) return none;
  const isOfNetwork = campaigns.some(({ network }) => network);
  return await episodesWithoutIndex(db, isOfNetwork ? null : [...new Set(campaigns.map((one) => one.account_key))]);
};

/** Finds where the frames are in the audio of an episode, and asks for spots in its format if it is the first in it. */
export const indexEpisode = async (
  { db, storage, stitcher, events }: IndexDeps,
  episode: UnindexedEpisode,
): Promise<void> => {
  const audio = await unindexedAudio(db, episode);
  if (!audio) return;
  const index = await stitcher.index(await storage.read(audio.file));
  await db.transaction().execute(async (tx) => {
    const isNewFormat = await saveIndex(tx, episode, index?.end === audio.size ? index : undefined);
    if (isNewFormat) await announcePlan(events, tx);
  });
};
