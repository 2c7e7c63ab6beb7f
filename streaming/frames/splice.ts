import type { Frame } from './frame.ts';
import { mainDataBegin, mainDataLength, mute, reservoirOf, sideInfo, widen } from './mpeg.ts';

export type SpliceGuard = {
  /** What goes out next does not follow what went out before. */
  cut(): void;
  /** A frame of this encoder that doesn't go out; later ones may have their sound in its bytes. */
  skip(frame: Frame): void;
  /** The frame as it may go out. */
  pass(frame: Frame): Frame;
};

/** Most bytes any layer III frame can borrow from those before it. */
const reservoir = 511;

/**
 * Keeps noise and holes out of an MP3 splice. A frame whose sound begins in frames that the listener never got is
 * sent as a larger one that brings those bytes along; only where they are unknown is it muted.
 */
export function createSpliceGuard(codec: 'mp3' | 'aac'): SpliceGuard {
  let recent: Frame[] = [];
  /** Bytes that a decoder has in hand for what goes out next. */
  let passed = 0;

  function remember(frame: Frame): void {
    recent.push(frame);
    const others = recent.slice(1).reduce((sum, one) => sum + areaOf(one).length, 0);
    if (others >= reservoir) recent.shift();
  }

  function pass(frame: Frame): Frame {
    if (codec !== 'mp3') return frame;
    if (frame.isFirst) forget();
    const begin = mainDataBegin(frame.buffer, frame.start);
    const reaches = begin > passed;
    const borrowed = reaches ? lastBytes(recent, begin) : undefined;
    const whole = borrowed && standAlone(frame, borrowed);
    remember(frame);
    if (!reaches) {
      passed = Math.min(passed + areaOf(frame).length, reservoir);
      return frame;
    }
    const sent = whole ?? silenced(frame, passed);
    passed = Math.min(sent.left, reservoir);
    return sent.frame;
  }

  function forget(): void {
    recent = [];
    passed = 0;
  }

  return {
    cut: () => {
      passed = 0;
    },
    skip: (frame) => {
      if (codec !== 'mp3') return;
      if (frame.isFirst) forget();
      remember(frame);
    },
    pass,
  };
}

/** The part of a frame that holds sound: its own, and what later frames borrow. */
function areaOf(frame: Frame): Buffer {
  const side = sideInfo(frame.buffer, frame.start);
  return frame.buffer.subarray(Math.min(side.at + side.length, frame.end), frame.end);
}

function lastBytes(frames: Frame[], count: number): Buffer | undefined {
  const bytes = Buffer.concat(frames.map(areaOf));
  return bytes.length >= count ? bytes.subarray(bytes.length - count) : undefined;
}

/** The frame at the lowest bitrate that holds its borrowed bytes too, and how many bytes of it later frames may borrow. */
function standAlone(frame: Frame, borrowed: Buffer): { frame: Frame; left: number } | undefined {
  const sound = Buffer.concat([borrowed, areaOf(frame)]);
  const own = mainDataLength(frame.buffer, frame.start);
  const left = sound.length - own;
  const side = sideInfo(frame.buffer, frame.start);
  const head = frame.buffer.subarray(frame.start, side.at + side.length);
  const buffer = left >= 0 ? widen(head, sound.length) : undefined;
  if (!buffer) return undefined;
  sound.copy(buffer, head.length, 0, own);
  sound.copy(buffer, buffer.length - left, own);
  return { frame: { buffer, start: 0, end: buffer.length, samples: frame.samples }, left };
}

/** The frame without its sound; of the `passed` bytes before it as many stay in hand as a decoder keeps, so that the next frame has them. */
function silenced(frame: Frame, passed: number): { frame: Frame; left: number } {
  const buffer = Buffer.from(frame.buffer.subarray(frame.start, frame.end));
  const area = areaOf(frame).length;
  const begin = Math.max(0, Math.min(passed, reservoirOf(buffer, 0) - area));
  mute(buffer, 0, begin);
  return { frame: { buffer, start: 0, end: buffer.length, samples: frame.samples }, left: begin + area };
}
