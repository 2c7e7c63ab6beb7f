import type { Bus, BusMessage, StationHead } from './batch.ts';

export type JoinedBuses = {
  /** The place in the list of the bus that has the station; undefined if none has it. */
  ownerOf(station: string): number | undefined;
  stop(): void;
};

/** A station that its engine no longer has may be on its way to another one. */
const movingMs = 5000;

/**
 * Publishes the stations of several engines on one bus: of each, the messages of the engine whose head has the highest epoch. `moved`
 * is called when another engine has a station from now on.
 */
export const joinBuses = (sources: readonly Bus[], joined: Bus, moved: () => void): JoinedBuses => {
  const heads = sources.map(() => new Map<string, StationHead>());
  const owners = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();

  const gone = (station: string): void => {
    leaving.delete(station);
    owners.delete(station);
    joined.publish({ type: 'gone', station });
  };
  /** Of two engines of one epoch, the one that has it already. */
  const bestOf = (station: string): number | undefined =>
    sources
      .flatMap((_, at) => {
        const head = heads[at]!.get(station);
        return head ? [{ at, epoch: head.epoch ?? 0 }] : [];
      })
      .toSorted(
        (a, b) => b.epoch - a.epoch || Number(b.at === owners.get(station)) - Number(a.at === owners.get(station)),
      )[0]?.at;
  const setOwner = (station: string, at: number): void => {
    clearTimeout(leaving.get(station));
    leaving.delete(station);
    const isNew = owners.get(station) !== at;
    owners.set(station, at);
    joined.publish({ type: 'head', head: heads[at]!.get(station)! });
    if (isNew) moved();
  };
  const left = (station: string): void => {
    const next = bestOf(station);
    if (next !== undefined) return setOwner(station, next);
    if (sources.length === 1) return gone(station);
    leaving.set(station, setTimeout(gone, movingMs, station));
  };
  const received = (at: number, message: BusMessage): void => {
    if (message.type === 'head') {
      const { station } = message.head;
      heads[at]!.set(station, message.head);
      if (bestOf(station) === at) setOwner(station, at);
      return;
    }
    const station = message.type === 'batch' ? message.batch.station : message.station;
    if (message.type === 'gone') {
      heads[at]!.delete(station);
      if (owners.get(station) === at) left(station);
      return;
    }
    if (owners.get(station) === at) joined.publish(message);
  };
  const unsubscribes = sources.map((source, at) => source.subscribe((message) => received(at, message)));
  return {
    ownerOf: (station) => owners.get(station),
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const timer of leaving.values()) clearTimeout(timer);
    },
  };
};
