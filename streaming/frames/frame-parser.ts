import { adtsHeader } from './adts.ts';
import type { Frame, FrameHeader } from './frame.ts';
import { isContentsFrame, mpegHeader } from './mpeg.ts';
import { tagLength } from './tags.ts';

/** A frame with its header, and how many bytes of the input lie before it. */
export type ParsedFrame = Frame & { header: FrameHeader; offset: number };

export type FrameParser = {
  /** Takes the next bytes; gives the whole frames they complete. Tags, contents frames and garbage are left out. */
  push(chunk: Buffer): ParsedFrame[];
  /** Forgets the beginning of a frame that isn't whole yet, and tells its length: who can read it again needs no copy of all that follows. */
  giveBack(): number;
  /** Bytes taken in that were neither part of a frame nor of a tag. */
  readonly garbage: number;
};

const headerBytes = 7;
const nothing = Buffer.alloc(0);

/** Cuts MP3 (layer III) or ADTS AAC out of a byte stream; in step only after three headers in a row that agree, out of step at the first that doesn't. */
export function createFrameParser(codec: 'mp3' | 'aac'): FrameParser {
  const headerAt = codec === 'mp3' ? mpegHeader : adtsHeader;
  let pending: Buffer = nothing;
  let offset = 0;
  let skip = 0;
  let garbage = 0;
  let followsAt = 0;
  let step: FrameHeader | undefined;

  function push(chunk: Buffer): ParsedFrame[] {
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
      if (!step) {
        at = seek(bytes, at);
        if (!step && skip === 0) break;
        continue;
      }
      const next = takeFrame(bytes, at, frames);
      if (next < 0) break;
      at = next;
    }
    pending = at < bytes.length ? bytes.subarray(at) : nothing;
    offset += at;
    return frames;
  }

  /** The position after the frame at `at`, the same position where it falls out of step, -1 to wait for more. */
  function takeFrame(bytes: Buffer, at: number, frames: ParsedFrame[]): number {
    if (bytes.length - at < headerBytes) return -1;
    const header = headerAt(bytes, at);
    if (!header || !agrees(header, step!)) {
      step = undefined;
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
        isFirst: offset + at !== followsAt,
      });
      followsAt = offset + end;
    }
    return end;
  }

  /** Goes on to where frames or a tag begin, or to the position from which more is needed to tell. */
  function seek(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const tag = tagLength(bytes, at);
      if (tag > 0) skip = tag;
      const found = tag === 0 ? probe(bytes, at) : undefined;
      if (found && found !== 'unknown') step = found;
      if (tag !== 0 || found) return at;
      garbage++;
    }
    return bytes.length;
  }

  function probe(bytes: Buffer, at: number): FrameHeader | 'unknown' | undefined {
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
  }

  return {
    push,
    giveBack() {
      const { length } = pending;
      pending = nothing;
      return length;
    },
    get garbage() {
      return garbage;
    },
  };
}

function agrees(a: FrameHeader, b: FrameHeader): boolean {
  return a.sample_rate === b.sample_rate && a.channels === b.channels && a.samples === b.samples;
}
