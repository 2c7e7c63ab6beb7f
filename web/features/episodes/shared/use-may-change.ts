import { useSuspenseQuery } from '@tanstack/react-query';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { usePlace } from './use-place.ts';

/** Whether the person may add episodes to the podcast at hand and change them: a station's people, too, where it is a station's. */
export const useMayChange = (): boolean => {
  const { accountKey, podcastKey } = usePlace();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  return useMay('podcast.addEpisode', {
    accountKey,
    ...(podcast.station_key !== null && { stationKey: podcast.station_key }),
  });
};
