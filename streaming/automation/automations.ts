import type { AutomationState } from '#contract/engine.ts';
import { openDesk, type Desk } from './desk.ts';

export type Automations = {
  /** The program; undefined where there is none. */
  readonly program: string | undefined;
  readonly desk: Promise<Desk>;
  /** Takes one of the places there are; undefined where all are taken. */
  enter(): (() => void) | undefined;
  /** How the software of a station is there; undefined where it isn't wanted. */
  tell(station: string, state: AutomationState | undefined): void;
  stateOf(station: string): AutomationState | undefined;
  /** For whoever runs this server: it may name files of it. */
  log(detail: object, message: string): void;
  stop(): void;
};

export type AutomationsOptions = {
  /** Where Liquidsoap is; null where it isn't installed. */
  liquidsoap: string | null;
  /** How many may run at once. */
  most: number;
  changed(station: string): void;
  log(detail: object, message: string): void;
};

/** What the automation software of all stations shares: the program, where it asks, and how much room there is. */
export function createAutomations({ liquidsoap, most, changed, log }: AutomationsOptions): Automations {
  const failed = (error: unknown): void => log({ err: error }, 'the desk of the automation failed');
  const states = new Map<string, AutomationState>();
  let running = 0;
  let desk: Promise<Desk> | undefined;
  return {
    program: liquidsoap ?? undefined,
    get desk() {
      desk ??= openDesk(failed);
      return desk;
    },
    enter() {
      if (running >= most) return undefined;
      running++;
      let isIn = true;
      return () => {
        if (isIn) running--;
        isIn = false;
      };
    },
    tell(station, state) {
      const before = states.get(station);
      if (before?.state === state?.state && before?.reason === state?.reason) return;
      if (state) states.set(station, state);
      else states.delete(station);
      changed(station);
    },
    stateOf: (station) => states.get(station),
    log,
    stop: () => void desk?.then((opened) => opened.stop(), failed),
  };
}
