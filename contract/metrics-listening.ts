import type { Metric } from './metrics.ts';

const slices = 'slices (stretches of sessions, cut at each quarter of an hour), summed up by minute, quarter and hour';

/** What listening to stations is measured by: live, streaming, and the portal's own. */
export const listeningMetrics = {
  listeners: {
    label: 'Listeners now',
    definition: 'Players connected at this moment.',
    formula: 'count of open sessions',
    source: 'the streaming engine',
  },
  countriesNow: {
    label: 'Countries',
    definition: 'Countries that players connect from at this moment, by network address.',
    formula: 'count of different countries of open sessions',
    source: 'the streaming engine',
  },
  stationsHeard: {
    label: 'Stations heard',
    definition: 'Stations that somebody listens to right now.',
    formula: 'count of different stations of open sessions',
    source: 'the streaming engine',
  },
  peak: {
    label: 'Peak',
    definition: 'The most listeners within one minute: sessions that were open at any moment of it.',
    formula: 'max over minutes of count(sessions that touch the minute)',
    source: 'minute_sums',
  },
  average: {
    label: 'Average listeners',
    definition:
      'Listeners at the same time on average: listening time divided by the time that has passed of the period.',
    formula: 'listening_time ÷ seconds of the period up to now',
    source: 'quarter_sums, kept_counts for days that are over',
  },
  connections: {
    label: 'Sessions',
    definition:
      'Sessions that were open in the period: those that began in it and those that were there when it began.',
    formula: 'connected + sessions open when the period began; each station on its own, then added up',
    source: slices,
  },
  uniques: {
    label: 'Unique listeners',
    definition:
      'Different listeners: a network address with a player counts once, however often it came. Exact where the report is about at most 65,536; reports of more than 200,000 sessions estimate them, nearly always to within three per cent.',
    formula: 'count of different keyed hashes of address (IPv6: its /64 network) and user agent',
    source:
      'the sketches of quarter_sums, day_sums and audience_hours, kept ones for days that are over; by the minute the slices themselves',
    error:
      'Reports of up to 200,000 sessions (the period compared with included): exact to 65,536 listeners, above it the standard error is 0.4 %. Of more: 1.15 % for times and stations, 1.6 % for parts of the audience, so that 95 of 100 numbers are within 2.3 and 3.2 %; by the minute exact.',
  },
  listening_time: {
    label: 'Listening',
    definition: 'The time all listeners spent listening, added up. Who listens right now counts up to this moment.',
    formula: 'sum(until − since) of all slices, each within its slot of time',
    source: slices,
  },
  sessionAverage: {
    label: 'Average session',
    definition: 'Listening time divided by the sessions of the period, in minutes.',
    formula: 'listening_time ÷ 60 ÷ connections',
    source: 'quarter_sums, kept_counts for days that are over',
  },
  minutes: {
    label: 'Minutes',
    definition: 'Listening time in whole minutes.',
    formula: 'listening_time ÷ 60',
    source: 'quarter_sums, kept_counts for days that are over',
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
    definition: 'Spots that began to play to a listener of a stream.',
    formula: 'count of spots at quartile 0',
    source: 'spots',
  },
  thirdQuartile: {
    label: 'Heard to three quarters',
    definition: 'Spots that a listener of a stream heard at least to three quarters.',
    formula: 'count of spots at quartile 3',
    source: 'spots',
  },
  country: {
    label: 'Country',
    definition: 'Where listeners are, by the country of their network address.',
    formula: 'all slices of the period by country',
    source: 'audience_hours, kept_audience for days that are over',
  },
  city: {
    label: 'City',
    definition: 'Where listeners are, by the city of their network address; the hundred that listened longest.',
    formula: 'all slices of the period by country, region and city',
    source: 'audience_hours, kept_audience for days that are over',
    error:
      'An address leads to a city near its listener, not always to the right one; of mobile networks often to that of the operator.',
  },
  device: {
    label: 'Device',
    definition: 'What listeners hear with, by what their player says of itself.',
    formula: 'all slices of the period by device',
    source: 'audience_hours, kept_audience for days that are over',
  },
  player: {
    label: 'Player',
    definition: 'The program listeners hear with, by what it says of itself.',
    formula: 'all slices of the period by player',
    source: 'audience_hours, kept_audience for days that are over',
  },
  system: {
    label: 'System',
    definition: 'The operating system of the player, by what it says of itself.',
    formula: 'all slices of the period by system',
    source: 'audience_hours, kept_audience for days that are over',
  },
  output: {
    label: 'Output',
    definition: 'How the sound was fetched: the stream itself, HLS, or through a relay.',
    formula: 'all slices of the period by output',
    source: 'audience_hours, kept_audience for days that are over',
  },
  referer: {
    label: 'Website',
    definition: 'The website whose player listeners used; empty where the player names none.',
    formula: 'all slices of the period by the host of the referring page',
    source: 'audience_hours, kept_audience for days that are over',
  },
  sessionLength: {
    label: 'Session length',
    definition: 'How long the sessions lasted that ended in the period, from their first moment to their last.',
    formula: 'count of last slices by until − started',
    source: 'audience_hours, kept_audience for days that are over',
  },
  left: {
    label: 'Left',
    definition: 'Listeners whose session ended while this played.',
    formula: 'count of last slices, each with the play that was on when it ended',
    source: 'slices and plays',
  },
  heardBy: {
    label: 'Heard by',
    definition: 'Sessions that heard at least a moment of this, all its plays of the period added up.',
    formula: 'sum over plays of count(sessions that touch the play)',
    source: 'slices and plays',
  },
  leavingRate: {
    label: 'Share that left',
    definition: 'Of those who heard a moment of this, how many left while it played.',
    formula: 'left ÷ heard by',
    source: 'slices and plays',
  },
} as const satisfies Record<string, Metric>;
