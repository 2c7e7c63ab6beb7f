import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { createSpliceGuard } from '#streaming/frames/splice.ts';
import type { Clock } from '#streaming/base/clock.ts';

/** One sender's audio that is received and not yet on the air. */
export type LiveSource = {
  /** The encoder's first bytes arrived, though no frame is complete yet. */
  begin(): void;
  push(frame: Frame): void;
  /** A leading frame that must not be played. */
  skip(frame: Frame): void;
  /** The next frame, ready for output. */
  pull(): Frame | undefined;
  /** Other audio is sent before the next frame. */
  cut(): void;
  /** Calls `act` before the next incoming frame is played or dropped, or so many ms of audio later (before: negative). */
  mark(act: () => void, shiftMs?: number): void;
  /** The same, so many frames after the next one to be played. */
  markNext(act: () => void, frames: number): void;
  /** The frames of the next `ms` to be played, as far as they have arrived. */
  upcoming(ms: number): readonly Frame[];
  /** ms of buffered audio. */
  lead(): number;
  /** When the encoder began to send without a pause, and when audio last arrived; undefined before. */
  since(): number | undefined;
  last(): number | undefined;
  /** Drops all but the newest `ms`: what a broken connection delivers late is no longer live. */
  keepNewest(ms: number): void;
  /** Drops all but the next `ms`: the tail of a lost encoder must not delay the next source. */
  keepNext(ms: number): void;
};

export const createLiveSource = (format: StreamFormat, pauseMs: number, clock: Clock): LiveSource => {
  const sampleRate = format.sample_rate;
  const guard = createSpliceGuard(format.codec);
  let frames: Frame[] = [];
  let head = 0;
  let samples = 0;
  let arrived = 0;
  let pulled = 0;
  const marks: { at: number; act: () => void }[] = [];
  let since: number | undefined;
  let last: number | undefined;

  const next = (): Frame | undefined => {
    const frame = frames[head];
    if (!frame) return undefined;
    if (marks.length > 0) runMarks();
    pulled++;
    head++;
    samples -= frame.samples;
    if (head > 256 || head === frames.length) {
      frames = frames.slice(head);
      head = 0;
    }
    return frame;
  };

  const runMarks = (): void => {
    // A mark may set another one at the same place.
    while (marks[0] && marks[0].at <= pulled) marks.shift()!.act();
  };

  const addMark = (act: () => void, at: number): void => {
    const after = marks.findIndex((mark) => mark.at > at);
    marks.splice(after < 0 ? marks.length : after, 0, { at, act });
  };

  return {
    begin() {
      since ??= clock.now();
    },
    push(frame) {
      const now = clock.now();
      if (last !== undefined && now - last > pauseMs) since = now;
      since ??= now;
      last = now;
      frames.push(frame);
      arrived++;
      samples += frame.samples;
    },
    mark(act, shiftMs = 0) {
      const frame = frames[head] ?? frames.at(-1);
      const shift = frame ? Math.round((shiftMs * sampleRate) / 1000 / frame.samples) : 0;
      if (arrived + shift <= pulled) act();
      else addMark(act, arrived + shift);
    },
    markNext: (act, count) => addMark(act, pulled + count),
    upcoming(ms) {
      const frame = frames[head];
      return frame ? frames.slice(head, head + Math.round((ms * sampleRate) / 1000 / frame.samples)) : [];
    },
    skip: (frame) => guard.skip(frame),
    pull() {
      const frame = next();
      return frame && guard.pass(frame);
    },
    cut: () => guard.cut(),
    lead: () => (samples * 1000) / sampleRate,
    since: () => since,
    last: () => last,
    keepNewest(ms) {
      const most = (ms * sampleRate) / 1000;
      while (samples > most) {
        const frame = next();
        if (!frame) break;
        guard.skip(frame);
      }
    },
    keepNext(ms) {
      const most = (ms * sampleRate) / 1000;
      while (samples > most && frames.length > head) {
        samples -= frames.pop()!.samples;
        arrived--;
      }
    },
  };
};
