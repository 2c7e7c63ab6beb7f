import type { Wording } from '#contract/rules/brand.ts';

/** The nouns of the variant that calls podcasts shows (spec §1). */
export const wording: Wording = {
  Podcast: 'Show',
  podcast: 'show',
  Podcasts: 'Shows',
  podcasts: 'shows',
  AutoDJ: 'Fallover Playlist',
};
