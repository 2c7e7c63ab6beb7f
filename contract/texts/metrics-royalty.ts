import type { Metric } from './metrics.ts';

const playsAndSlices = 'plays and sources (what played, and until when) joined with session slices';

/** Metrics of recordings for royalty reports. */
export const royaltyMetrics = {
  performances: {
    label: 'Performances',
    definition:
      'Each listener who heard any part of a play of a recording, counted once per play. Current listeners are included.',
    formula:
      'per play: sessions with since < end of the play and until > its begin; a play lasts until the next one, until its source is lost or until the track ends, at most 20 minutes if its length is unknown',
    source: playsAndSlices,
  },
  recordings: {
    label: 'Recordings',
    definition:
      'Different recordings that played, distinguished by artist, title, album, label and ISRC. Jingles, speech and untitled audio are left out.',
    formula: 'count of distinct (artist, title, album, label, isrc), ignoring case',
    source: playsAndSlices,
  },
  aggregateTuningHours: {
    label: 'Tuning hours',
    definition: 'Aggregate tuning hours: total hours of listening in the period, including all content.',
    formula: 'sum(until − since) of all slices within the period ÷ 3,600 s',
    source: 'session slices',
  },
  identified: {
    label: 'Identified',
    definition: 'Share of performances whose recording has an ISRC, or both an album and a label.',
    formula: 'performances with isrc or (album and label) ÷ performances',
    source: playsAndSlices,
  },
} as const satisfies Record<string, Metric>;
