import { buffer } from 'node:stream/consumers';
import type { Storage } from '#server/kernel/kernel.ts';

/** A file in storage; `hash` is of its bytes, so that another file under the same name is another. */
export type BlockFile = { file: string; hash: string; size: number };

/** What is read at once of a file, and kept: a slow listener holds no more than one of them. */
export const blockBytes = 256 * 1024;

/**
 * Reads files by blocks and keeps those read last, up to `maxBytes`: many listeners of a new episode read it once.
 * A block that several wait for is read once, too.
 */
export const fileBlocks = (storage: Pick<Storage, 'read'>, maxBytes = 64 * 1024 * 1024) => {
  const kept = new Map<string, Promise<Buffer>>();
  const atMost = Math.max(1, Math.floor(maxBytes / blockBytes));
  return {
    /** The block that holds byte `at`, and where in it that byte is. */
    async at({ file, hash, size }: BlockFile, at: number): Promise<{ block: Buffer; within: number }> {
      const index = Math.floor(at / blockBytes);
      const name = `${hash} ${String(index)} ${file}`;
      const start = index * blockBytes;
      let reading = kept.get(name);
      if (reading) kept.delete(name);
      else {
        reading = readBlock(storage, file, start, Math.min(start + blockBytes, size));
        reading.catch(() => kept.delete(name));
      }
      kept.set(name, reading);
      if (kept.size > atMost) kept.delete(kept.keys().next().value!);
      return { block: await reading, within: at - start };
    },
  };
};

export type FileBlocks = ReturnType<typeof fileBlocks>;

const readBlock = async (storage: Pick<Storage, 'read'>, file: string, start: number, end: number): Promise<Buffer> => {
  const block = await buffer(await storage.read(file, { start, end: end - 1 }));
  if (block.length !== end - start) throw new Error(`${file} is shorter than it should be.`);
  return block;
};
