import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { adsOf, changeAds, changeEpisodeAds, episodeAdsOf } from './podcast-ads.service.ts';

/** Handlers of the podcast ad settings endpoints. */
export const podcastAdsRoutes = (kernel: Kernel): Handlers<'podcastAds'> => ({
  get: ({ params }) => adsOf(kernel.db, params.key),
  set: ({ params, body }) => changeAds(kernel, params.key, body),
  episode: ({ params }) => episodeAdsOf(kernel.db, params.podcastKey, params.episodeKey),
  setEpisode: ({ params, body }) => changeEpisodeAds(kernel, params.podcastKey, params.episodeKey, body),
});
