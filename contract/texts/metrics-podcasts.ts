import type { Metric } from './metrics.ts';

/** Metrics of podcasts. */
export const podcastMetrics = {
  downloads: {
    label: 'Downloads',
    definition:
      'One per listener, episode and 24 hours, counted once a minute of audio was sent, or all of a shorter episode.',
    formula: 'count of requests judged `counted`',
    source: 'verdicts on requests for episodes',
  },
  downloadUniques: {
    label: 'Unique listeners',
    definition: 'Different combinations of IP address and app that downloaded something, estimated to within about 1%.',
    formula: 'count of distinct keyed hashes of IP address and user agent of counted downloads',
    source: 'sketches of downloads by quarter of an hour',
    error: 'Exact up to 65,536 listeners; above that the standard error is 0.4%, so 99 of 100 values are within 1%.',
  },
  totalBytes: {
    label: 'Data sent',
    definition: 'All bytes sent for episodes, including to bots and for requests that are not counted as downloads.',
    formula: 'sum(bytes) of all requests',
    source: 'verdicts on requests for episodes',
  },
  requests: {
    label: 'Requests',
    definition: 'All requests for episodes, counted or not. “How we count” explains why.',
    formula: 'count of requests',
    source: 'verdicts on requests for episodes',
  },
} as const satisfies Record<string, Metric>;
