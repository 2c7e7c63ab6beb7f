import { parentPort, workerData } from 'node:worker_threads';
import zxcvbn from 'zxcvbn';

/** The estimate of a password: how many guesses it takes, and the parts it consists of. */
export type Estimate = {
  guesses: number;
  sequence: { pattern: string; token: string; dictionary_name?: string }[];
};

const { password, words } = workerData as { password: string; words: string[] };
const { guesses, sequence } = zxcvbn(password, words);
const estimate: Estimate = {
  guesses,
  sequence: sequence.map(({ pattern, token, dictionary_name }) => ({
    pattern,
    token,
    ...(dictionary_name !== undefined && { dictionary_name }),
  })),
};
parentPort?.postMessage(estimate);
