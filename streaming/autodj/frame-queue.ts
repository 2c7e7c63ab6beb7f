import type { ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { Frame } from '#streaming/frames/frame.ts';

export type FrameQueue = {
  push(frame: ParsedFrame): void;
  shift(): Frame | undefined;
  clear(): void;
  isEmpty(): boolean;
  /** Samples in the queue. */
  samples(): number;
  /** Bytes of the input before the next frame; undefined when the queue is empty. */
  nextOffset(): number | undefined;
  /** Bytes of the input up to the end of the last frame taken. */
  endOffset(): number;
};

/** Frames of one buffer, `samples` each, with start and end of each; `offset` bytes of the input precede the buffer. */
type QueuedRun = { buffer: Buffer; offset: number; samples: number; bounds: number[] };

/**
 * Frames waiting to be played, as two numbers each: thousands of stations queue so many that as objects they would cost
 * more memory than everything else.
 */
export const createFrameQueue = (): FrameQueue => {
  let runs: QueuedRun[] = [];
  let head = 0;
  let samples = 0;
  let endOffset = 0;

  const runFor = ({ buffer, start, offset, samples: each }: ParsedFrame): QueuedRun => {
    const last = runs.at(-1);
    if (last?.buffer === buffer && last.samples === each) return last;
    const run = { buffer, offset: offset - start, samples: each, bounds: [] };
    runs.push(run);
    return run;
  };

  return {
    push(frame) {
      runFor(frame).bounds.push(frame.start, frame.end);
      samples += frame.samples;
    },
    shift() {
      const run = runs[0];
      if (!run) return undefined;
      const { buffer, offset, samples: each, bounds } = run;
      const [start, end] = [bounds[head]!, bounds[head + 1]!];
      head += 2;
      samples -= each;
      endOffset = offset + end;
      if (head === bounds.length) {
        runs.shift();
        head = 0;
      }
      return { buffer, start, end, samples: each };
    },
    clear() {
      runs = [];
      head = 0;
      samples = 0;
    },
    isEmpty: () => runs.length === 0,
    samples: () => samples,
    nextOffset() {
      const [run] = runs;
      return run && run.offset + run.bounds[head]!;
    },
    endOffset: () => endOffset,
  };
};
