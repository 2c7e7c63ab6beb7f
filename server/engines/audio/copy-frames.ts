import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { longestFrame, mp3FrameLength } from './frames.ts';
import { lengthHeader, toldFrames } from './length-header.ts';

const chunk = 1024 * 1024;
/** What may stand between frames; more means that the file is damaged, and a decoder conceals that better than a player. */
const mostBetween = 64 * 1024;

/** Runs of frames back to back, in bytes of the file; where each frame of sound ends among them; what they have in common. */
type Walk = { runs: { start: number; end: number }[]; ends: number[]; first: Buffer; isVariable: boolean };

/** Copies the frames of an MP3 file; see port.ts. */
export const copyFrames = async (path: string, out: string): Promise<{ isSameLength: boolean } | undefined> => {
  const file = await open(path);
  try {
    const walk = await walkFrames(file);
    if (!walk || walk.ends.length === 0) return undefined;
    const { runs, ends, first, isVariable } = walk;
    const told = toldFrames(first);
    const frames = ends.length - (told === undefined ? 0 : 1);
    // Some encoders count the header itself.
    const isRight = told !== undefined && Math.abs(told - frames) <= 1;
    if (told !== undefined && !isRight) runs[0]!.start += first.length;
    const sound = told !== undefined && !isRight ? ends.slice(1).map((end) => end - first.length) : ends;
    const header = !isRight && isVariable ? [lengthHeader(first, sound)] : [];
    await pipeline(Readable.from(pieces(path, header, runs)), createWriteStream(out, { flush: true }));
    return { isSameLength: isRight || told === undefined };
  } finally {
    await file.close();
  }
};

const pieces = async function* (path: string, header: Buffer[], runs: Walk['runs']): AsyncGenerator<Buffer> {
  yield* header;
  for (const { start, end } of runs)
    if (end > start) yield* createReadStream(path, { start, end: end - 1 }) as AsyncIterable<Buffer>;
};

/** Undefined where frames of more than one kind stand in the file, or players would not play them. */
const walkFrames = async (file: FileHandle): Promise<Walk | undefined> => {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(chunk + 2 * longestFrame);
  const walk: Walk = { runs: [], ends: [], first: Buffer.alloc(0), isVariable: false };
  let [position, written, between, bitrate] = [0, 0, 0, 0];
  let kind: number | undefined;
  while (position < size) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    const bytes = buffer.subarray(0, bytesRead);
    let at = 0;
    while (at < Math.min(chunk, bytesRead)) {
      const skipped = id3At(bytes, at) || (kind === undefined || isFrame(bytes, at, kind, position + at, size) ? 0 : 1);
      const length = skipped > 0 ? 0 : mp3FrameLength(bytes, at);
      if (length === 0 || position + at + length > size || (kind === undefined && !isFollowed(bytes, at, length))) {
        at += Math.max(1, skipped);
        if (walk.ends.length > 0 && skipped <= 1 && position + at < size - 200_000) between += 1;
        if (between > mostBetween) return undefined;
        continue;
      }
      const now = kindAt(bytes, at);
      kind ??= now;
      if (now !== kind || isOfOldRates(bytes, at)) return undefined;
      if (walk.ends.length === 0) walk.first = Buffer.from(bytes.subarray(at, at + length));
      // The header of lengths has a bit rate of its own.
      const isHeader = walk.ends.length === 0 && toldFrames(walk.first) !== undefined;
      if (!isHeader) {
        if (bitrate !== 0 && bitrate !== bytes[at + 2]! >> 4) walk.isVariable = true;
        bitrate = bytes[at + 2]! >> 4;
      }
      const last = walk.runs.at(-1);
      if (last?.end === position + at) last.end += length;
      else walk.runs.push({ start: position + at, end: position + at + length });
      written += length;
      walk.ends.push(written);
      at += length;
    }
    position += at;
  }
  return walk;
};

/** MPEG version, layer, sample rate, and whether it is mono: what a player may not be asked to change. */
const kindAt = (bytes: Buffer, at: number): number =>
  ((bytes[at + 1]! & 0x1e) << 8) | ((bytes[at + 2]! & 0x0c) << 2) | (bytes[at + 3]! >> 6 === 3 ? 1 : 0);

/** MPEG 2.5, up to 12 kHz, which players stumble over. */
const isOfOldRates = (bytes: Buffer, at: number): boolean => ((bytes[at + 1]! >> 3) & 3) === 0;

const isFrame = (bytes: Buffer, at: number, kind: number, position: number, size: number): boolean => {
  const length = mp3FrameLength(bytes, at);
  if (length === 0) return false;
  if (kindAt(bytes, at) === kind) return true;
  // Another kind in earnest is followed by its like; chance is not.
  return position + length < size && isFollowed(bytes, at, length);
};

const isFollowed = (bytes: Buffer, at: number, length: number): boolean =>
  at + length + 4 > bytes.length ||
  (mp3FrameLength(bytes, at + length) > 0 && kindAt(bytes, at + length) === kindAt(bytes, at));

/** How long the ID3v2 tag is that stands here; 0 for none. */
const id3At = (bytes: Buffer, at: number): number => {
  if (bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33 || at + 10 > bytes.length) return 0;
  const digits = [...bytes.subarray(at + 6, at + 10)];
  if (digits.some((digit) => digit > 0x7f)) return 0;
  return 10 + digits.reduce((sum, digit) => sum * 128 + digit, 0) + ((bytes[at + 5]! & 0x10) > 0 ? 10 : 0);
};
