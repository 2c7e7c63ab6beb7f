import type { Station } from '#contract/api/stations.ts';

/** The time zone of an account's statistics: that of its oldest station. */
export const reportTimeZone = (stations: readonly Station[]): string =>
  stations.toSorted((one, other) => one.created.localeCompare(other.created))[0]?.default_timezone || 'UTC';
