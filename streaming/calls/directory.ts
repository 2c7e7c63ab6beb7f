import type { Bus, StationHead } from '#streaming/bus/batch.ts';

export type Directory = {
  /** The station with this number. */
  find(did: string): StationHead | undefined;
  head(station: string): StationHead | undefined;
  stop(): void;
};

/** The stations' phone numbers, from the heads on the bus; of two stations with a number the first one keeps it. */
export const createDirectory = (bus: Bus): Directory => {
  const heads = new Map<string, StationHead>();
  let stations = new Map<string, string>();
  const update = (): void => {
    const next = new Map<string, string>();
    const claims = [...heads.values()].flatMap(({ station, calls }) =>
      (calls?.numbers ?? []).map(({ did }) => [did, station] as const),
    );
    for (const [did, station] of claims) if (stations.get(did) === station) next.set(did, station);
    for (const [did, station] of claims) if (!next.has(did)) next.set(did, station);
    stations = next;
  };
  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'head') {
      const before = heads.get(message.head.station);
      heads.set(message.head.station, message.head);
      if (before?.calls !== undefined || message.head.calls !== undefined) update();
    }
    if (message.type === 'gone' && heads.delete(message.station)) update();
  });
  return {
    find: (did) => heads.get(stations.get(did) ?? ''),
    head: (station) => heads.get(station),
    stop: unsubscribe,
  };
};
