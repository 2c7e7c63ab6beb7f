/** Tells a source that is late for a moment from one that is behind for good. */
export type LagWatch = {
  /** Takes what is owed after everything available was sent; gives the ms to make up with silence, mostly 0. */
  note(now: number, owed: number): number;
  reset(): void;
};

const windowMs = 5000;
const boundMs = 100;

/** Late sound makes itself up when it arrives; only what stayed missing for five seconds was never sent. */
export function createLagWatch(): LagWatch {
  let since: number | undefined;
  let least = Infinity;

  function reset(): void {
    since = undefined;
    least = Infinity;
  }

  return {
    note(now, owed) {
      if (owed <= boundMs) {
        reset();
        return 0;
      }
      since ??= now;
      least = Math.min(least, owed);
      if (now - since < windowMs) return 0;
      const missing = least;
      reset();
      return missing;
    },
    reset,
  };
}
