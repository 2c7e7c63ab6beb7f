import type { BlockFile, FileBlocks } from './file-blocks.ts';

/** Offset of the audio in a file, and how many audio bytes make a download. */
export type AudioExtent = { sound: number; enough: number };

const downloadMs = 60_000;
const completeShare = 0.99;

/**
 * A download is a minute of audio, by the file's own bit rate and without its tags, or 99 % of a shorter file (the rule
 * of IAB's podcast measurement guidelines, stricter for short episodes). `ms` is the file's duration.
 */
export const audioExtentOf = (head: Buffer, size: number, ms: number): AudioExtent => {
  const sound = Math.min(tagBytes(head), size);
  const all = size - sound;
  const minute = ms > 0 ? (all * downloadMs) / ms : all;
  return { sound, enough: Math.max(1, Math.ceil(Math.min(minute, all * completeShare))) };
};

/** Length of an ID3v2 tag with its header and footer; 0 without a tag. */
const tagBytes = (head: Buffer): number => {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [, , , , , flags = 0, a = 0, b = 0, c = 0, d = 0] = head;
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f) + footer;
};

const maxEntries = 5000;

/** The same for files in storage, cached by content hash. */
export const audioExtents = (blocks: FileBlocks) => {
  const cache = new Map<string, AudioExtent>();
  return async (file: BlockFile & { ms: number }): Promise<AudioExtent> => {
    const cached = cache.get(file.hash);
    if (cached) return cached;
    const { block } = await blocks.at(file, 0);
    const found = audioExtentOf(block.subarray(0, 10), file.size, file.ms);
    if (cache.size >= maxEntries) cache.clear();
    cache.set(file.hash, found);
    return found;
  };
};
