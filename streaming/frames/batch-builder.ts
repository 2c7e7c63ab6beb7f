import type { Frame } from './frame.ts';

export type FrameRun = { offsets: Uint32Array; data: Buffer };

export type BatchBuilder = {
  add(frame: Frame): void;
  /** What was added since the last call, as one buffer; undefined for nothing. */
  take(): FrameRun | undefined;
};

type Stretch = { buffer: Buffer; start: number; end: number };

/** Collects frames to one buffer. Frames that lie side by side are not copied. */
export function createBatchBuilder(): BatchBuilder {
  let stretches: Stretch[] = [];
  let offsets: number[] = [];
  let length = 0;

  function add(frame: Frame): void {
    const last = stretches.at(-1);
    if (last && last.buffer === frame.buffer && last.end === frame.start) last.end = frame.end;
    else stretches.push({ buffer: frame.buffer, start: frame.start, end: frame.end });
    offsets.push(length);
    length += frame.end - frame.start;
  }

  function take(): FrameRun | undefined {
    if (offsets.length === 0) return undefined;
    const parts = stretches.map((part) => part.buffer.subarray(part.start, part.end));
    const data = parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
    const run = { offsets: Uint32Array.from(offsets), data };
    stretches = [];
    offsets = [];
    length = 0;
    return run;
  }

  return { add, take };
}
