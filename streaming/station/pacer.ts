/**
 * The audio clock of a station: how much audio was sent, compared with how much should be. Counts samples, so that it
 * never drifts.
 */
export type Pacer = {
  isStarted(): boolean;
  /** Starts the clock; the first sample is due at this time (ms). */
  start(moment: number): void;
  /** ms of audio due by `now` and not yet sent; negative when ahead. */
  owed(now: number): number;
  add(samples: number): void;
  /** Writes off `ms` of the audio owed. */
  forgive(ms: number): void;
  stop(): void;
  /** Audio sent since the station started, µs. */
  at(): number;
  /** When the first sample of all would have been due on the clock as it runs now, ms; undefined while it stands still. */
  zero(): number | undefined;
};

export const createPacer = (sampleRate: number, from: number): Pacer => {
  let anchor: number | undefined;
  let elapsedUs = from;
  let samples = 0;

  return {
    isStarted: () => anchor !== undefined,
    start(moment) {
      anchor = moment;
    },
    owed(now) {
      return anchor === undefined ? 0 : now - anchor - (samples * 1000) / sampleRate;
    },
    add(count) {
      samples += count;
    },
    forgive(ms) {
      if (anchor !== undefined) anchor += ms;
    },
    stop() {
      elapsedUs = Math.round(elapsedUs + (samples * 1e6) / sampleRate);
      samples = 0;
      anchor = undefined;
    },
    at: () => Math.round(elapsedUs + (samples * 1e6) / sampleRate),
    zero: () => (anchor === undefined ? undefined : anchor - elapsedUs / 1000),
  };
};
