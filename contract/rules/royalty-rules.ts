/*
 * The requirements of SoundExchange and the statute, as data. The codes are those of 37 CFR 370.4(d)(2)(ii) for
 * internet services; the complement is 17 U.S.C. 114(j)(13).
 */

/** The transmission categories of a report of use, by code. */
export const transmissionCategories = {
  A: 'Eligible nonsubscription, neither a broadcast simulcast nor non-music programming (internet radio)',
  B: 'Eligible nonsubscription, simulcast of a broadcast, not news, talk, sports or business',
  C: 'Eligible nonsubscription, non-music programming: news, talk, sports or business',
  H: 'New subscription service, neither a broadcast simulcast nor non-music programming',
  I: 'New subscription service, simulcast of a broadcast, not news, talk, sports or business',
  J: 'New subscription service, non-music programming: news, talk, sports or business',
  K: 'Business establishment service that makes ephemeral recordings',
} as const;
export type TransmissionCategory = keyof typeof transmissionCategories;
export const categoryCodes = Object.keys(transmissionCategories) as [TransmissionCategory, ...TransmissionCategory[]];

/** The columns of a report of use, in order. */
export const reportColumns = [
  'NAME_OF_SERVICE',
  'TRANSMISSION_CATEGORY',
  'FEATURED_ARTIST',
  'SOUND_RECORDING_TITLE',
  'ISRC',
  'ALBUM_TITLE',
  'MARKETING_LABEL',
  'ACTUAL_TOTAL_PERFORMANCES',
] as const;

/**
 * The sound recording performance complement: the most selections of an album or artist in three hours, and in a row.
 */
export const complement = {
  hours: 3,
  album: { most: 3, inARow: 2 },
  artist: { most: 4, inARow: 3 },
} as const;

/** Under Title 17 the United States include Puerto Rico and the organized territories (17 U.S.C. 101). */
export const unitedStates = ['US', 'PR', 'VI', 'GU', 'MP'] as const;

/** The longest period of a report, days. */
export const longestReportDays = 93;
