import { useSuspenseQuery } from '@tanstack/react-query';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { useEpisodePaths } from './use-episode-paths.ts';

/** Whether the user may add and change episodes of the current podcast; includes the team of its station. */
export const useMayChange = (): boolean => {
  const { accountKey, podcastKey } = useEpisodePaths();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  return useMay('podcast.addEpisode', {
    accountKey,
    ...(podcast.station_key !== null && { stationKey: podcast.station_key }),
  });
};
