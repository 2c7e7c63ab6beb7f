import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { adtsFrameLength, maxFrameLength, mp3FrameLength } from './frames.ts';

const chunk = 1024 * 1024;

/**
 * Copies frames `first` to `first + count` (exclusive) of an encoder's output to `out`. Returns how many
 * there were and their bytes; throws if the bytes are not contiguous frames.
 */
export const cutFrames = async (
  path: string,
  out: string,
  codec: 'mp3' | 'aac',
  first: number,
  count: number,
): Promise<{ frames: number; size: number }> => {
  const span = await locate(path, codec === 'mp3' ? mp3FrameLength : adtsFrameLength, first, count);
  if (span.frames === 0) return { frames: 0, size: 0 };
  const target = createWriteStream(out, { flush: true });
  await pipeline(createReadStream(path, { start: span.start, end: span.end - 1 }), target);
  return { frames: span.frames, size: span.end - span.start };
};

/** Walks the frame headers to find the start of frame `first` and the end of the last requested one. */
const locate = async (
  path: string,
  lengthAt: (bytes: Buffer, at: number) => number,
  first: number,
  count: number,
): Promise<{ start: number; end: number; frames: number }> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(chunk + maxFrameLength);
    let position = 0;
    let start = 0;
    let index = 0;
    while (position < size && index < first + count) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      const bytes = buffer.subarray(0, bytesRead);
      let at = 0;
      while (at < chunk && position + at < size && index < first + count) {
        const length = lengthAt(bytes, at);
        if (length === 0) throw new Error(`The encoder's output has no frame at byte ${position + at}.`);
        if (position + at + length > size) return { start, end: position + at, frames: Math.max(0, index - first) };
        if (index === first) start = position + at;
        index++;
        at += length;
      }
      position += at;
    }
    return { start, end: position, frames: Math.max(0, index - first) };
  } finally {
    await file.close();
  }
};
