import type { EpisodeKey } from '#contract/keys.ts';
import { useEpisodePlace } from '#web/parts/podcast-place.ts';

/** Where the pages of episodes stand, and the paths of each: below an account's podcast or below a station's. */
export const usePlace = () => {
  const place = useEpisodePlace();
  const list = `${place.path}/episodes`;
  return {
    ...place,
    list,
    create: `${list}/create`,
    episode: (key: EpisodeKey): string => `${list}/${key}`,
    edit: (key: EpisodeKey): string => `${list}/${key}/edit`,
  };
};
