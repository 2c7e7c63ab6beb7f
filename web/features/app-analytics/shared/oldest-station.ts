import type { Station } from '#contract/stations.ts';

/** The time zone that an account's statistics are in: that of its oldest station. */
export const zoneOfOldest = (stations: readonly Station[]): string =>
  stations.toSorted((one, other) => one.created.localeCompare(other.created))[0]?.default_timezone || 'UTC';
