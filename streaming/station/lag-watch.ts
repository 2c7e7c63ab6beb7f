/** Distinguishes a source that is briefly late from one that is behind for good. */
export type LagWatch = {
  /** Takes the ms owed after all available audio was sent; returns the ms to fill with silence, mostly 0. */
  update(now: number, owed: number): number;
  reset(): void;
};

const windowMs = 5000;
const boundMs = 100;

/** Late audio catches up when it arrives; only what is still missing after five seconds was never sent. */
export const createLagWatch = (): LagWatch => {
  let since: number | undefined;
  let least = Infinity;

  const reset = (): void => {
    since = undefined;
    least = Infinity;
  };

  return {
    update(now, owed) {
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
};
