import { performance } from 'node:perf_hooks';
import type { Clock } from '#streaming/station/air.ts';

/** How long one round over all slots takes: each station is called once a round. */
export const roundMs = 450;
const slotMs = 25;
const slotCount = roundMs / slotMs;
/** A process that comes later than this, ms, was held up: what its senders sent meanwhile lies unread. */
const heldUpMs = 200;
/** After so long, ms, whoever else waits for the process comes in before the next turn. */
const portionMs = 5;

export type Turn = () => void;

export type Scheduler = {
  /** Calls `turn` once a round, in the slot with the fewest; gives how to leave. */
  add(turn: Turn): () => void;
  /** Calls a turn once more, in about `delay` ms; its place in the round stays, so that many switches at once don't crowd one slot for ever. */
  bring(turn: Turn, delay: number): void;
  stop(): void;
};

const origin = performance.timeOrigin;

/** Milliseconds that never jump, counted from about the epoch. */
export const steadyClock: Clock = { now: () => origin + performance.now() };

/**
 * One timer for all stations: their turns are spread over slots of 25 ms, and slots missed by a busy process are made up
 * at once. However many turns are due, they are taken in portions of a few milliseconds.
 */
export function createScheduler(clock: Clock, failed: (error: unknown) => void): Scheduler {
  const slots = Array.from({ length: slotCount }, () => new Set<Turn>());
  const homes = new Map<Turn, Set<Turn>>();
  const brought = new Map<Turn, number>();
  const due = new Set<Turn>();
  let last = slotNumber();
  let timer: NodeJS.Timeout | undefined;

  function slotNumber(): number {
    return Math.floor(clock.now() / slotMs);
  }

  /** After a hold-up what came meanwhile is read first: no source is taken for silent whose sound is there. */
  function wake(): void {
    const isHeldUp = clock.now() - (last + 1) * slotMs >= heldUpMs;
    gather();
    if (isHeldUp) setImmediate(serve);
    else serve();
  }

  function gather(): void {
    const current = slotNumber();
    const first = Math.max(last + 1, current - slotCount + 1);
    for (let number = first; number <= current; number++) {
      for (const turn of slots[number % slotCount]!) due.add(turn);
    }
    for (const [turn, number] of brought) {
      if (number <= current && brought.delete(turn)) due.add(turn);
    }
    last = Math.max(last, current);
  }

  function serve(): void {
    const until = clock.now() + portionMs;
    for (const turn of due) {
      if (clock.now() >= until) return void setImmediate(serve);
      due.delete(turn);
      take(turn);
    }
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

  return {
    add(turn) {
      const home = slots.reduce((least, slot) => (slot.size < least.size ? slot : least));
      homes.set(turn, home.add(turn));
      if (!timer) {
        last = slotNumber();
        plan();
      }
      return () => {
        homes.get(turn)?.delete(turn);
        for (const known of [homes, brought, due]) known.delete(turn);
      };
    },
    bring(turn, delay) {
      if (homes.has(turn)) brought.set(turn, Math.floor((clock.now() + delay) / slotMs));
    },
    stop() {
      clearTimeout(timer);
      for (const known of [homes, brought, due, ...slots]) known.clear();
    },
  };
}
