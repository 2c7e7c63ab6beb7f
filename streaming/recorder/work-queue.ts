export type WorkQueue = {
  /** Runs work after all that was added before; its errors are reported. */
  add(work: () => Promise<void>): Promise<void>;
  /** Resolves when all that was added so far is done. */
  done(): Promise<void>;
};

/** Runs work one at a time: what opens, writes, renames and removes files. */
export const createWorkQueue = (failed: (error: unknown) => void): WorkQueue => {
  let last = Promise.resolve();
  return {
    add(work) {
      last = last.then(work).catch(failed);
      return last;
    },
    done: () => last,
  };
};

export type RepeatedWork = {
  /** Runs it soon, once for all calls until it begins. */
  soon(): void;
  /** Runs it after all that was added to the queue before. */
  now(): Promise<void>;
};

/** Work that is done again and again, and covers all that came until it begins. */
export const repeatWork = (queue: WorkQueue, work: () => Promise<void>): RepeatedWork => {
  let isWaiting = false;
  const run = async (): Promise<void> => {
    isWaiting = false;
    await work();
  };
  return {
    soon() {
      if (isWaiting) return;
      isWaiting = true;
      void queue.add(run);
    },
    now: () => queue.add(run),
  };
};
