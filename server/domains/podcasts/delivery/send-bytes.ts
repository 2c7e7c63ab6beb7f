import type { ServerResponse } from 'node:http';
import type { BlockReader } from './arranged.service.ts';

/** A download ends when the client reads nothing for `stallMs`, or after `longestMs` in total. */
const stallMs = 60_000;
const longestMs = 12 * 3_600_000;

/**
 * Sends bytes `[from, to)` of a file as fast as the client reads, at most one block ahead, and ends the response.
 * `onSent` gets the end of the bytes that the operating system has accepted, not of those merely buffered here.
 */
export const sendBytes = async (
  response: ServerResponse,
  read: BlockReader,
  { from, to, onSent }: { from: number; to: number; onSent(to: number): void },
): Promise<void> => {
  response.setTimeout(stallMs, () => response.destroy());
  const longest = setTimeout(() => response.destroy(), longestMs);
  try {
    let next = read(from);
    for (let at = from; at < to && !response.destroyed;) {
      const { block, within } = await next;
      const part = block.subarray(within, Math.min(block.length, within + to - at));
      at += part.length;
      if (at < to) next = read(at);
      next.catch(() => undefined);
      await write(response, part);
      if (!response.destroyed) onSent(at);
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    clearTimeout(longest);
  }
};

/** Resolves once the operating system has accepted the bytes, or the client disconnected. */
const write = (response: ServerResponse, part: Buffer): Promise<void> =>
  new Promise((settle) => {
    const done = (): void => {
      response.off('close', done);
      settle();
    };
    response.once('close', done);
    response.write(part, done);
  });
