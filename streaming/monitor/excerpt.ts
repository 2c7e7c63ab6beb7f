import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { mainDataBegin, mute } from '#streaming/frames/mpeg.ts';

/** Whole frames of one format, none of which depends on a frame before the first. */
export type Excerpt = {
  codec: 'mp3' | 'aac';
  sample_rate: number;
  channels: number;
  data: Buffer;
  /** Samples per channel that all frames decode to. */
  samples: number;
  /** How many of them at the beginning still contain earlier audio, or are muted. */
  leadIn: number;
};

/** Frames that a decoder needs before its output is exact. */
const warmUpFrames = 2;

/** Cuts an excerpt out of consecutive frames; undefined if a decoder needs more frames to warm up. */
export const cutExcerpt = (audio: Buffer, codec: 'mp3' | 'aac'): Excerpt | undefined => {
  const frames = createFrameParser(codec).push(audio);
  const first = frames[0]?.header;
  if (!first || frames.length <= warmUpFrames + 1) return undefined;
  const data: Buffer[] = [];
  let samples = 0;
  let leadIn = 0;
  let available = 0;
  for (const [at, frame] of frames.entries()) {
    let bytes = frame.buffer.subarray(frame.start, frame.end);
    const isBorrowing = codec === 'mp3' && mainDataBegin(bytes, 0) > available;
    if (isBorrowing) {
      bytes = Buffer.from(bytes);
      mute(bytes, 0);
    }
    data.push(bytes);
    available += bytes.length - longestHead;
    samples += frame.samples;
    if (at < warmUpFrames || isBorrowing) leadIn = samples;
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
};

/** The most bytes of header, checksum and side information of an MP3 frame: the rest is audio. */
const longestHead = 38;
