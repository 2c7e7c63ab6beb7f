import type { StationKey } from '#contract/rules/keys.ts';

const factor = 10;
const maxMs = 5000;

/**
 * Cool-down after sending a station: ten times as long as sending took, at most 5 s. A long playlist can change faster
 * than it can be sent, so changes in the meantime go out together. Calls `onEnd` when a cool-down ends.
 */
export const createCooldowns = (onEnd: () => void) => {
  const resting = new Set<StationKey>();
  const timers = new Set<NodeJS.Timeout>();
  return {
    begin: (keys: readonly StationKey[], tookMs: number): void => {
      for (const key of keys) resting.add(key);
      const end = (): void => {
        timers.delete(timer);
        for (const key of keys) resting.delete(key);
        onEnd();
      };
      const timer = setTimeout(end, Math.min(maxMs, (factor * tookMs) / Math.max(1, keys.length)));
      timers.add(timer);
    },
    isResting: (key: StationKey): boolean => resting.has(key),
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
