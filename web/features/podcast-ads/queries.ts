import { useQueryClient } from '@tanstack/react-query';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcastAds, type EpisodeAds, type PodcastAds } from '#contract/api/podcast-ads.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const adsQuery = (key: PodcastKey) => endpointQuery(podcastAds.get, { params: { key } });

export const episodeAdsQuery = (podcastKey: PodcastKey, episodeKey: EpisodeKey) =>
  endpointQuery(podcastAds.episode, { params: { podcastKey, episodeKey } });

/** Saves a podcast's ad settings and reloads those of its episodes. */
export const useSetAds = (key: PodcastKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'podcast.updateFailed',
    mutationFn: (body: PodcastAds) => call(podcastAds.set, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (ads) => queries.setQueryData(adsQuery(key).queryKey, ads),
  });
};

/** Saves an episode's spots. */
export const useSetEpisodeAds = (podcastKey: PodcastKey, episodeKey: EpisodeKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'episode.updateFailed',
    mutationFn: (body: EpisodeAds) => call(podcastAds.setEpisode, { params: { podcastKey, episodeKey }, body }),
    onSuccess: (ads) => queries.setQueryData(episodeAdsQuery(podcastKey, episodeKey).queryKey, ads),
  });
};
