import type { Episode } from '#contract/episode.ts';

/** What stands on the badge of an episode's state, and its colour. */
export const stateWords: Record<Episode['state'], { text: string; color: string }> = {
  draft: { text: 'Draft', color: 'gray' },
  scheduled: { text: 'Scheduled', color: 'yellow' },
  published: { text: 'Published', color: 'green' },
};

export const typeWords: Record<Episode['episode_type'], string> = {
  full: 'Full episode',
  trailer: 'Trailer',
  bonus: 'Bonus',
};

/** `S2 E5`; as much of it as there is. */
export const numberOf = ({ season, episode }: Pick<Episode, 'season' | 'episode'>): string =>
  [season === null ? '' : `S${season}`, episode === null ? '' : `E${episode}`].filter(Boolean).join(' ');

/** Spec §5. */
export const unsavedEpisode = 'You have an unsaved episode. Are you sure you want to leave without saving it?';
