import type { Metric } from './metrics.ts';

/** What podcasts are measured by. */
export const podcastMetrics = {
  downloads: {
    label: 'Downloads',
    definition:
      'One for each listener, episode and 24 hours, once a minute of sound was sent, or a shorter episode as a whole.',
    formula: 'count of requests judged `counted`',
    source: 'verdicts on requests for episodes',
  },
  downloadUniques: {
    label: 'Unique listeners',
    definition: 'Different network addresses and apps that downloaded something, estimated to about one per cent.',
    formula: 'count of different keyed hashes of address and user agent of counted downloads',
    source: 'the sketches of downloads by quarter of an hour',
    error: 'Exact to 65,536 listeners; above it the standard error is 0.4 %, so that 99 of 100 numbers are within 1 %.',
  },
  totalBytes: {
    label: 'Data sent',
    definition: 'All bytes of episodes that were sent, also to robots and for requests that are no download.',
    formula: 'sum(bytes) of all requests',
    source: 'verdicts on requests for episodes',
  },
  requests: {
    label: 'Requests',
    definition: 'Everything that was asked for, whether or not it was counted. Why is under “How we count”.',
    formula: 'count of requests',
    source: 'verdicts on requests for episodes',
  },
} as const satisfies Record<string, Metric>;
