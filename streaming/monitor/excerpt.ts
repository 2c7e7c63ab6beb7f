import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { mainDataBegin, mute } from '#streaming/frames/mpeg.ts';

/** Whole frames of one format, none of which needs bytes of a frame before the first. */
export type Excerpt = {
  codec: 'mp3' | 'aac';
  sample_rate: number;
  channels: number;
  data: Buffer;
  /** Per channel, that all frames decode to. */
  samples: number;
  /** Of these, how many at the beginning still sound of what was there before, or are muted. */
  leadIn: number;
};

/** Frames that a decoder needs before it gives what was encoded. */
const settling = 2;

/** Cuts an excerpt out of consecutive frames; undefined where there are fewer than a decoder needs to settle. */
export function cutExcerpt(sound: Buffer, codec: 'mp3' | 'aac'): Excerpt | undefined {
  const frames = createFrameParser(codec).push(sound);
  const first = frames[0]?.header;
  if (!first || frames.length <= settling + 1) return undefined;
  const data: Buffer[] = [];
  let samples = 0;
  let leadIn = 0;
  let held = 0;
  for (const [at, frame] of frames.entries()) {
    let bytes = frame.buffer.subarray(frame.start, frame.end);
    const reachesBefore = codec === 'mp3' && mainDataBegin(bytes, 0) > held;
    if (reachesBefore) {
      bytes = Buffer.from(bytes);
      mute(bytes, 0);
    }
    data.push(bytes);
    held += bytes.length - longestHead;
    samples += frame.samples;
    if (at < settling || reachesBefore) leadIn = samples;
  }
  if (leadIn >= samples) return undefined;
  return {
    codec,
    sample_rate: first.sample_rate,
    channels: first.channels,
    data: Buffer.concat(data),
    samples,
    leadIn,
  };
}

/** Header, checksum and side information of an MP3 frame at most: the rest holds sound. */
const longestHead = 38;
