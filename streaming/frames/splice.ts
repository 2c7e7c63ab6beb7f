import type { Frame } from './frame.ts';
import { mainDataBegin, mainDataLength, mute, maxReservoir, sideInfo, widen } from './mpeg.ts';

export type SpliceGuard = {
  /** The next frame sent does not follow the last one sent. */
  cut(): void;
  /** Records a frame of this encoder that is not sent; the main data of later ones may be in its bytes. */
  skip(frame: Frame): void;
  /** Returns the frame as it may be sent. */
  pass(frame: Frame): Frame;
};

/** The most bytes any layer III frame can borrow from those before it. */
const reservoir = 511;

/**
 * Prevents noise and gaps at an MP3 splice. A frame whose main data begins in frames that the listener never received
 * is sent as a larger one that includes those bytes; only where they are unknown is it muted.
 */
export const createSpliceGuard = (codec: 'mp3' | 'aac'): SpliceGuard => {
  let recent: Frame[] = [];
  /** Reservoir bytes that a decoder has for the next frame. */
  let available = 0;

  const remember = (frame: Frame): void => {
    recent.push(frame);
    const others = recent.slice(1).reduce((sum, one) => sum + areaOf(one).length, 0);
    if (others >= reservoir) recent.shift();
  };

  const pass = (frame: Frame): Frame => {
    if (codec !== 'mp3') return frame;
    if (frame.isFirst) reset();
    const begin = mainDataBegin(frame.buffer, frame.start);
    const isBorrowing = begin > available;
    const borrowed = isBorrowing ? lastBytes(recent, begin) : undefined;
    const whole = borrowed && selfContained(frame, borrowed);
    remember(frame);
    if (!isBorrowing) {
      available = Math.min(available + areaOf(frame).length, reservoir);
      return frame;
    }
    const sent = whole ?? muted(frame, available);
    available = Math.min(sent.left, reservoir);
    return sent.frame;
  };

  const reset = (): void => {
    recent = [];
    available = 0;
  };

  return {
    cut: () => {
      available = 0;
    },
    skip: (frame) => {
      if (codec !== 'mp3') return;
      if (frame.isFirst) reset();
      remember(frame);
    },
    pass,
  };
};

/** The main data area of a frame: its own data, and what later frames borrow. */
const areaOf = (frame: Frame): Buffer => {
  const side = sideInfo(frame.buffer, frame.start);
  return frame.buffer.subarray(Math.min(side.at + side.length, frame.end), frame.end);
};

const lastBytes = (frames: Frame[], count: number): Buffer | undefined => {
  const bytes = Buffer.concat(frames.map(areaOf));
  return bytes.length >= count ? bytes.subarray(bytes.length - count) : undefined;
};

/**
 * The frame at the lowest bitrate that also holds its borrowed bytes, and how many bytes of it later frames may borrow.
 */
const selfContained = (frame: Frame, borrowed: Buffer): { frame: Frame; left: number } | undefined => {
  const data = Buffer.concat([borrowed, areaOf(frame)]);
  const own = mainDataLength(frame.buffer, frame.start);
  const left = data.length - own;
  const side = sideInfo(frame.buffer, frame.start);
  const head = frame.buffer.subarray(frame.start, side.at + side.length);
  const buffer = left >= 0 ? widen(head, data.length) : undefined;
  if (!buffer) return undefined;
  data.copy(buffer, head.length, 0, own);
  data.copy(buffer, buffer.length - left, own);
  return { frame: { buffer, start: 0, end: buffer.length, samples: frame.samples }, left };
};

/**
 * The frame without its audio; it preserves as many of the `passed` bytes before it as a decoder can keep, for the next
 * frame.
 */
const muted = (frame: Frame, passed: number): { frame: Frame; left: number } => {
  const buffer = Buffer.from(frame.buffer.subarray(frame.start, frame.end));
  const area = areaOf(frame).length;
  const begin = Math.max(0, Math.min(passed, maxReservoir(buffer, 0) - area));
  mute(buffer, 0, begin);
  return { frame: { buffer, start: 0, end: buffer.length, samples: frame.samples }, left: begin + area };
};
