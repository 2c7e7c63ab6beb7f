import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createBatchBuilder } from '#streaming/frames/batch-builder.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { createLagWatch } from './lag-watch.ts';
import { createPacer, type Pacer } from './pacer.ts';

/** What a station has sent, on its clock: frames are collected and emitted in batches. */
export type SentAudio = Pick<Pacer, 'isStarted' | 'start' | 'stop' | 'owed' | 'at' | 'zero'> & {
  /** One frame of silence in the station's format. */
  readonly silence: Frame;
  add(frame: Frame): void;
  /** Emits the collected frames as a batch. */
  flush(): void;
  /** Another source follows. */
  end(): void;
  /** After a process stall: writes off what is owed beyond a limit. */
  forgive(now: number): void;
  /** The frames of silence to send in place of audio that the source never sent; mostly 0. */
  missing(now: number): number;
};

type Options = {
  format: StreamFormat;
  /** µs of audio sent before. */
  from: number;
  emit(batch: Pick<FrameBatch, 'at' | 'duration' | 'offsets' | 'data'>): void;
};

/** After a process stall, more than this is not made up, and what is then still owed, ms. */
const longestDebtMs = 10_000;
const remainingDebtMs = 1500;
/** µs of audio after which a batch is sent while more is owed. */
const longestBatch = 600_000;

/** Starts with nothing sent and a clock that stands still. */
export const createSentAudio = ({ format, from, emit }: Options): SentAudio => {
  const silence = silenceOf(format);
  const frameMs = (silence.frame.samples * 1000) / format.sample_rate;
  const builder = createBatchBuilder(silence);
  const pacer = createPacer(format.sample_rate, from);
  const lag = createLagWatch();
  let flushed = from;

  const flush = (): void => {
    const run = builder.take();
    if (!run) return;
    const at = flushed;
    flushed = pacer.at();
    emit({ at, duration: flushed - at, ...run });
  };

  return {
    silence: silence.frame,
    isStarted: () => pacer.isStarted(),
    at: () => pacer.at(),
    zero: () => pacer.zero(),
    start: pacer.start,
    stop: pacer.stop,
    owed: pacer.owed,
    add(frame) {
      builder.add(frame);
      pacer.add(frame.samples);
      if (pacer.at() - flushed >= longestBatch) flush();
    },
    flush,
    end() {
      flush();
      lag.reset();
    },
    forgive(now) {
      const owed = pacer.owed(now);
      if (owed > longestDebtMs) pacer.forgive(owed - remainingDebtMs);
    },
    missing: (now) => Math.ceil(lag.update(now, pacer.owed(now)) / frameMs),
  };
};
