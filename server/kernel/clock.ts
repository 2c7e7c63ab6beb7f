import type { Clock } from './kernel.ts';

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };
