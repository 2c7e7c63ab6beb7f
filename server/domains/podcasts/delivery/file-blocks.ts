import { buffer } from 'node:stream/consumers';
import type { Storage } from '#server/kernel/kernel.ts';

/** A file in storage; `hash` is of its content, which distinguishes versions under the same key. */
export type BlockFile = { file: string; hash: string; size: number };

/** Unit of reading and caching; a slow client holds at most one block in memory. */
export const blockBytes = 256 * 1024;

/**
 * Reads files in blocks and caches the most recently used ones, up to `maxBytes`, so that many listeners of a new
 * episode cause one read. Concurrent requests for a block share one read, too.
 */
export const fileBlocks = (storage: Pick<Storage, 'read'>, maxBytes = 64 * 1024 * 1024) => {
  const cache = new Map<string, Promise<Buffer>>();
  const maxBlocks = Math.max(1, Math.floor(maxBytes / blockBytes));
  return {
    /** The block that contains byte `at`, and the offset of that byte within it. */
    async at({ file, hash, size }: BlockFile, at: number): Promise<{ block: Buffer; within: number }> {
      const index = Math.floor(at / blockBytes);
      const name = `${hash} ${String(index)} ${file}`;
      const start = index * blockBytes;
      let reading = cache.get(name);
      if (reading) cache.delete(name);
      else {
        reading = readBlock(storage, file, start, Math.min(start + blockBytes, size));
        reading.catch(() => cache.delete(name));
      }
      cache.set(name, reading);
      if (cache.size > maxBlocks) cache.delete(cache.keys().next().value!);
      return { block: await reading, within: at - start };
    },
  };
};

export type FileBlocks = ReturnType<typeof fileBlocks>;

const readBlock = async (storage: Pick<Storage, 'read'>, file: string, start: number, end: number): Promise<Buffer> => {
  const block = await buffer(await storage.read(file, { start, end: end - 1 }));
  if (block.length !== end - start) throw new Error(`${file} is shorter than expected.`);
  return block;
};
