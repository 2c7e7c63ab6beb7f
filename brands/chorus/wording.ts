import type { Wording } from '#contract/rules/brand.ts';

/** The nouns of the brand with microsites and partners. */
export const wording: Wording = {
  Podcast: 'Podcast',
  podcast: 'podcast',
  Podcasts: 'Podcasts',
  podcasts: 'podcasts',
  AutoDJ: 'Auto DJ',
};
