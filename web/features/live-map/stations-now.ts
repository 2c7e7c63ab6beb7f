import type { Audience } from '#contract/api/audience.ts';
import type { LiveNow, LiveStation } from './queries.ts';

/**
 * The fetched stations with their current listeners, the most first. A push names the top stations: if it names all
 * stations with listeners, the others have none; otherwise the others keep their fetched count.
 */
export const stationsNow = (fetched: LiveNow | undefined, pushed: Audience | undefined): LiveStation[] => {
  if (!fetched || !pushed) return fetched?.stations ?? [];
  const counts = new Map(pushed.stations.map(({ key, listeners }) => [key, listeners]));
  const isComplete = pushed.heard <= counts.size;
  return fetched.stations
    .map((station) => ({ ...station, listeners: counts.get(station.key) ?? (isComplete ? 0 : station.listeners) }))
    .sort((one, other) => other.listeners - one.listeners);
};
