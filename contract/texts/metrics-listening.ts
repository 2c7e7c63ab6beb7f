import type { Metric } from './metrics.ts';

const slices = 'slices (parts of sessions, cut every quarter of an hour), added up by minute, quarter and hour';

/** Metrics of listening to stations: live, streaming and portal-wide. */
export const listeningMetrics = {
  listeners: {
    label: 'Listeners now',
    definition: 'Players connected right now.',
    formula: 'count of open sessions',
    source: 'the streaming engine',
  },
  countriesNow: {
    label: 'Countries',
    definition: 'Countries that players connect from right now, by IP address.',
    formula: 'count of distinct countries of open sessions',
    source: 'the streaming engine',
  },
  stationsHeard: {
    label: 'Stations heard',
    definition: 'Stations with at least one listener right now.',
    formula: 'count of distinct stations of open sessions',
    source: 'the streaming engine',
  },
  peak: {
    label: 'Peak',
    definition: 'The highest number of listeners in any one minute. A session counts in each minute it was open.',
    formula: 'max over minutes of count(sessions that overlap the minute)',
    source: 'listening_minutes',
  },
  average: {
    label: 'Average listeners',
    definition: 'Average number of simultaneous listeners: listening time divided by the time elapsed in the period.',
    formula: 'listening_time ÷ elapsed seconds of the period',
    source: 'listening_buckets; report_cache for completed days',
  },
  connections: {
    label: 'Sessions',
    definition: 'Sessions active during the period, including those that began before it.',
    formula: 'connected + sessions open when the period began; per station, then added up',
    source: slices,
  },
  uniques: {
    label: 'Unique listeners',
    definition:
      'Different listeners: each combination of IP address and player counts once, however often it connects. Exact up to 65,536 listeners; estimated for reports of more than 200,000 sessions, nearly always to within 3%.',
    formula: 'count of distinct keyed hashes of IP address (IPv6: its /64 network) and user agent',
    source:
      'sketches of listening_buckets and audience_buckets, stored ones for completed days; by minute, the slices themselves',
    error:
      'Reports of up to 200,000 sessions (including the comparison period): exact up to 65,536 listeners; above that the standard error is 0.4%. Larger reports: 1.15% by time and station, 1.6% by audience dimension, so 95 of 100 values are within 2.3% and 3.2%; exact by minute.',
  },
  listening_time: {
    label: 'Listening',
    definition: 'Total time that all listeners spent listening. Current sessions count up to now.',
    formula: 'sum(until − since) of all slices, each within its time bucket',
    source: slices,
  },
  sessionAverage: {
    label: 'Average session',
    definition: 'Listening time divided by the sessions of the period, in minutes.',
    formula: 'listening_time ÷ 60 ÷ connections',
    source: 'listening_buckets; report_cache for completed days',
  },
  minutes: {
    label: 'Minutes',
    definition: 'Listening time in whole minutes.',
    formula: 'listening_time ÷ 60',
    source: 'listening_buckets; report_cache for completed days',
  },
  connected: {
    label: 'Connected',
    definition: 'Sessions that began in the period.',
    formula: 'count of first slices',
    source: slices,
  },
  disconnected: {
    label: 'Disconnected',
    definition: 'Sessions that ended in the period.',
    formula: 'count of last slices',
    source: slices,
  },
  impressions: {
    label: 'Impressions',
    definition: 'Spots that started playing to a stream listener.',
    formula: 'count of spots at quartile 0',
    source: 'spots',
  },
  thirdQuartile: {
    label: 'Third quartile',
    definition: 'Spots that a stream listener heard to at least 75%.',
    formula: 'count of spots at quartile 3',
    source: 'spots',
  },
  country: {
    label: 'Country',
    definition: 'Where listeners are, by the country of their IP address.',
    formula: 'all slices of the period by country',
    source: 'audience_buckets; report_cache for completed days',
  },
  city: {
    label: 'City',
    definition: 'Where listeners are, by the city of their IP address. Top 100 by listening time.',
    formula: 'all slices of the period by country, region and city',
    source: 'audience_buckets; report_cache for completed days',
    error:
      'IP addresses are located to a city near the listener, not always the right one; on mobile networks often to the operator’s city.',
  },
  device: {
    label: 'Device',
    definition: 'The kind of device listeners use, based on the player’s user agent.',
    formula: 'all slices of the period by device',
    source: 'audience_buckets; report_cache for completed days',
  },
  player: {
    label: 'Player',
    definition: 'The player listeners use, based on its user agent.',
    formula: 'all slices of the period by player',
    source: 'audience_buckets; report_cache for completed days',
  },
  system: {
    label: 'System',
    definition: 'The player’s operating system, based on its user agent.',
    formula: 'all slices of the period by system',
    source: 'audience_buckets; report_cache for completed days',
  },
  output: {
    label: 'Output',
    definition: 'How listeners connected: to the stream itself, by HLS, or through a relay.',
    formula: 'all slices of the period by output',
    source: 'audience_buckets; report_cache for completed days',
  },
  referer: {
    label: 'Website',
    definition: 'Website hosting the player (referrer). Empty if the player sends none.',
    formula: 'all slices of the period by the host of the referring page',
    source: 'audience_buckets; report_cache for completed days',
  },
  sessionLength: {
    label: 'Session length',
    definition: 'Full length of the sessions that ended in the period.',
    formula: 'count of last slices by until − started',
    source: 'audience_buckets; report_cache for completed days',
  },
  left: {
    label: 'Tuned out',
    definition: 'Listeners whose session ended while this was playing.',
    formula: 'count of last slices, by the track playing when they ended',
    source: 'slices and plays',
  },
  heardBy: {
    label: 'Heard by',
    definition: 'Sessions that heard any part of this, added up over all its plays in the period.',
    formula: 'sum over plays of count(sessions that overlap the play)',
    source: 'slices and plays',
  },
  leavingRate: {
    label: 'Tune-out rate',
    definition: 'Share of listeners who tuned out while this was playing.',
    formula: 'tuned out ÷ heard by',
    source: 'slices and plays',
  },
} as const satisfies Record<string, Metric>;
