import type { Audience } from '#contract/audience.ts';
import type { LiveNow, LiveStation } from './queries.ts';

/**
 * The stations that were asked for with who listens now, the most first. A push names those with the most listeners:
 * where it names all that are heard, the other ones have none; where it doesn't, theirs is the number last asked.
 */
export const stationsNow = (asked: LiveNow | undefined, told: Audience | undefined): LiveStation[] => {
  if (!asked || !told) return asked?.stations ?? [];
  const counts = new Map(told.stations.map(({ key, listeners }) => [key, listeners]));
  const isWhole = told.heard <= counts.size;
  return asked.stations
    .map((station) => ({ ...station, listeners: counts.get(station.key) ?? (isWhole ? 0 : station.listeners) }))
    .sort((one, other) => other.listeners - one.listeners);
};
