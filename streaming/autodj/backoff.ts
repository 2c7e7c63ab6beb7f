import type { Clock } from '#streaming/base/clock.ts';

export type Backoff = {
  /** A track could not be read. */
  failed(): void;
  /** A track plays. */
  played(): void;
  /** Tries again at once. */
  hurry(): void;
  reset(): void;
  /** Whether to wait, as none of `tracks` could be read. */
  isResting(tracks: number): boolean;
  /** Unreadable tracks since the last one that played. */
  failures(): number;
};

const firstMs = 5000;
const longestMs = 60_000;

/** The pauses after a list in which nothing is readable: 5 s, 10 s, … 60 s. */
export const createBackoff = (clock: Clock): Backoff => {
  let failures = 0;
  let pauseMs = firstMs;
  let retryAt = 0;
  return {
    failed: () => void failures++,
    played() {
      failures = 0;
      pauseMs = firstMs;
    },
    hurry: () => void (retryAt = 0),
    reset() {
      failures = 0;
      retryAt = 0;
    },
    isResting(tracks) {
      if (failures >= Math.max(tracks, 1)) {
        failures = 0;
        retryAt = clock.now() + pauseMs;
        pauseMs = Math.min(pauseMs * 2, longestMs);
      }
      return clock.now() < retryAt;
    },
    failures: () => failures,
  };
};
