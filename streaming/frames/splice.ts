import type { Frame } from './frame.ts';
import { mainDataBegin, mpegHeader, mute, sideInfo } from './mpeg.ts';

export type SpliceGuard = {
  /** From here on the stream goes on with another encoder's frames. */
  cut(): void;
  /** The frame as it may go out. */
  pass(frame: Frame): Frame;
};

/** Most bytes a layer III frame can borrow from those before it. */
const reservoir = 511;

/** Keeps noise out of an MP3 splice: after a cut, frames that reach for sound from before it are muted, until enough has passed. */
export function createSpliceGuard(codec: 'mp3' | 'aac'): SpliceGuard {
  let passed = reservoir;

  function pass(frame: Frame): Frame {
    if (passed >= reservoir) return frame;
    const reaches = mainDataBegin(frame.buffer, frame.start) > passed;
    const header = mpegHeader(frame.buffer, frame.start);
    const side = sideInfo(frame.buffer, frame.start);
    passed += (header?.length ?? 0) - (side.at - frame.start) - side.length;
    if (!reaches) return frame;
    const buffer = Buffer.from(frame.buffer.subarray(frame.start, frame.end));
    mute(buffer, 0);
    return { buffer, start: 0, end: buffer.length, samples: frame.samples };
  }

  return {
    cut: () => {
      if (codec === 'mp3') passed = 0;
    },
    pass,
  };
}
