/** What is done for all listeners of a channel, in turns of the event loop. A `batch` may be lost, the others may not. */
export type Job = { kind: 'batch' | 'begin' | 'end' | 'restart' | 'release'; turns(): Generator<void> };

export type JobQueue = {
  push(job: Job): void;
  shift(): Job | undefined;
  /** Forgets all but releases: who waits for one is answered. */
  clear(): void;
  size(): number;
};

/**
 * The jobs that wait, in their order: at most so many batches, of which the oldest are lost. Where breaks begin and end is never
 * lost; a break without a batch is left out, so at most three jobs (end, restart, begin) lie between two batches.
 */
export const createJobQueue = (batchesAtMost: number): JobQueue => {
  let jobs: Job[] = [];
  let batches = 0;

  const loseOldest = (): void => {
    const oldest = jobs.findIndex(({ kind }) => kind === 'batch');
    const after = jobs.slice(oldest + 1);
    jobs = jobs.slice(0, oldest);
    batches -= 1;
    // What lay before and after it lies between the same two batches now.
    for (const job of after) add(job);
  };

  const add = (job: Job): void => {
    const isEnd = job.kind === 'end' || job.kind === 'restart';
    if (isEnd && jobs.at(-1)?.kind === 'begin') jobs.pop();
    const last = jobs.at(-1)?.kind;
    // What ended first has ended everything; a restart ends more than an end.
    if (isEnd && (last === job.kind || last === 'restart')) return;
    if (job.kind === 'begin' && last === 'begin') jobs.pop();
    jobs.push(job);
  };

  return {
    push(job) {
      if (job.kind === 'batch') batches += 1;
      add(job);
      if (batches > batchesAtMost) loseOldest();
    },
    shift() {
      const job = jobs.shift();
      if (job?.kind === 'batch') batches -= 1;
      return job;
    },
    clear() {
      jobs = jobs.filter(({ kind }) => kind === 'release');
      batches = 0;
    },
    size: () => jobs.length,
  };
};
