import { refuse } from '#server/kernel/http/refuse.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { inThread } from '#server/kernel/threads/in-thread.ts';
import type { ReadFeed } from './read/read-feed.ts';

const bounds = { cpuMs: 3000, memoryMb: 768 };
const reader = new URL('read/read-feed.worker.ts', import.meta.url);
const queue = fairQueue(2);

type Read = { feed: ReadFeed } | { problem: string };

/**
 * Reads a feed in a thread, bounded to 3 s of work and 768 MB: two at a time, one of each `owner` (who asked for it), who take
 * turns. Refuses `import.notFeed` with the reason.
 */
export const parseFeed = async (owner: string, bytes: Uint8Array, type: string): Promise<ReadFeed> => {
  const outcome = await queue.run(owner, () => inThread<Read>(reader, { bytes, type }, bounds));
  const read = 'result' in outcome ? outcome.result : tooMuch;
  if ('problem' in read) return refuse('import.notFeed', { reason: read.problem });
  return read.feed;
};

const tooMuch = { problem: 'it takes too much to be read' };
