import type { Listener } from '#contract/engine.ts';
import { followListeners, type ListenersHeard } from './follow-listeners.ts';
import { createHere, type Here } from './here.ts';
import type { PlaceListener } from './place-listeners.ts';

export type FedHere = {
  /** Who listens, as far as was told; what is given changes as they come and go. */
  here(): Here;
  /** Whether the engine tells who comes and goes. */
  isFed(): boolean;
  start(): void;
  stop(): Promise<void>;
};

type Options = {
  engine: { url: string; token: string };
  place: PlaceListener;
  /** Something changed at these stations; at any of them where none are named. */
  changed(stations?: ReadonlySet<string>): void;
  /** For how long a lost connection may be made anew without anybody hearing of it. */
  graceMs?: number;
};

/**
 * Keeps who listens in memory, from what the engine tells. Each connection begins with everybody: until they have all
 * been told, the last known ones stay.
 */
export const createFedHere = ({ engine, place, changed, graceMs = 1000 }: Options): FedHere => {
  let current = createHere();
  let coming: Here | undefined;
  let isFed = false;
  let grace: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let following: Promise<void> | undefined;

  const comeTo = async (here: Here, opened: readonly Listener[], stations: Set<string>): Promise<void> => {
    for (const listener of opened) if (here.come(await place(listener))) stations.add(listener.station);
  };
  const heard: ListenersHeard = {
    connected: () => void (coming = createHere()),
    here: async (sessions) => await comeTo(coming ?? current, sessions, new Set()),
    told: () => {
      clearTimeout(grace);
      grace = undefined;
      current = coming ?? current;
      coming = undefined;
      isFed = true;
      changed();
    },
    moved: async ({ opened, closed }) => {
      const here = coming ?? current;
      const stations = new Set<string>();
      await comeTo(here, opened, stations);
      for (const id of closed) {
        const gone = here.go(id);
        if (gone) stations.add(gone.station);
      }
      if (here === current) changed(stations);
    },
    lost: () => {
      coming = undefined;
      grace ??= setTimeout(() => {
        isFed = false;
        changed();
      }, graceMs);
    },
  };
  return {
    here: () => current,
    isFed: () => isFed,
    start: () => void (following ??= followListeners(engine, heard, stopping.signal)),
    stop: async () => {
      stopping.abort();
      clearTimeout(grace);
      await following;
    },
  };
};
