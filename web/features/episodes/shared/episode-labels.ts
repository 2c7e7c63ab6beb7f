import type { Episode } from '#contract/api/episode.ts';

/** The label and colour of an episode's state badge. */
export const stateLabels: Record<Episode['state'], { text: string; color: string }> = {
  draft: { text: 'Draft', color: 'gray' },
  scheduled: { text: 'Scheduled', color: 'yellow' },
  published: { text: 'Published', color: 'green' },
};

export const typeLabels: Record<Episode['episode_type'], string> = {
  full: 'Full episode',
  trailer: 'Trailer',
  bonus: 'Bonus',
};

/** `S2 E5`, without the parts that are missing. */
export const numberOf = ({ season, episode }: Pick<Episode, 'season' | 'episode'>): string =>
  [season === null ? '' : `S${season}`, episode === null ? '' : `E${episode}`].filter(Boolean).join(' ');

/** Spec §5. */
export const unsavedEpisode = 'You have an unsaved episode. Are you sure you want to leave without saving it?';
