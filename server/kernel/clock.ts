import type { Clock } from './kernel.ts';

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date() };
