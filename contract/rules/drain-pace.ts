/** Masters, each with its relays, that leave drained engines at each look of the process that places stations (ADR 109). */
export const drainedAtOnce = 10;
/** How often it looks. */
export const placingEveryMs = 5000;
export const drainedPerMinute = (drainedAtOnce * 60_000) / placingEveryMs;
