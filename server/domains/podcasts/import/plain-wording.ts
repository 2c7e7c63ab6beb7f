import type { Wording } from '#contract/rules/brand.ts';

/** The nouns for stored texts, which are shown under every brand. */
export const plainWording: Wording = {
  Podcast: 'Podcast',
  podcast: 'podcast',
  Podcasts: 'Podcasts',
  podcasts: 'podcasts',
  AutoDJ: 'Auto DJ',
};
