import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createSpliceGuard } from '#streaming/frames/splice.ts';
import type { Codec } from './pieces.ts';

/** An MP3 frame borrows from few frames before it: after these none reaches before the first. */
const watchedFrames = 12;

/**
 * The bytes of a piece that follows on nothing: frames whose sound begins in others that aren't there are muted, so
 * that pieces can be played one after the other without noise.
 */
export function createCleanStart(codec: Codec): (batch: FrameBatch) => Buffer {
  const guard = createSpliceGuard(codec);
  let left = codec === 'mp3' ? watchedFrames : 0;
  guard.cut();
  return ({ data, offsets }) => {
    if (left <= 0) return data;
    const parts: Buffer[] = [];
    for (let i = 0; i < offsets.length; i++) {
      const start = offsets[i]!;
      const end = offsets[i + 1] ?? data.length;
      // The guard looks at bytes only.
      const frame = left-- > 0 ? guard.pass({ buffer: data, start, end, samples: 0 }) : { buffer: data, start, end };
      parts.push(frame.buffer.subarray(frame.start, frame.end));
    }
    return Buffer.concat(parts);
  };
}
