import type { Metric } from './metrics.ts';

const appSessions = 'app_sessions (first and last event of each session and day, from what applications report)';
const calls = 'calls (one row for each call)';
const sketch = 'Exact to 65,536; above it the standard error is 0.4 %, so that 99 of 100 numbers are within 1 %.';

/** What listening in mobile applications is measured by. */
export const appMetrics = {
  appSessions: {
    label: 'App sessions',
    definition: 'Sessions in your applications that were open in the period, whether or not they began in it.',
    formula: 'count of different (session, installation, station, platform) whose time touches the period',
    source: appSessions,
  },
  appMinutes: {
    label: 'App minutes',
    definition:
      'From the first event of a session to its end, or to 60 seconds after the last heartbeat where no end was reported. What lies in the period counts.',
    formula:
      'sum of (end, else last event + 60 s) − first event, within the period, ÷ 60 s; a silence of more than a day is left out',
    source: appSessions,
  },
  appUniques: {
    label: 'App listeners',
    definition: 'Different installations of your applications that played something, by platform and together.',
    formula: 'count of different keyed hashes of the installation that the application names',
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

/** What listening by telephone is measured by. */
export const callMetrics = {
  calls: {
    label: 'Calls',
    definition: 'Calls to the numbers of your stations that began in the period, answered or not.',
    formula: 'count of different calls by the time they began',
    source: calls,
  },
  callsAnswered: {
    label: 'Answered calls',
    definition: 'Calls of the period that were put through to the stream.',
    formula: 'count of calls with a time of answer',
    source: calls,
  },
  callMinutes: {
    label: 'Call minutes',
    definition: 'Time from answer to hanging up. All of a call counts where it began, so that days add up.',
    formula: 'sum(ended − answered) of calls that were answered ÷ 60 s',
    source: calls,
  },
  callers: {
    label: 'Callers',
    definition: 'Different telephone numbers that called; those that hide their number count as one.',
    formula: "count of different keyed hashes of the caller's number",
    source: calls,
    error: sketch,
  },
  callAverage: {
    label: 'Average call',
    definition: 'The time of answered calls divided by how many there were.',
    formula: 'sum(ended − answered) ÷ answered',
    source: calls,
  },
} as const satisfies Record<string, Metric>;
