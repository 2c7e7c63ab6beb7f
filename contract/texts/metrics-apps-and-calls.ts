import type { Metric } from './metrics.ts';

const appSessions = 'app_sessions (first and last event of each session and day, as reported by apps)';
const calls = 'calls (one row for each call)';
const sketch = 'Exact up to 65,536; above that the standard error is 0.4%, so 99 of 100 values are within 1%.';

/** Metrics of listening in mobile apps. */
export const appMetrics = {
  appSessions: {
    label: 'App sessions',
    definition: 'Sessions in your apps that were active in the period, including those that began before it.',
    formula: 'count of distinct (session, installation, station, platform) that overlap the period',
    source: appSessions,
  },
  appMinutes: {
    label: 'App minutes',
    definition:
      'Time from the first event of a session to its end, or to 60 seconds after the last heartbeat if no end was reported. Only the part within the period counts.',
    formula:
      'sum of (end, else last event + 60 s) − first event, within the period, ÷ 60 s; gaps of more than a day are left out',
    source: appSessions,
  },
  appUniques: {
    label: 'App listeners',
    definition: 'Different installations of your apps that played something, by platform and in total.',
    formula: 'count of distinct keyed hashes of the installation that the app reports',
    source: appSessions,
    error: sketch,
  },
  appSessionAverage: {
    label: 'Average session',
    definition: 'App minutes divided by app sessions.',
    formula: 'minutes ÷ sessions',
    source: appSessions,
  },
} as const satisfies Record<string, Metric>;

/** Metrics of listening by telephone. */
export const callMetrics = {
  calls: {
    label: 'Calls',
    definition: 'Calls to your stations’ numbers that began in the period, answered or not.',
    formula: 'count of distinct calls by start time',
    source: calls,
  },
  callsAnswered: {
    label: 'Answered calls',
    definition: 'Calls in the period that were connected to the stream.',
    formula: 'count of calls with an answer time',
    source: calls,
  },
  callMinutes: {
    label: 'Call minutes',
    definition: 'Time from answer to hang-up. The whole call counts at its start time, so days add up.',
    formula: 'sum(ended − answered) of answered calls ÷ 60 s',
    source: calls,
  },
  callers: {
    label: 'Callers',
    definition: 'Different phone numbers that called. All hidden numbers count as one.',
    formula: "count of distinct keyed hashes of the caller's number",
    source: calls,
    error: sketch,
  },
  callAverage: {
    label: 'Average call',
    definition: 'Total time of answered calls divided by their number.',
    formula: 'sum(ended − answered) ÷ answered',
    source: calls,
  },
} as const satisfies Record<string, Metric>;
