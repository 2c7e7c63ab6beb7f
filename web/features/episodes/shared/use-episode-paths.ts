import type { EpisodeKey } from '#contract/rules/keys.ts';
import { useEpisodeRoute } from '#web/parts/podcast-scope.ts';

/** The scope and paths of the episode pages, under an account's podcast or a station's. */
export const useEpisodePaths = () => {
  const place = useEpisodeRoute();
  const list = `${place.path}/episodes`;
  return {
    ...place,
    list,
    create: `${list}/create`,
    episode: (key: EpisodeKey): string => `${list}/${key}`,
    edit: (key: EpisodeKey): string => `${list}/${key}/edit`,
  };
};
