import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** `cpuMs` limits the thread's own CPU time, so that a busy machine doesn't cause refusals. */
export type ThreadBounds = { cpuMs: number; memoryMb: number };
/** The message that the module posted, or the limit that ended its thread. */
export type ThreadOutcome<T> = { result: T } | { exceeded: 'time' | 'memory' };

const lookMs = 100;
/** A thread that waits instead of working ends after this many times its `cpuMs`. */
const patience = 20;

/**
 * Runs synchronous work on untrusted bytes in a worker thread: the module at `module` reads `workerData` and posts one
 * message. The event loop stays free, and the thread is terminated beyond `cpuMs` of work or `memoryMb` of heap. Throws
 * what the module throws.
 */
export const inThread = async <T>(
  module: URL,
  workerData: unknown,
  { cpuMs, memoryMb }: ThreadBounds,
): Promise<ThreadOutcome<T>> => {
  const thread = new Worker(module, {
    workerData,
    env: environment(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 8 },
  });
  const late = Promise.withResolvers<ThreadOutcome<T>>();
  const tooLate = (): void => late.resolve({ exceeded: 'time' });
  const deadline = setTimeout(tooLate, cpuMs * patience);
  const look = setInterval(() => {
    thread.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000 > cpuMs && tooLate(),
      () => undefined,
    );
  }, lookMs);
  try {
    return await Promise.race([late.promise, outcomeOf<T>(thread)]);
  } finally {
    clearTimeout(deadline);
    clearInterval(look);
    await thread.terminate();
  }
};

/** Nothing of the process's but its cache of compiled code, with which a thread starts in half of the processor time. */
const environment = (): Record<string, string> => {
  const cache = getCompileCacheDir();
  // Its last part is Node's version, which Node adds.
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
};

const outcomeOf = async <T>(thread: Worker): Promise<ThreadOutcome<T>> =>
  await new Promise((settle, fail) => {
    thread.once('message', (result: T) => settle({ result }));
    thread.once('error', (error) => {
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') settle({ exceeded: 'memory' });
      else fail(error);
    });
    thread.once('exit', () => settle({ exceeded: 'memory' }));
  });
