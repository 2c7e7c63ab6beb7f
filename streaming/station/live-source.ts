import type { Frame } from '#streaming/frames/frame.ts';
import type { Clock } from './air.ts';

/** The sound of one encoder that is received and not yet on the air. */
export type LiveSource = {
  push(frame: Frame): void;
  pull(): Frame | undefined;
  /** ms of sound waiting. */
  readonly lead: number;
  /** When sound began to arrive without a pause, and when it last did; undefined before the first. */
  readonly since: number | undefined;
  readonly last: number | undefined;
  /** Keeps only the newest `ms`: what a broken connection delivers late is no longer live. */
  keepNewest(ms: number): void;
  /** Keeps only the next `ms`: the tail of a lost encoder must not hold up what follows. */
  keepNext(ms: number): void;
  /** Forgets everything, and that sound ever arrived. */
  reset(): void;
};

export function createLiveSource(sampleRate: number, pauseMs: number, clock: Clock): LiveSource {
  let frames: Frame[] = [];
  let head = 0;
  let samples = 0;
  let since: number | undefined;
  let last: number | undefined;

  function pull(): Frame | undefined {
    const frame = frames[head];
    if (!frame) return undefined;
    head++;
    samples -= frame.samples;
    if (head > 256 || head === frames.length) {
      frames = frames.slice(head);
      head = 0;
    }
    return frame;
  }

  return {
    push(frame) {
      const now = clock.now();
      if (last === undefined || now - last > pauseMs) since = now;
      last = now;
      frames.push(frame);
      samples += frame.samples;
    },
    pull,
    get lead() {
      return (samples * 1000) / sampleRate;
    },
    get since() {
      return since;
    },
    get last() {
      return last;
    },
    keepNewest(ms) {
      const most = (ms * sampleRate) / 1000;
      while (samples > most && pull());
    },
    keepNext(ms) {
      const most = (ms * sampleRate) / 1000;
      while (samples > most && frames.length > head) samples -= frames.pop()!.samples;
    },
    reset() {
      frames = [];
      head = 0;
      samples = 0;
      since = undefined;
      last = undefined;
    },
  };
}
