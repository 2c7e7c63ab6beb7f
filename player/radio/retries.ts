import { firstDelay, nextDelay } from './back-off.ts';

/** This much sound without a loss makes a connection a good one. */
const goodMs = 10_000;

/** When a radio connects again: at once after good sound, and later and later while attempts fail. */
export const createRetries = (connect: () => void) => {
  let failures = 0;
  let soundSince = 0;
  let attempt: ReturnType<typeof setTimeout> | undefined;

  const cancel = (): void => {
    clearTimeout(attempt);
    attempt = undefined;
  };
  const plan = (delayMs: number): void => {
    cancel();
    attempt = setTimeout(() => {
      attempt = undefined;
      connect();
    }, delayMs);
  };
  return {
    plan,
    cancel,
    isPlanned: (): boolean => attempt !== undefined,
    /** Sound begins now, or may begin. */
    sounds(): void {
      soundSince = Date.now();
    },
    /** The sound ended; if it was good, earlier failures don't count any more. */
    soundEnded(): void {
      if (Date.now() - soundSince > goodMs) failures = 0;
    },
    /** Plans the attempt after a failed one; returns how many have failed since the last good sound. */
    failed(): number {
      failures += 1;
      plan(nextDelay(failures));
      return failures;
    },
    /** Plans the attempt after a loss with this much sound left, s. */
    lost(aheadS: number): void {
      plan(failures === 0 ? firstDelay(aheadS) : nextDelay(failures));
    },
    /** Another network, or the listener's wish: earlier failures say nothing about the next attempt. */
    forget(): void {
      failures = 0;
    },
  };
};
