import type { Wording } from '#contract/rules/brand.ts';

/** The nouns of the default brand. */
export const wording: Wording = {
  Podcast: 'Podcast',
  podcast: 'podcast',
  Podcasts: 'Podcasts',
  podcasts: 'podcasts',
  AutoDJ: 'Auto DJ',
};
