import { adtsHeader } from '#streaming/frames/adts.ts';
import { mpegHeader } from '#streaming/frames/mpeg.ts';
import type { Codec } from './pieces.ts';

/** Where a frame stands in bytes and in µs. */
export type Place = { bytes: number; time: number };

/**
 * Goes from frame to frame, beginning on one, for as long as `more` says of the next one, with its end; gives where it
 * stopped: at that frame, at the first that isn't whole, or at the end.
 */
export function walkFrames(
  bytes: Buffer,
  codec: Codec,
  from: Place,
  more: (frame: Place, end: Place) => boolean = () => true,
): Place {
  const headerAt = codec === 'mp3' ? mpegHeader : adtsHeader;
  let at = 0;
  let time = from.time;
  for (;;) {
    const header = headerAt(bytes, at);
    const end = header && at + header.length;
    const here = { bytes: from.bytes + at, time };
    if (!header || end === undefined || end > bytes.length) return here;
    const next = time + (header.samples * 1e6) / header.sample_rate;
    if (!more(here, { bytes: from.bytes + end, time: next })) return here;
    at = end;
    time = next;
  }
}
