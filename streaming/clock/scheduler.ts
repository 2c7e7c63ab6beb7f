import { performance } from 'node:perf_hooks';
import type { Clock } from '#streaming/station/air.ts';

/** How long one round over all slots takes: each station is called once a round. */
export const roundMs = 450;
const slotMs = 25;
const slotCount = roundMs / slotMs;
/** A process that comes later than this, ms, was held up: what its senders sent meanwhile lies unread. */
const heldUpMs = 200;

export type Turn = () => void;

export type Scheduler = {
  /** Calls `turn` once a round, in the slot with the fewest; gives how to leave. */
  add(turn: Turn): () => void;
  /** Moves a turn so that it is called next in about `delay` ms, and once a round from then on. */
  bring(turn: Turn, delay: number): void;
  stop(): void;
};

/** Milliseconds that never jump, counted from about the epoch. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/** One timer for all stations: their turns are spread over slots of 25 ms, and slots missed by a busy process are made up at once. */
export function createScheduler(clock: Clock, failed: (error: unknown) => void): Scheduler {
  const slots = Array.from({ length: slotCount }, () => new Set<Turn>());
  const homes = new Map<Turn, Set<Turn>>();
  let last = slotNumber();
  let timer: NodeJS.Timeout | undefined;

  function slotNumber(): number {
    return Math.floor(clock.now() / slotMs);
  }

  /** After a hold-up what came meanwhile is read first: no source is taken for silent whose sound is there. */
  function wake(): void {
    if (clock.now() - (last + 1) * slotMs < heldUpMs) round();
    else setImmediate(round);
  }

  function round(): void {
    const current = slotNumber();
    const first = Math.max(last + 1, current - slotCount + 1);
    for (let number = first; number <= current; number++) {
      for (const turn of [...slots[number % slotCount]!]) take(turn);
    }
    last = Math.max(last, current);
    plan();
  }

  /** One station's failure must not stop the others. */
  function take(turn: Turn): void {
    try {
      turn();
    } catch (error) {
      failed(error);
    }
  }

  function plan(): void {
    timer = homes.size === 0 ? undefined : setTimeout(wake, Math.max((last + 1) * slotMs - clock.now() + 1, 1));
  }

  function settle(turn: Turn, slot: Set<Turn>): void {
    homes.get(turn)?.delete(turn);
    homes.set(turn, slot);
    slot.add(turn);
  }

  return {
    add(turn) {
      settle(
        turn,
        slots.reduce((least, slot) => (slot.size < least.size ? slot : least)),
      );
      if (!timer) {
        last = slotNumber();
        plan();
      }
      return () => {
        homes.get(turn)?.delete(turn);
        homes.delete(turn);
      };
    },
    bring(turn, delay) {
      const number = Math.max(last + 1, Math.floor((clock.now() + delay) / slotMs));
      if (homes.has(turn)) settle(turn, slots[number % slotCount]!);
    },
    stop() {
      clearTimeout(timer);
      homes.clear();
      for (const slot of slots) slot.clear();
    },
  };
}
