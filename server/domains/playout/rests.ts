import type { StationKey } from '#contract/keys.ts';

const factor = 10;
const longestMs = 5000;

/**
 * A station rests ten times as long as its last sending took, 5 s at most: changes of a long playlist come faster than
 * it can be sent, and what comes meanwhile goes together. `over` is told when some have rested.
 */
export const createRests = (over: () => void) => {
  const resting = new Set<StationKey>();
  const timers = new Set<NodeJS.Timeout>();
  return {
    begin: (keys: readonly StationKey[], tookMs: number): void => {
      for (const key of keys) resting.add(key);
      const end = (): void => {
        timers.delete(timer);
        for (const key of keys) resting.delete(key);
        over();
      };
      const timer = setTimeout(end, Math.min(longestMs, (factor * tookMs) / Math.max(1, keys.length)));
      timers.add(timer);
    },
    isResting: (key: StationKey): boolean => resting.has(key),
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
