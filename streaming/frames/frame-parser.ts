import { adtsHeader } from './adts.ts';
import type { Frame, FrameHeader } from './frame.ts';
import { isContentsFrame, mpegHeader } from './mpeg.ts';
import { tagLength } from './tags.ts';

/** A frame with its header; `offset`: bytes of the input before it. */
export type ParsedFrame = Frame & { header: FrameHeader; offset: number };

export type FrameParser = {
  /** Parses the next bytes and returns the frames they complete. Tags, contents frames and garbage are skipped. */
  push(chunk: Buffer): ParsedFrame[];
  /**
   * Discards an incomplete frame and returns its length: a caller that can read it again avoids copying all that
   * follows.
   */
  discardPartial(): number;
  /** Input bytes that belonged to neither a frame nor a tag. */
  readonly garbage: number;
};

const headerBytes = 7;
const nothing = Buffer.alloc(0);

/**
 * Cuts MP3 (layer III) or ADTS AAC out of a byte stream; synchronises on three consecutive headers that agree, and
 * loses sync at the first that doesn't.
 */
export const createFrameParser = (codec: 'mp3' | 'aac'): FrameParser => {
  const headerAt = codec === 'mp3' ? mpegHeader : adtsHeader;
  let pending: Buffer = nothing;
  let offset = 0;
  let skip = 0;
  let garbage = 0;
  let nextOffset = 0;
  let reference: FrameHeader | undefined;

  const push = (chunk: Buffer): ParsedFrame[] => {
    const bytes = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    const frames: ParsedFrame[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (skip > 0) {
        const skipped = Math.min(skip, bytes.length - at);
        skip -= skipped;
        at += skipped;
        continue;
      }
      if (!reference) {
        at = seek(bytes, at);
        if (!reference && skip === 0) break;
        continue;
      }
      const next = takeFrame(bytes, at, frames);
      if (next < 0) break;
      at = next;
    }
    pending = at < bytes.length ? bytes.subarray(at) : nothing;
    offset += at;
    return frames;
  };

  /** Returns the position after the frame at `at`, the same position if sync is lost there, -1 to wait for more. */
  const takeFrame = (bytes: Buffer, at: number, frames: ParsedFrame[]): number => {
    if (bytes.length - at < headerBytes) return -1;
    const header = headerAt(bytes, at);
    if (!header || !agrees(header, reference!)) {
      reference = undefined;
      return at;
    }
    const end = at + header.length;
    if (end > bytes.length) return -1;
    if (codec === 'aac' || !isContentsFrame(bytes, at)) {
      frames.push({
        buffer: bytes,
        start: at,
        end,
        samples: header.samples,
        header,
        offset: offset + at,
        isFirst: offset + at !== nextOffset,
      });
      nextOffset = offset + end;
    }
    return end;
  };

  /** Skips to the next frame or tag, or to the position from which more bytes are needed. */
  const seek = (bytes: Buffer, from: number): number => {
    for (let at = from; at < bytes.length; at++) {
      const tag = tagLength(bytes, at);
      if (tag > 0) skip = tag;
      const found = tag === 0 ? probe(bytes, at) : undefined;
      if (found && found !== 'unknown') reference = found;
      if (tag !== 0 || found) return at;
      garbage++;
    }
    return bytes.length;
  };

  const probe = (bytes: Buffer, at: number): FrameHeader | 'unknown' | undefined => {
    if (bytes[at] !== 0xff) return undefined;
    let first: FrameHeader | undefined;
    let next = at;
    for (let i = 0; i < 3; i++) {
      if (bytes.length - next < headerBytes) return 'unknown';
      const header = headerAt(bytes, next);
      if (!header || (first && !agrees(header, first))) return undefined;
      first ??= header;
      next += header.length;
    }
    return first;
  };

  return {
    push,
    discardPartial() {
      const { length } = pending;
      pending = nothing;
      return length;
    },
    get garbage() {
      return garbage;
    },
  };
};

const agrees = (a: FrameHeader, b: FrameHeader): boolean =>
  a.sample_rate === b.sample_rate && a.channels === b.channels && a.samples === b.samples;
