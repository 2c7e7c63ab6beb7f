/** The audio clock of a station: how much sound is out, against how much should be. Counted in samples, so that it never drifts. */
export type Pacer = {
  readonly isStarted: boolean;
  /** The first sample belongs to this moment (ms). */
  start(moment: number): void;
  /** ms of sound that should be out by `now` and isn't; negative when ahead. */
  owed(now: number): number;
  add(samples: number): void;
  /** Gives up `ms` of what is owed. */
  forgive(ms: number): void;
  stop(): void;
  /** Sound given out since the station began, µs. */
  readonly at: number;
};

export function createPacer(sampleRate: number, from: number): Pacer {
  let anchor: number | undefined;
  let before = from;
  let samples = 0;

  return {
    get isStarted() {
      return anchor !== undefined;
    },
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
      before = Math.round(before + (samples * 1e6) / sampleRate);
      samples = 0;
      anchor = undefined;
    },
    get at() {
      return Math.round(before + (samples * 1e6) / sampleRate);
    },
  };
}
