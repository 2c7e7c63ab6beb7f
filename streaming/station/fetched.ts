import type { StationDesired } from '#contract/engine.ts';
import type { Input } from './input.ts';
import { createSlot, type Fetching, type Slot, type SlotEvents, type Wanted } from './slot.ts';

export type Fetched = {
  /** What is connected, in order: the automation, the relay's source, then the fail-over streams. */
  inputs(): Input[];
  /** The place of an input in that order; of one that is over, too. */
  placeOf(input: Input): number;
  /** Whether its place is still wanted. */
  has(input: Input): boolean;
  isSilent(input: Input): boolean;
  isAudible(input: Input): boolean;
  /** Follows what is wanted now. */
  apply(): void;
  /** Dials what is needed and hangs up what isn't. `isServed`: an encoder is heard. */
  plan(now: number, onAir: Input | undefined, isServed: boolean): void;
  close(reason: string): void;
};

/** While a lower stream is heard, the higher ones are tried this often; with nothing else half as often, ms. */
const probeMs = 15_000;
const longestPauseMs = 30_000;

/** What a station fetches by itself: its automation and a relay's source always, a fail-over stream only while nothing above it is to be heard. */
export function createFetched(
  fetching: Fetching,
  events: Omit<SlotEvents, 'longestPauseMs'>,
  onAir: () => Input | undefined,
): Fetched {
  let slots: Slot[] = [];
  const slotOf = (input: Input): Slot | undefined => slots.find((slot) => slot.owns(input));

  function openSlot(wanted: Wanted): Slot {
    return createSlot(wanted, fetching, {
      ...events,
      longestPauseMs: () => (onAir()?.kind === 'failover' ? probeMs : longestPauseMs),
    });
  }

  function isHeard(slot: Slot, input: Input | undefined, now: number): boolean {
    return input !== undefined && slot.input === input && input.isDelivering(now) && !slot.isSilent;
  }

  return {
    inputs: () => slots.flatMap(({ input }) => input ?? []),
    placeOf(input) {
      const place = slots.findIndex((slot) => slot.owns(input));
      return place < 0 ? slots.length : place;
    },
    has: (input) => slotOf(input) !== undefined,
    isSilent: (input) => slotOf(input)?.isSilent ?? false,
    isAudible: (input) => slotOf(input)?.isAudible ?? false,
    apply() {
      const before = slots;
      const isSame = (slot: Slot, wanted: Wanted): boolean => JSON.stringify(slot.wanted) === JSON.stringify(wanted);
      slots = wantedOf(fetching.desired()).map(
        (wanted) => before.find((slot) => isSame(slot, wanted)) ?? openSlot(wanted),
      );
      for (const slot of before) {
        if (!slots.includes(slot)) slot.close('The settings of the station changed.');
      }
    },
    plan(now, heard, isServed) {
      let isNeeded = !isServed;
      for (const slot of slots) {
        const isOnAir = heard !== undefined && slot.owns(heard);
        if (slot.wanted.kind !== 'failover' || isNeeded || isOnAir) slot.open(now);
        else slot.close('It is not needed any more.');
        if (isHeard(slot, heard, now) || !slot.isOut(now)) isNeeded = false;
      }
    },
    close(reason) {
      const before = slots;
      slots = [];
      for (const slot of before) slot.close(reason);
    },
  };
}

/** What is wanted, each once. */
function wantedOf({ automation, relay, failover }: StationDesired): Wanted[] {
  const streams = [...new Set(failover)].map((url): Wanted => ({ kind: 'failover', source: { kind: 'url', url } }));
  const software: Wanted[] = automation ? [{ kind: 'automation', source: { kind: 'automation', ...automation } }] : [];
  const master: Wanted[] = relay ? [{ kind: 'relay', source: relay }] : [];
  return [...software, ...master, ...streams];
}
