import { adtsHeader } from '#streaming/frames/adts.ts';
import { mpegHeader } from '#streaming/frames/mpeg.ts';
import type { Codec } from './segments.ts';

/** Position of a frame in bytes and in µs. */
export type FramePosition = { bytes: number; time: number };

/**
 * Walks from frame to frame, starting on one, while `more` accepts the next frame and its end; returns where it
 * stopped: at that frame, at the first incomplete one, or at the end.
 */
export const walkFrames = (
  bytes: Buffer,
  codec: Codec,
  from: FramePosition,
  more: (frame: FramePosition, end: FramePosition) => boolean = () => true,
): FramePosition => {
  const headerAt = codec === 'mp3' ? mpegHeader : adtsHeader;
  let at = 0;
  let time = from.time;
  for (;;) {
    const header = headerAt(bytes, at);
    const end = header && at + header.length;
    const position = { bytes: from.bytes + at, time };
    if (!header || end === undefined || end > bytes.length) return position;
    const next = time + (header.samples * 1e6) / header.sample_rate;
    if (!more(position, { bytes: from.bytes + end, time: next })) return position;
    at = end;
    time = next;
  }
};
