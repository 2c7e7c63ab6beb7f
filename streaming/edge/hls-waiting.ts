/** Requests for segments that other edges may have listed already. */
export type SegmentWaits = {
  /** Runs `go` once `isOver`, which is checked at each segment of the station, or after a while. */
  wait(station: string, isOver: () => boolean, go: () => void): void;
  /** A segment of the station is complete. */
  completed(station: string): void;
  stop(): void;
};

type Waiting = { isOver(): boolean; go(): void; timeout: NodeJS.Timeout };

/** An edge gets the same sound later than another one by as much as their networks differ. */
const patienceMs = 2000;

/** Nobody waits at first. */
export const createSegmentWaits = (): SegmentWaits => {
  const stations = new Map<string, Set<Waiting>>();
  const remove = (station: string, one: Waiting): void => {
    const waiting = stations.get(station);
    clearTimeout(one.timeout);
    waiting?.delete(one);
    if (waiting?.size === 0) stations.delete(station);
  };
  return {
    wait(station, isOver, go) {
      const waiting = stations.get(station) ?? new Set();
      stations.set(station, waiting);
      const one: Waiting = {
        ...{ isOver, go },
        timeout: setTimeout(() => {
          remove(station, one);
          go();
        }, patienceMs),
      };
      waiting.add(one);
    },
    completed(station) {
      for (const one of [...(stations.get(station) ?? [])].filter(({ isOver }) => isOver())) {
        remove(station, one);
        one.go();
      }
    },
    stop() {
      for (const waiting of stations.values()) for (const { timeout } of waiting) clearTimeout(timeout);
      stations.clear();
    },
  };
};
