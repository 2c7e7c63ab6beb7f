import type { Clock } from '../kernel.ts';
import { refuse } from './refuse.ts';

export type RateLimit = (key: string, bound: { max: number; seconds: number }) => void;

const mostKeys = 100_000;

/** Counts calls per key in windows of `seconds`; refuses `request.rateLimited` beyond `max`. Kept in memory, bounded. */
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

const forgetPast = (windows: Map<string, { ends: number }>, now: number): void => {
  for (const [key, window] of windows) if (window.ends <= now || windows.size > mostKeys) windows.delete(key);
};
