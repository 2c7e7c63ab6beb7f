import type { FrameBatch } from './batch.ts';
import type { EdgeMessage } from './wire.ts';

export type WantedSound = {
  /** The stations whose sound is wanted from now on; asks the engine for what changes. */
  set(stations: readonly string[]): void;
  /** Asks a new connection for all of them. */
  askAll(): void;
  /** All heads have arrived from an engine that was started as `run`. */
  setRun(run: string): void;
  /** What follows is the answer to `ask`. */
  begins(ask: number): void;
  /** The answer to `ask` is complete; returns its stations. */
  complete(ask: number): string[];
  /** Whether a station's sound is part of what was asked for, not of an earlier answer on its way. */
  accepts(station: string): boolean;
  /** The last batch of its station so far. */
  received(batch: FrameBatch): void;
  /** The engine no longer has the station. */
  forget(station: string): void;
};

type Wanted = { ask: number; isArriving: boolean };

type Options = {
  send(message: EdgeMessage): void;
  /** Whether each station is to begin with its latest sound. */
  withRecent: boolean;
};

/**
 * The stations whose sound a process wants of its engine. After a lost connection it asks for all again, from the last
 * batch on that it has, so that no sound is missing or repeated.
 */
export const createWantedSound = ({ send, withRecent }: Options): WantedSound => {
  const wanted = new Map<string, Wanted>();
  /** The last batch of each, in the engine's run. */
  const last = new Map<string, number>();
  let run = '';
  let asks = 0;

  const ask = (stations: readonly string[]): void => {
    if (stations.length === 0) return;
    asks += 1;
    for (const station of stations) wanted.set(station, { ask: asks, isArriving: false });
    const known = stations.flatMap((station): [string, number][] => {
      const seq = last.get(station);
      return seq === undefined ? [] : [[station, seq]];
    });
    send({
      ...{ type: 'want', ask: asks, stations: [...stations] },
      ...(withRecent && { recent: { run, after: Object.fromEntries(known) } }),
    });
  };
  return {
    set(stations) {
      const next = new Set(stations);
      const unwanted = [...wanted.keys()].filter((station) => !next.has(station));
      for (const station of unwanted) {
        wanted.delete(station);
        last.delete(station);
      }
      if (unwanted.length > 0) send({ type: 'unwant', stations: unwanted });
      ask([...next].filter((station) => !wanted.has(station)));
    },
    askAll: () => ask([...wanted.keys()]),
    setRun(next) {
      if (next !== run) last.clear();
      run = next;
    },
    begins(answered) {
      for (const one of wanted.values()) if (one.ask === answered) one.isArriving = true;
    },
    complete: (answered) => [...wanted].flatMap(([station, one]) => (one.ask === answered ? [station] : [])),
    accepts: (station) => wanted.get(station)?.isArriving === true,
    received: ({ station, seq }) => void last.set(station, seq),
    forget: (station) => void last.delete(station),
  };
};
