import type { Refusals } from './refusals.ts';

/** Podcast directories, and spots in podcasts. */
export const distributionErrors = {
  'distribution.addressNeeded': [
    409,
    'URL needed',
    '{name} cannot be searched from here. Please paste the URL of your listing.',
  ],
  'podcastAds.optOutNotAllowed': [409, 'Spots', 'Spots cannot be turned off for a single {podcast} on this portal.'],
} as const satisfies Refusals;
