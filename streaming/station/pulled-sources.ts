import type { StationDesired } from '#contract/engine/engine.ts';
import type { Input } from './input.ts';
import { createSlot, type PullDependencies, type Slot, type SlotEvents, type SlotSpec } from './slot.ts';

export type PulledSources = {
  /** The connected inputs, in priority order: automation, the relay's source, then the fail-over streams. */
  inputs(): Input[];
  /** The position of an input in that order, even after it ended. */
  positionOf(input: Input): number;
  /** Whether its slot is still configured. */
  has(input: Input): boolean;
  isSilent(input: Input): boolean;
  isAudible(input: Input): boolean;
  /** Applies the current desired state. */
  apply(): void;
  /** Connects what is needed and disconnects what isn't. `isServed`: an encoder is on the air. */
  plan(now: number, onAir: Input | undefined, isServed: boolean): void;
  close(reason: string): void;
};

/** While a lower-priority stream plays, the higher ones are retried this often; with nothing else half as often, ms. */
const probeMs = 15_000;
const longestPauseMs = 30_000;

/**
 * The sources that a station pulls: its automation and a relay's source always, a fail-over stream only while nothing
 * of higher priority has audio.
 */
export const createPulledSources = (
  dependencies: PullDependencies,
  events: Omit<SlotEvents, 'longestPauseMs'>,
  onAir: () => Input | undefined,
): PulledSources => {
  let slots: Slot[] = [];
  const slotOf = (input: Input): Slot | undefined => slots.find((slot) => slot.owns(input));

  const openSlot = (spec: SlotSpec): Slot =>
    createSlot(spec, dependencies, {
      ...events,
      longestPauseMs: () => (onAir()?.kind === 'failover' ? probeMs : longestPauseMs),
    });

  const isPlaying = (slot: Slot, input: Input | undefined, now: number): boolean =>
    input !== undefined && slot.input() === input && input.isDelivering(now) && !slot.isSilent();

  return {
    inputs: () => slots.flatMap((slot) => slot.input() ?? []),
    positionOf(input) {
      const position = slots.findIndex((slot) => slot.owns(input));
      return position < 0 ? slots.length : position;
    },
    has: (input) => slotOf(input) !== undefined,
    isSilent: (input) => slotOf(input)?.isSilent() ?? false,
    isAudible: (input) => slotOf(input)?.isAudible() ?? false,
    apply() {
      const before = slots;
      const isSame = (slot: Slot, spec: SlotSpec): boolean => JSON.stringify(slot.spec) === JSON.stringify(spec);
      slots = specsOf(dependencies.desired()).map(
        (spec) => before.find((slot) => isSame(slot, spec)) ?? openSlot(spec),
      );
      for (const slot of before) {
        if (!slots.includes(slot)) slot.close('The settings of the station changed.');
      }
    },
    plan(now, current, isServed) {
      let isNeeded = !isServed;
      for (const slot of slots) {
        const isOnAir = current !== undefined && slot.owns(current);
        if (slot.spec.kind !== 'failover' || isNeeded || isOnAir) slot.open(now);
        else slot.close('No longer needed.');
        if (isPlaying(slot, current, now) || !slot.isUnavailable(now)) isNeeded = false;
      }
    },
    close(reason) {
      const before = slots;
      slots = [];
      for (const slot of before) slot.close(reason);
    },
  };
};

/** The sources of the desired state, each once. */
const specsOf = ({ automation, relay, failover }: StationDesired): SlotSpec[] => {
  const streams = [...new Set(failover)].map((url): SlotSpec => ({ kind: 'failover', source: { kind: 'url', url } }));
  const automations: SlotSpec[] = automation
    ? [{ kind: 'automation', source: { kind: 'automation', ...automation } }]
    : [];
  const master: SlotSpec[] = relay ? [{ kind: 'relay', source: relay }] : [];
  return [...automations, ...master, ...streams];
};
