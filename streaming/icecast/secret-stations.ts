import type { StationDesired } from '#contract/engine.ts';

type Key = StationDesired['key'];
export type AllStations = { keys(): Iterable<Key>; desired(key: Key): StationDesired | undefined };

const againMs = 1000;

/**
 * Finds the station of a secret, as it is now. What isn't known is looked for among all stations at most once a second,
 * so that a wrong secret costs nothing, and a new one is known soon.
 */
export function secretStations(
  stations: AllStations,
  now: () => number = Date.now,
): (secret: string) => StationDesired | undefined {
  let keys = new Map<string, Key>();
  let readAt = Number.NEGATIVE_INFINITY;
  const known = (secret: string): StationDesired | undefined => {
    const key = keys.get(secret);
    const found = key && stations.desired(key);
    return found?.relay_secret === secret ? found : undefined;
  };
  return (secret) => {
    const found = known(secret);
    if (found || now() - readAt < againMs) return found;
    readAt = now();
    keys = new Map([...stations.keys()].map((key) => [stations.desired(key)?.relay_secret ?? '', key]));
    return known(secret);
  };
}
