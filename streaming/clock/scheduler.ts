import { performance } from 'node:perf_hooks';
import type { Clock } from '#streaming/base/clock.ts';

/** How long one round over all slots takes: each station is called once a round. */
export const roundMs = 450;
const slotMs = 25;
const slotCount = roundMs / slotMs;
/** A process that wakes later than this, ms, was stalled: input that arrived meanwhile is still unread. */
const stalledMs = 200;
/** After this time, ms, other work of the process runs before the next turn. */
const portionMs = 5;

export type Turn = () => void;

export type Scheduler = {
  /** Calls `turn` once a round, in the least used slot; returns how to remove it. */
  add(turn: Turn): () => void;
  /**
   * Calls a turn once more, in about `delay` ms; its slot stays the same, so that many switches at once don't crowd one
   * slot for good.
   */
  callSoon(turn: Turn, delay: number): void;
  stop(): void;
};

const origin = performance.timeOrigin;

/** Monotonic milliseconds, starting near the Unix epoch. */
export const steadyClock: Clock = { now: () => origin + performance.now() };

/**
 * One timer for all stations: their turns are spread over slots of 25 ms, and slots missed by a busy process are made
 * up at once. However many turns are due, they run in portions of a few milliseconds.
 */
export const createScheduler = (clock: Clock, failed: (error: unknown) => void): Scheduler => {
  const slots = Array.from({ length: slotCount }, () => new Set<Turn>());
  const homes = new Map<Turn, Set<Turn>>();
  const extra = new Map<Turn, number>();
  const due = new Set<Turn>();

  const slotNumber = (): number => Math.floor(clock.now() / slotMs);
  let last = slotNumber();
  let timer: NodeJS.Timeout | undefined;

  /** After a stall, pending input is read first, so that no source is considered silent whose audio has arrived. */
  const wake = (): void => {
    const isStalled = clock.now() - (last + 1) * slotMs >= stalledMs;
    gather();
    if (isStalled) setImmediate(serve);
    else serve();
  };

  const gather = (): void => {
    const current = slotNumber();
    const first = Math.max(last + 1, current - slotCount + 1);
    for (let number = first; number <= current; number++) {
      for (const turn of slots[number % slotCount]!) due.add(turn);
    }
    for (const [turn, number] of extra) {
      if (number <= current && extra.delete(turn)) due.add(turn);
    }
    last = Math.max(last, current);
  };

  const serve = (): void => {
    const until = clock.now() + portionMs;
    for (const turn of due) {
      if (clock.now() >= until) return void setImmediate(serve);
      due.delete(turn);
      run(turn);
    }
    plan();
  };

  /** One station's failure must not stop the others. */
  const run = (turn: Turn): void => {
    try {
      turn();
    } catch (error) {
      failed(error);
    }
  };

  const plan = (): void => {
    timer = homes.size === 0 ? undefined : setTimeout(wake, Math.max((last + 1) * slotMs - clock.now() + 1, 1));
  };

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
        for (const collection of [homes, extra, due]) collection.delete(turn);
      };
    },
    callSoon(turn, delay) {
      if (homes.has(turn)) extra.set(turn, Math.floor((clock.now() + delay) / slotMs));
    },
    stop() {
      clearTimeout(timer);
      for (const collection of [homes, extra, due, ...slots]) collection.clear();
    },
  };
};
