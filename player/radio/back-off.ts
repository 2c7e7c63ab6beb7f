const firstMs = 300;
const longestMs = 30_000;
/** What is left in the buffer when the next connection should be there at the latest, s. */
const reserveS = 1.5;
const spreadS = 3;

/**
 * Milliseconds until the first new connection after a loss: at random within what is buffered, so that the listeners of
 * a restarted server come back spread over their own buffers. `aheadS` is what the listener still has, in seconds.
 */
export const firstDelay = (aheadS: number, random: () => number = Math.random): number =>
  Math.round(random() * Math.max(0, Math.min(aheadS - reserveS, spreadS)) * 1000);

/** Milliseconds until the next attempt after `failures` failed ones: random, and growing to half a minute. */
export const nextDelay = (failures: number, random: () => number = Math.random): number =>
  Math.round(random() * Math.min(longestMs, firstMs * 2 ** failures));
