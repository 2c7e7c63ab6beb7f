import type { Wording } from '#contract/brand.ts';

/** The nouns of texts that are kept, which every brand's people read. */
export const plainWording: Wording = {
  Podcast: 'Podcast',
  podcast: 'podcast',
  Podcasts: 'Podcasts',
  podcasts: 'podcasts',
  AutoDJ: 'Auto DJ',
};
