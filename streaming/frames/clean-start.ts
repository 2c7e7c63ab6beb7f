import type { FrameRun } from './frame.ts';
import { createSpliceGuard } from './splice.ts';

/** An MP3 frame borrows from few frames before it: after these none reaches before the first. */
const watchedFrames = 12;

/**
 * The bytes of runs of frames before which there is nothing, as many as there were: frames whose sound begins in others that
 * aren't there are muted, so that a decoder can begin with them, and pieces can be played one after the other without noise.
 */
export function createCleanStart(codec: 'mp3' | 'aac'): (run: FrameRun) => Buffer {
  const guard = createSpliceGuard(codec);
  let left = codec === 'mp3' ? watchedFrames : 0;
  return ({ data, offsets }) => {
    if (left <= 0) return data;
    let clean = data;
    for (let i = 0; i < offsets.length && left > 0; i++, left--) {
      const start = offsets[i]!;
      // The guard looks at bytes only.
      const frame = guard.pass({ buffer: data, start, end: offsets[i + 1] ?? data.length, samples: 0 });
      if (frame.buffer === data) continue;
      if (clean === data) clean = Buffer.from(data);
      frame.buffer.copy(clean, start, frame.start, frame.end);
    }
    return clean;
  };
}
