import type { ServerResponse } from 'node:http';
import type { BlockFile, FileBlocks } from './file-blocks.ts';

/** Nothing taken for so long ends a download, as does the longest there may be. */
const stallMs = 60_000;
const longestMs = 12 * 3_600_000;

/**
 * Sends bytes `[from, to)` of a file as fast as they are taken, one block ahead at most, and ends the response.
 * `handed` hears of the bytes that the system has taken for the caller; it is not called for what was only prepared.
 */
export const sendBytes = async (
  response: ServerResponse,
  blocks: FileBlocks,
  file: BlockFile,
  { from, to, handed }: { from: number; to: number; handed(to: number): void },
): Promise<void> => {
  response.setTimeout(stallMs, () => response.destroy());
  const longest = setTimeout(() => response.destroy(), longestMs);
  try {
    let next = blocks.at(file, from);
    for (let at = from; at < to && !response.destroyed;) {
      const { block, within } = await next;
      const part = block.subarray(within, Math.min(block.length, within + to - at));
      at += part.length;
      if (at < to) next = blocks.at(file, at);
      next.catch(() => undefined);
      await write(response, part);
      if (!response.destroyed) handed(at);
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    clearTimeout(longest);
  }
};

/** Settles once the system has taken it, or the caller is gone. */
const write = (response: ServerResponse, part: Buffer): Promise<void> =>
  new Promise((settle) => {
    const done = (): void => {
      response.off('close', done);
      settle();
    };
    response.once('close', done);
    response.write(part, done);
  });
