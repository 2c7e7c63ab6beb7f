import type { Clock } from '../kernel.ts';
import { refuse } from './refuse.ts';

/** At most `max` calls in `seconds`. */
export type RateBound = { max: number; seconds: number };
export type RateLimit = (key: string, bound: RateBound) => void;

const mostKeys = 100_000;

/**
 * Counts calls per key in windows of `seconds`; refuses `request.rateLimited` beyond `max`. In memory, with limited
 * size.
 */
export const rateLimiter = (clock: Clock): RateLimit => {
  const windows = new Map<string, { ends: number; count: number }>();
  return (key, { max, seconds }) => {
    const now = clock.now().getTime();
    if (windows.size > mostKeys) forgetPast(windows, now);
    const current = windows.get(key);
    if (!current || current.ends <= now) {
      windows.set(key, { ends: now + seconds * 1000, count: 1 });
      return;
    }
    current.count += 1;
    if (current.count > max) refuse('request.rateLimited', { seconds: Math.ceil((current.ends - now) / 1000) });
  };
};

/** Removes many entries, so that the next call needn't scan them all again. */
const forgetPast = (windows: Map<string, { ends: number }>, now: number): void => {
  for (const [key, window] of windows) if (window.ends <= now || windows.size > mostKeys * 0.9) windows.delete(key);
};
