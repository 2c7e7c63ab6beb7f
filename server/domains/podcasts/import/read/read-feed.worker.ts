import { parentPort, workerData } from 'node:worker_threads';
import { FeedProblem } from './feed-problem.ts';
import { readFeed } from './read-feed.ts';

/* Worker thread of parse-feed.ts, which limits its CPU time and memory. */

const { bytes, type } = workerData as { bytes: Uint8Array; type: string };
try {
  parentPort?.postMessage({ feed: readFeed(bytes, type) });
} catch (error) {
  if (!(error instanceof FeedProblem)) throw error;
  parentPort?.postMessage({ problem: error.message });
}
