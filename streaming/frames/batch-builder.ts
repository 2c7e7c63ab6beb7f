import type { Frame, FrameRun } from './frame.ts';
import type { Silence } from './silence.ts';

export type BatchBuilder = {
  add(frame: Frame): void;
  /** The frames added since the last call, as one buffer; undefined for none. */
  take(): FrameRun | undefined;
};

type ByteRange = { buffer: Buffer; start: number; end: number };

/** Collects frames into one buffer. Adjacent frames are not copied, and silence alone uses a shared buffer. */
export const createBatchBuilder = (silence?: Silence): BatchBuilder => {
  let ranges: ByteRange[] = [];
  let offsets: number[] = [];
  let length = 0;
  let silent = 0;

  const add = (frame: Frame): void => {
    if (frame === silence?.frame && offsets.length === 0) {
      silent++;
      return;
    }
    copySilence();
    append(frame);
  };

  const copySilence = (): void => {
    for (; silence && silent > 0; silent--) append(silence.frame);
  };

  const append = (frame: Frame): void => {
    const last = ranges.at(-1);
    if (last && last.buffer === frame.buffer && last.end === frame.start) last.end = frame.end;
    else ranges.push({ buffer: frame.buffer, start: frame.start, end: frame.end });
    offsets.push(length);
    length += frame.end - frame.start;
  };

  const take = (): FrameRun | undefined => {
    if (offsets.length === 0) return takeSilence();
    const parts = ranges.map((part) => part.buffer.subarray(part.start, part.end));
    const data = parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
    const run = { offsets: offsets.slice(), data };
    ranges = [];
    offsets = [];
    length = 0;
    return run;
  };

  const takeSilence = (): FrameRun | undefined => {
    const run = silent > 0 ? silence?.run(silent) : undefined;
    silent = 0;
    return run;
  };

  return { add, take };
};
