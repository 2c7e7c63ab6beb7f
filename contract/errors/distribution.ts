import type { Refusals } from './refusals.ts';

/** Where a podcast is listed, and the spots in it. */
export const distributionErrors = {
  'distribution.addressNeeded': [
    409,
    'Address needed',
    '{name} cannot be searched from here. Please paste the address of the listing.',
  ],
  'podcastAds.optOutNotAllowed': [409, 'Spots', 'Spots cannot be switched off for a single {podcast} here.'],
} as const satisfies Refusals;
