import { parentPort, workerData } from 'node:worker_threads';
import { DocumentProblem } from '#server/platform/xml/document-problem.ts';
import { readFeed } from './read-feed.ts';

/* Worker thread of parse-feed.ts, which limits its CPU time and memory. */

const { bytes, type } = workerData as { bytes: Uint8Array; type: string };
try {
  parentPort?.postMessage({ feed: readFeed(bytes, type) });
} catch (error) {
  if (!(error instanceof DocumentProblem)) throw error;
  parentPort?.postMessage({ problem: error.message });
}
