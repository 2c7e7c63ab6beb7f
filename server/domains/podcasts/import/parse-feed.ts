import { refuse } from '#server/kernel/http/refuse.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { inThread } from '#server/kernel/threads/in-thread.ts';
import type { ReadFeed } from './read/read-feed.ts';

const bounds = { cpuMs: 3000, memoryMb: 768 };
const reader = new URL('read/read-feed.worker.ts', import.meta.url);
const queue = fairQueue(2);

type Outcome = { feed: ReadFeed } | { problem: string };

/**
 * Parses a feed in a worker thread, limited to 3 s of CPU time and 768 MB. Two run at a time, at most one per `owner`
 * (the requesting person), in turns. Refuses with `import.notFeed` and the reason.
 */
export const parseFeed = async (owner: string, bytes: Uint8Array, type: string): Promise<ReadFeed> => {
  const outcome = await queue.run(owner, () => inThread<Outcome>(reader, { bytes, type }, bounds));
  const parsed = 'result' in outcome ? outcome.result : tooComplex;
  if ('problem' in parsed) return refuse('import.notFeed', { reason: parsed.problem });
  return parsed.feed;
};

const tooComplex = { problem: 'it is too complex to read' };
