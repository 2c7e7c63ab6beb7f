import { Worker } from 'node:worker_threads';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { ReadFeed } from './read/read-feed.ts';

const longestMs = 30_000;
const memoryMb = 768;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a feed in a thread of its own, so that a large or hostile one holds up nobody: one at a time, 30 s, 768 MB.
 * Refuses `import.notFeed` with the reason.
 */
export const parseFeed = async (bytes: Uint8Array, type: string): Promise<ReadFeed> => {
  const read = last.then(() => inThread(bytes, type));
  last = read.catch(() => undefined);
  const told = await read;
  if ('problem' in told) return refuse('import.notFeed', { reason: told.problem });
  return told.feed;
};

type Told = { feed: ReadFeed } | { problem: string };

const inThread = async (bytes: Uint8Array, type: string): Promise<Told> => {
  const thread = new Worker(new URL('read/read-feed.worker.ts', import.meta.url), {
    workerData: { bytes, type },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 8 },
  });
  const timer = setTimeout(() => void thread.terminate(), longestMs);
  try {
    return await new Promise<Told>((settle, fail) => {
      thread.once('message', settle);
      thread.once('error', (error) => {
        if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') settle(tooMuch);
        else fail(error);
      });
      thread.once('exit', () => settle(tooMuch));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
};

const tooMuch = { problem: 'it takes too much to be read' };
