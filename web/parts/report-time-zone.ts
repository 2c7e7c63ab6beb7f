import type { Station } from '#contract/api/stations.ts';

/** The time zone of the days of a report: that of its station, or of the oldest station of a whole account. */
export const reportTimeZone = (stations: readonly Station[], station?: Station): string => {
  const oldest = stations.toSorted((one, other) => one.created.localeCompare(other.created))[0];
  return (station ?? oldest)?.default_timezone || 'UTC';
};
