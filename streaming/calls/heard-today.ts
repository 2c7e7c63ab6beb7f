import type { CallEvent } from '#contract/engine/engine-calls.ts';
import { dayMs } from '#contract/rules/time.ts';

export type HeardToday = {
  /** Adds an ended call to its number's time on the day (UTC) on which it ended. */
  add(call: Pick<CallEvent, 'did' | 'answered' | 'ended'>): void;
  /** The time of the number's ended calls on the day of `now`. */
  ms(did: string, now: number): number;
  /** The sums of the last day that had calls. */
  saved(): { day: number; ms: Record<string, number> };
  restore(saved: { day: number; ms: Record<string, number> }): void;
};

/** How long each number was called today: what the limit of minutes a day is compared with. */
export const createHeardToday = (): HeardToday => {
  let day = 0;
  let sums = new Map<string, number>();
  return {
    add({ did, answered, ended }) {
      const of = Math.floor(ended / dayMs);
      if (answered === null || of < day) return;
      if (of > day) sums = new Map();
      day = of;
      sums.set(did, (sums.get(did) ?? 0) + ended - answered);
    },
    ms: (did, now) => (Math.floor(now / dayMs) === day ? (sums.get(did) ?? 0) : 0),
    saved: () => ({ day, ms: Object.fromEntries(sums) }),
    restore(saved) {
      day = saved.day;
      sums = new Map(Object.entries(saved.ms));
    },
  };
};
