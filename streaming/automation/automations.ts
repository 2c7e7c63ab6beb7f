import type { AutomationState } from '#contract/engine/engine.ts';
import { startTrackServer, type TrackServer } from './track-server.ts';

export type Automations = {
  /** Path of Liquidsoap; undefined when it is not installed. */
  readonly program: string | undefined;
  readonly trackServer: Promise<TrackServer>;
  /** Takes a slot and returns how to release it; undefined when all are in use. */
  acquireSlot(): (() => void) | undefined;
  /** Sets the automation state of a station; undefined when it has no automation. */
  setState(station: string, state: AutomationState | undefined): void;
  stateOf(station: string): AutomationState | undefined;
  /** For the operator's log: may contain file names. */
  log(detail: object, message: string): void;
  stop(): void;
};

export type AutomationsOptions = {
  /** Path of Liquidsoap; null when it is not installed. */
  liquidsoap: string | null;
  /** The maximum number of concurrent processes. */
  maxRunning: number;
  changed(station: string): void;
  log(detail: object, message: string): void;
};

/**
 * What the automation of all stations shares: the Liquidsoap program, its track server and the number of free slots.
 */
export const createAutomations = ({ liquidsoap, maxRunning, changed, log }: AutomationsOptions): Automations => {
  const failed = (error: unknown): void => log({ err: error }, 'the track server of the automation failed');
  const states = new Map<string, AutomationState>();
  let running = 0;
  let trackServer: Promise<TrackServer> | undefined;
  return {
    program: liquidsoap ?? undefined,
    get trackServer() {
      trackServer ??= startTrackServer(failed);
      return trackServer;
    },
    acquireSlot() {
      if (running >= maxRunning) return undefined;
      running++;
      let isHeld = true;
      return () => {
        if (isHeld) running--;
        isHeld = false;
      };
    },
    setState(station, state) {
      const before = states.get(station);
      if (before?.state === state?.state && before?.reason === state?.reason) return;
      if (state) states.set(station, state);
      else states.delete(station);
      changed(station);
    },
    stateOf: (station) => states.get(station),
    log,
    stop: () => void trackServer?.then((opened) => opened.stop(), failed),
  };
};
