import type { ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { Frame } from '#streaming/frames/frame.ts';

export type FrameQueue = {
  push(frame: ParsedFrame): void;
  shift(): Frame | undefined;
  clear(): void;
  readonly isEmpty: boolean;
  /** Samples that wait. */
  readonly samples: number;
  /** Bytes of the input before the next frame; undefined where there is none. */
  readonly next: number | undefined;
  /** Bytes of the input up to the end of the frame that was taken last. */
  readonly taken: number;
};

/** Frames of one buffer, `samples` each: where each begins and ends; `offset` bytes of the input lie before the buffer. */
type Stretch = { buffer: Buffer; offset: number; samples: number; places: number[] };

/** Frames that wait to be played, as two numbers each: of thousands of stations they are so many that as objects they would cost more than all else. */
export function createFrameQueue(): FrameQueue {
  let stretches: Stretch[] = [];
  let head = 0;
  let samples = 0;
  let taken = 0;

  function stretchFor({ buffer, start, offset, samples: each }: ParsedFrame): Stretch {
    const last = stretches.at(-1);
    if (last?.buffer === buffer && last.samples === each) return last;
    const stretch = { buffer, offset: offset - start, samples: each, places: [] };
    stretches.push(stretch);
    return stretch;
  }

  return {
    push(frame) {
      stretchFor(frame).places.push(frame.start, frame.end);
      samples += frame.samples;
    },
    shift() {
      const stretch = stretches[0];
      if (!stretch) return undefined;
      const { buffer, offset, samples: each, places } = stretch;
      const [start, end] = [places[head]!, places[head + 1]!];
      head += 2;
      samples -= each;
      taken = offset + end;
      if (head === places.length) {
        stretches.shift();
        head = 0;
      }
      return { buffer, start, end, samples: each };
    },
    clear() {
      stretches = [];
      head = 0;
      samples = 0;
    },
    get isEmpty() {
      return stretches.length === 0;
    },
    get samples() {
      return samples;
    },
    get next() {
      const [stretch] = stretches;
      return stretch && stretch.offset + stretch.places[head]!;
    },
    get taken() {
      return taken;
    },
  };
}
