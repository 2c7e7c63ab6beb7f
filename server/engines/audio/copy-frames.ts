import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maxFrameLength, mp3FrameLength } from './frames.ts';
import { declaredFrames, xingHeader, type DescribedAudio } from './xing-header.ts';

const chunk = 1024 * 1024;
/** Tolerated bytes between frames; more means a damaged file, which a decoder conceals better than a player. */
const maxGapBytes = 64 * 1024;

/** Byte ranges of contiguous frames; the end of each audio frame within them; properties they share. */
type Walk = { runs: { start: number; end: number }[]; ends: number[]; first: Buffer; isVariable: boolean };

/** Copies the frames of an MP3 file; see port.ts. */
export const copyFrames = async (path: string, out: string): Promise<{ isSameLength: boolean } | undefined> => {
  const file = await open(path);
  try {
    const walk = await walkFrames(file);
    if (!walk || walk.ends.length === 0) return undefined;
    const { runs, ends, first, isVariable } = walk;
    const declared = declaredFrames(first);
    const frames = ends.length - (declared === undefined ? 0 : 1);
    // Some encoders count the header frame itself.
    const isRight = declared !== undefined && Math.abs(declared - frames) <= 1;
    if (declared !== undefined && !isRight) runs[0]!.start += first.length;
    const audioEnds = declared !== undefined && !isRight ? ends.slice(1).map((end) => end - first.length) : ends;
    const header = !isRight && isVariable ? [xingHeader(first, described(audioEnds))] : [];
    await pipeline(Readable.from(outputChunks(path, header, runs)), createWriteStream(out, { flush: true }));
    return { isSameLength: isRight || declared === undefined };
  } finally {
    await file.close();
  }
};

const described = (ends: readonly number[]): DescribedAudio => ({
  frames: ends.length,
  bytes: ends.at(-1) ?? 0,
  offsetOf: (frame) => (frame === 0 ? 0 : ends[frame - 1]!),
});

const outputChunks = async function* (path: string, header: Buffer[], runs: Walk['runs']): AsyncGenerator<Buffer> {
  yield* header;
  for (const { start, end } of runs)
    if (end > start) yield* createReadStream(path, { start, end: end - 1 }) as AsyncIterable<Buffer>;
};

/** Undefined if the file mixes kinds of frames, or players would not play them. */
const walkFrames = async (file: FileHandle): Promise<Walk | undefined> => {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(chunk + 2 * maxFrameLength);
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
        if (between > maxGapBytes) return undefined;
        continue;
      }
      const now = kindAt(bytes, at);
      kind ??= now;
      if (now !== kind || isMpeg25(bytes, at)) return undefined;
      if (walk.ends.length === 0) walk.first = Buffer.from(bytes.subarray(at, at + length));
      // The Xing header frame has its own bit rate.
      const isHeader = walk.ends.length === 0 && declaredFrames(walk.first) !== undefined;
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

/** MPEG version, layer, sample rate and mono flag: a change of these within a file confuses players. */
const kindAt = (bytes: Buffer, at: number): number =>
  ((bytes[at + 1]! & 0x1e) << 8) | ((bytes[at + 2]! & 0x0c) << 2) | (bytes[at + 3]! >> 6 === 3 ? 1 : 0);

/** MPEG 2.5 (up to 12 kHz), which some players can't play. */
const isMpeg25 = (bytes: Buffer, at: number): boolean => ((bytes[at + 1]! >> 3) & 3) === 0;

const isFrame = (bytes: Buffer, at: number, kind: number, position: number, size: number): boolean => {
  const length = mp3FrameLength(bytes, at);
  if (length === 0) return false;
  if (kindAt(bytes, at) === kind) return true;
  // A real frame of another kind is followed by one of its kind; a chance match is not.
  return position + length < size && isFollowed(bytes, at, length);
};

const isFollowed = (bytes: Buffer, at: number, length: number): boolean =>
  at + length + 4 > bytes.length ||
  (mp3FrameLength(bytes, at + length) > 0 && kindAt(bytes, at + length) === kindAt(bytes, at));

/** The length of the ID3v2 tag at this offset; 0 for none. */
const id3At = (bytes: Buffer, at: number): number => {
  if (bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33 || at + 10 > bytes.length) return 0;
  const digits = [...bytes.subarray(at + 6, at + 10)];
  if (digits.some((digit) => digit > 0x7f)) return 0;
  return 10 + digits.reduce((sum, digit) => sum * 128 + digit, 0) + ((bytes[at + 5]! & 0x10) > 0 ? 10 : 0);
};
