import type { Metric } from './metrics.ts';

const heard = 'plays and sources (what was played, and until when) with the slices of sessions';

/** What recordings are counted by for royalty reports. */
export const royaltyMetrics = {
  performances: {
    label: 'Performances',
    definition:
      'Each listener who heard any part of a play of a recording, counted once a play. Who listens right now counts.',
    formula:
      'per play: sessions with since < end of the play and until > its begin; a play lasts until the next one, until its source is lost, until the track is over, at most 20 minutes where its length is not known',
    source: heard,
  },
  recordings: {
    label: 'Recordings',
    definition:
      'Different recordings that were played: artist, title, album, label and ISRC alike. Jingles, speech and what came without a title are left out.',
    formula: 'count of different (artist, title, album, label, isrc), whatever their capitals',
    source: heard,
  },
  aggregateTuningHours: {
    label: 'Tuning hours',
    definition: 'Aggregate tuning hours: all hours that listeners listened in the period, whatever played.',
    formula: 'sum(until − since) of all slices within the period ÷ 3,600 s',
    source: 'slices of sessions',
  },
  identified: {
    label: 'Identified',
    definition: 'The share of performances whose recording has an ISRC, or an album and a label.',
    formula: 'performances with isrc or (album and label) ÷ performances',
    source: heard,
  },
} as const satisfies Record<string, Metric>;
