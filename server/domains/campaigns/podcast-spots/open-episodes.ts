import type { EpisodeFile } from '#server/domains/podcasts/delivery/arranged.service.ts';
import { episodeAdsOf } from '#server/domains/podcasts/ads/podcast-ads.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { OpenEpisode } from './choose-spots.ts';
import { findEpisode } from './podcast-spots.repo.ts';

const freshMs = 5000;
const maxEntries = 2000;

type Known = { result: Promise<OpenEpisode | undefined>; at: number };

/**
 * Finds the breaks of an episode, by its settings, its podcast's and the portal's; changes take effect within five seconds.
 * Undefined if it has none, or its audio is not indexed.
 */
export const openEpisodes = ({ db }: Pick<Kernel, 'db'>) => {
  const cache = new Map<string, Known>();
  return async (file: EpisodeFile): Promise<OpenEpisode | undefined> => {
    const name = `${file.episode} ${file.hash}`;
    const known = cache.get(name);
    if (known && performance.now() - known.at < freshMs) return await known.result;
    const result = find(db, file);
    if (cache.size >= maxEntries) cache.clear();
    cache.set(name, { result, at: performance.now() });
    result.catch(() => cache.delete(name));
    return await result;
  };
};

const find = async (db: Kernel['db'], { episode, podcast, hash }: EpisodeFile): Promise<OpenEpisode | undefined> => {
  const row = await findEpisode(db, episode, hash);
  if (!row?.index) return undefined;
  const { markers } = await episodeAdsOf(db, podcast, episode);
  return markers.length === 0 ? undefined : { key: episode, podcast, row, index: row.index, markers };
};
