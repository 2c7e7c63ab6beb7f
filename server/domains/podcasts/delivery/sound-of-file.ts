import type { BlockFile, FileBlocks } from './file-blocks.ts';

/** Where sound begins in a file, and how many bytes of it make a download. */
export type SoundOfFile = { sound: number; enough: number };

const downloadMs = 60_000;
const nearlyAll = 0.99;

/**
 * A download is a minute of sound, at the file's own bit rate and beyond its tags, or 99 % of what is shorter
 * (the rule of IAB's podcast measurement guidelines, made stricter for short episodes). `ms` is the file's length.
 */
export const soundOfFile = (head: Buffer, size: number, ms: number): SoundOfFile => {
  const sound = Math.min(tagBytes(head), size);
  const all = size - sound;
  const minute = ms > 0 ? (all * downloadMs) / ms : all;
  return { sound, enough: Math.max(1, Math.ceil(Math.min(minute, all * nearlyAll))) };
};

/** The length of an ID3v2 tag with its header and footer; 0 where there is none. */
const tagBytes = (head: Buffer): number => {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [, , , , , flags = 0, a = 0, b = 0, c = 0, d = 0] = head;
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f) + footer;
};

const atMost = 5000;

/** The same for files in storage; remembers those asked for last. */
export const soundsOfFiles = (blocks: FileBlocks) => {
  const known = new Map<string, SoundOfFile>();
  return async (file: BlockFile & { ms: number }): Promise<SoundOfFile> => {
    const before = known.get(file.hash);
    if (before) return before;
    const { block } = await blocks.at(file, 0);
    const found = soundOfFile(block.subarray(0, 10), file.size, file.ms);
    if (known.size >= atMost) known.clear();
    known.set(file.hash, found);
    return found;
  };
};
