/** Where an edge's sound comes from: its engine sends it only that of the stations that are wanted. */
export type StationSupply = {
  /** Wants the station's sound; whether it has arrived. */
  want(station: string): boolean;
  /** Runs `go` once the station's sound has arrived, or doesn't in time. */
  wait(station: string, go: () => void): void;
  /** The latest sound of these has arrived. */
  arrived(stations: readonly string[]): void;
  /** The engine no longer has the station. */
  gone(station: string): void;
  /** How many stations are wanted. */
  size(): number;
  /** Who still waits is not answered. */
  stop(): void;
};

type Options = {
  /** Asks for the sound of exactly these stations. */
  want(stations: string[]): void;
  /** The station's sound no longer arrives. */
  rested(station: string): void;
  listeners(station: string): number;
  now?(): number;
  /** How long a station is wanted after its last listener. */
  lingerMs?: number;
  checkMs?: number;
  patienceMs?: number;
};

type Supplied = { isHere: boolean; usedAt: number; waiting: Set<Waiting> };
type Waiting = { go(): void; timeout: NodeJS.Timeout };

const defaultLingerMs = 60_000;
const defaultCheckMs = 5000;
/** An engine that is started again is back after a second and a half. */
const defaultPatienceMs = 2000;

/** Wants a station from its first listener on, until a minute after its last one. */
export const createStationSupply = (options: Options): StationSupply => {
  const { now = Date.now, lingerMs = defaultLingerMs, patienceMs = defaultPatienceMs } = options;
  const stations = new Map<string, Supplied>();
  const ask = (): void => options.want([...stations.keys()]);

  const take = (station: string): Supplied => {
    const known = stations.get(station);
    if (known) return Object.assign(known, { usedAt: now() });
    const supplied: Supplied = { isHere: false, usedAt: now(), waiting: new Set() };
    stations.set(station, supplied);
    ask();
    return supplied;
  };
  const release = ({ waiting }: Supplied): void => {
    const all = [...waiting];
    waiting.clear();
    for (const { go, timeout } of all) {
      clearTimeout(timeout);
      go();
    }
  };
  const restUnused = (): void => {
    const unused: string[] = [];
    for (const [station, one] of stations) {
      if (options.listeners(station) > 0 || one.waiting.size > 0) one.usedAt = now();
      else if (now() - one.usedAt >= lingerMs) unused.push(station);
    }
    if (unused.length === 0) return;
    for (const station of unused) stations.delete(station);
    ask();
    unused.forEach(options.rested);
  };
  const timer = setInterval(restUnused, options.checkMs ?? defaultCheckMs);
  return {
    want: (station) => take(station).isHere,
    wait(station, go) {
      const { waiting } = take(station);
      const one: Waiting = {
        go,
        timeout: setTimeout(() => {
          waiting.delete(one);
          go();
        }, patienceMs),
      };
      waiting.add(one);
    },
    arrived(arrived) {
      for (const station of arrived) {
        const one = stations.get(station);
        if (!one) continue;
        one.isHere = true;
        release(one);
      }
    },
    gone(station) {
      const one = stations.get(station);
      if (!one) return;
      stations.delete(station);
      ask();
      release(one);
    },
    size: () => stations.size,
    stop() {
      clearInterval(timer);
      for (const { waiting } of stations.values()) for (const { timeout } of waiting) clearTimeout(timeout);
      stations.clear();
    },
  };
};
