import type { FrameRun } from './frame.ts';
import { createSpliceGuard } from './splice.ts';

/** The bit reservoir reaches back a few MP3 frames: after this many frames none depends on data before the start. */
const watchedFrames = 12;

/**
 * Returns the bytes of frame runs that start without history, same length as before: frames whose main data begins in
 * missing frames are muted, so that a decoder can start with them, and segments play one after the other without noise.
 */
export const createCleanStart = (codec: 'mp3' | 'aac'): ((run: FrameRun) => Buffer) => {
  const guard = createSpliceGuard(codec);
  let remaining = codec === 'mp3' ? watchedFrames : 0;
  return ({ data, offsets }) => {
    if (remaining <= 0) return data;
    let clean = data;
    for (let i = 0; i < offsets.length && remaining > 0; i++, remaining--) {
      const start = offsets[i]!;
      // The guard only looks at bytes.
      const frame = guard.pass({ buffer: data, start, end: offsets[i + 1] ?? data.length, samples: 0 });
      if (frame.buffer === data) continue;
      if (clean === data) clean = Buffer.from(data);
      frame.buffer.copy(clean, start, frame.start, frame.end);
    }
    return clean;
  };
};
