import { open, type FileHandle } from 'node:fs/promises';
import { sniff } from './identify.ts';

/* Counts the bytes of tags and embedded pictures by their length fields, without parsing them. */

type Range = { start: number; end: number };
type Reader = (at: number, length: number) => Promise<Buffer>;

/** More tags, chunks or boxes than any real file has. */
const maxSteps = 5000;
const headBytes = 64 * 1024;

/** The total bytes of ID3v2, APE, Vorbis, MP4 and RIFF tags; Infinity with more parts than any real file has. */
export const tagBytes = async (path: string): Promise<number> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read: Reader = (at, length) => readAt(file, at, length);
    const start = await id3End(read, size);
    const kind = sniff(await read(start, headBytes));
    const inside =
      kind === 'flac' || kind === 'wav' || kind === 'ogg' || kind === 'mov'
        ? await walks[kind](read, { start, end: size })
        : 0;
    return start + inside + (await apeBytes(read, size));
  } finally {
    await file.close();
  }
};

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
};

/** The end of the ID3v2 tags at the start of the file. */
const id3End = async (read: Reader, size: number): Promise<number> => {
  let at = 0;
  for (let steps = 0; at < size; steps++) {
    const head = await read(at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') break;
    if (steps === maxSteps) return Infinity;
    const footer = head[5]! & 0x10 ? 10 : 0;
    at += 10 + footer + [...head.subarray(6, 10)].reduce((sum, digit) => sum * 128 + (digit & 0x7f), 0);
  }
  return at;
};

/** An APE tag is at the end of the file, or before a 128-byte ID3v1 tag. */
const apeBytes = async (read: Reader, size: number): Promise<number> => {
  for (const at of [size - 32, size - 160]) {
    const footer = at < 0 ? Buffer.alloc(0) : await read(at, 32);
    if (footer.length === 32 && footer.toString('latin1', 0, 8) === 'APETAGEX') return footer.readUInt32LE(12);
  }
  return 0;
};

const padding = 1;
const seekTable = 3;

const flacBytes = async (read: Reader, { start, end }: Range): Promise<number> => {
  let [at, total] = [start + 4, 0];
  for (let steps = 0; at < end; steps++) {
    if (steps === maxSteps) return Infinity;
    const head = await read(at, 4);
    if (head.length < 4) break;
    const length = head.readUIntBE(1, 3);
    const type = head[0]! & 0x7f;
    if (type !== padding && type !== seekTable) total += length;
    at += 4 + length;
    if (head[0]! >= 0x80) break;
  }
  return total;
};

/** The pages before the first audio: those whose position is 0, or -1 inside a long packet. */
const oggBytes = async (read: Reader, { start, end }: Range): Promise<number> => {
  let [at, total] = [start, 0];
  for (let steps = 0; at < end; steps++) {
    const head = await read(at, 27 + 255);
    if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') break;
    const position = head.readBigInt64LE(6);
    if (position !== 0n && position !== -1n) break;
    if (steps === maxSteps) return Infinity;
    const segments = head.subarray(27, 27 + head[26]!);
    const payload = segments.reduce((sum, length) => sum + length, 0);
    total += payload;
    at += 27 + segments.length + payload;
  }
  return total;
};

const audioChunks = new Set(['data', 'fmt ', 'JUNK', 'FLLR', 'PAD ', 'fact', 'ds64']);

const wavBytes = async (read: Reader, { start, end }: Range): Promise<number> => {
  let [at, total] = [start + 12, 0];
  for (let steps = 0; at < end; steps++) {
    if (steps === maxSteps) return Infinity;
    const head = await read(at, 8);
    if (head.length < 8) break;
    const length = head.readUInt32LE(4);
    if (!audioChunks.has(head.toString('latin1', 0, 4))) total += Math.min(length, end - at);
    at += 8 + length + (length % 2);
  }
  return total;
};

/** The boxes that carry tags, searched in the file, `moov` and its tracks. */
const movBytes = async (read: Reader, whole: Range): Promise<number> => {
  const pending = [{ ...whole, depth: 0 }];
  let [steps, total] = [0, 0];
  for (let range = pending.pop(); range; range = pending.pop()) {
    const { end, depth } = range;
    for (let at = range.start; at < end; steps++) {
      if (steps === maxSteps) return Infinity;
      const { type, start, length } = await boxAt(read, at, end);
      if (length < 8) break;
      if (type === 'meta' || type === 'udta' || type === 'uuid') total += Math.min(length, end - at);
      if (type === (depth === 0 ? 'moov' : 'trak') && depth < 2)
        pending.push({ start, end: Math.min(end, at + length), depth: depth + 1 });
      at += length;
    }
  }
  return total;
};

const boxAt = async (
  read: Reader,
  at: number,
  end: number,
): Promise<{ type: string; start: number; length: number }> => {
  const head = await read(at, 16);
  if (head.length < 8) return { type: '', start: at, length: 0 };
  const short = head.readUInt32BE(0);
  const type = head.toString('latin1', 4, 8);
  if (short === 1 && head.length === 16) return { type, start: at + 16, length: Number(head.readBigUInt64BE(8)) };
  return { type, start: at + 8, length: short === 0 ? end - at : short };
};

const walks = { flac: flacBytes, ogg: oggBytes, wav: wavBytes, mov: movBytes };
