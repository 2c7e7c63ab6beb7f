import { useParams } from '@tanstack/react-router';
import type { AccountKey, EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';

/** The scope of a podcast page: an account or one of its stations. */
export type PodcastScope = { accountKey: AccountKey; stationKey?: StationKey };

/** The path of the podcasts of an account or station. */
export const podcastsPath = ({ accountKey, stationKey }: PodcastScope): string =>
  stationKey === undefined
    ? `/accounts/${accountKey}/podcasts`
    : `/accounts/${accountKey}/stations/${stationKey}/podcasts`;

/** The scope of this page. */
export const usePodcastScope = (): PodcastScope => {
  const { accountKey, stationKey } = useParams({ strict: false }) as PodcastScope;
  return stationKey === undefined ? { accountKey } : { accountKey, stationKey };
};

/** The podcast of this page and the path prefix of its pages: `${path}/episodes`. */
export const usePodcastRoute = (): PodcastScope & { podcastKey: PodcastKey; path: string } => {
  const scope = usePodcastScope();
  const { podcastKey } = useParams({ strict: false }) as { podcastKey: PodcastKey };
  return { ...scope, podcastKey, path: `${podcastsPath(scope)}/${podcastKey}` };
};

/** The same plus the episode of this page. */
export const useEpisodeRoute = (): ReturnType<typeof usePodcastRoute> & { episodeKey: EpisodeKey } => {
  const { episodeKey } = useParams({ strict: false }) as { episodeKey: EpisodeKey };
  return { ...usePodcastRoute(), episodeKey };
};
