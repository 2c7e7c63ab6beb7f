import type { EpisodeKey } from '#contract/keys.ts';
import type { EpisodeStitcher } from '#server/engines/audio/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { podcastAds } from '#server/platform/settings.ts';
import { announcePlan } from '../campaigns.events.ts';
import { planCampaigns } from '../plan/plan.repo.ts';
import { audioOfEpisode, episodesWithoutIndex, saveIndex } from './podcast-spots.repo.ts';

export type IndexDeps = Pick<Kernel, 'db' | 'storage' | 'clock' | 'events'> & { stitcher: EpisodeStitcher };

/** Campaigns that begin so soon are prepared for. */
const aheadMs = 6 * 3_600_000;

/**
 * Finds where the frames are in the episodes in which a running campaign may play, and asks for spots in their formats.
 * Nothing is read while the portal allows no spots in podcasts, or no campaign runs.
 */
export const indexEpisodes = async (deps: IndexDeps): Promise<void> => {
  const { db, clock } = deps;
  if (!(await podcastAds(db)).enabled) return;
  const campaigns = (await planCampaigns(db, clock.now(), aheadMs)).filter(({ attempts }) => attempts.length > 0);
  if (campaigns.length === 0) return;
  const isOfNetwork = campaigns.some(({ network }) => network);
  const accounts = isOfNetwork ? null : [...new Set(campaigns.map(({ account_key }) => account_key))];
  for (;;) {
    const episodes = await episodesWithoutIndex(db, accounts);
    if (episodes.length === 0) return;
    for (const episode of episodes) await indexEpisode(deps, episode);
    await announcePlan(deps.events, db);
  }
};

const indexEpisode = async ({ db, storage, stitcher }: IndexDeps, episode: EpisodeKey): Promise<void> => {
  const audio = await audioOfEpisode(db, episode);
  if (!audio) return;
  const index = await stitcher.index(await storage.read(audio.file));
  await saveIndex(db, episode, audio.hash, index?.end === audio.size ? index : undefined);
};
