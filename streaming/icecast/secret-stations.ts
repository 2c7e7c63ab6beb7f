import type { StationDesired } from '#contract/engine/engine.ts';

type Key = StationDesired['key'];
export type AllStations = { keys(): Iterable<Key>; desired(key: Key): StationDesired | undefined };

const rescanMs = 1000;

/**
 * Finds the station of a secret, as it is now. An unknown secret triggers a scan of all stations at most once a second,
 * so that wrong secrets are cheap, and new ones are known soon.
 */
export const secretStations = (
  stations: AllStations,
  now: () => number = Date.now,
): ((secret: string) => StationDesired | undefined) => {
  let keys = new Map<string, Key>();
  let readAt = Number.NEGATIVE_INFINITY;
  const lookUp = (secret: string): StationDesired | undefined => {
    const key = keys.get(secret);
    const found = key && stations.desired(key);
    return found?.relay_secret === secret ? found : undefined;
  };
  return (secret) => {
    const found = lookUp(secret);
    if (found || now() - readAt < rescanMs) return found;
    readAt = now();
    keys = new Map([...stations.keys()].map((key) => [stations.desired(key)?.relay_secret ?? '', key]));
    return lookUp(secret);
  };
};
