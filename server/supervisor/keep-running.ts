import type { Running } from '#server/kernel/processes.ts';

/** A running process: it serves until `ended`, or until `stop` has let it finish its work. */
export type Part = Running & { stop(): Promise<void> };

export type Supervised<P extends Part> = {
  /** The process once it first serves; rejects if it could not be started. */
  ready: Promise<P>;
  /** The current process. */
  now(): P | undefined;
  /** Stops watching; a running process keeps running. */
  release(): void;
  stop(): Promise<void>;
};

const pausesMs = [100, 300, 1000, 2000, 5000, 10_000];
/** A process that served this long did not fail at its start. */
const steadyMs = 30_000;
const firstTries = 3;

/**
 * Starts a process and restarts it whenever it exits, after a pause that grows with repeated failures. Before it has
 * ever served, three failures in a row are final: `ready` rejects with the last one's reason.
 */
export const keepRunning = <P extends Part>(
  name: string,
  start: () => Promise<P>,
  say: (text: string) => void,
): Supervised<P> => {
  let part: P | undefined;
  let isOver = false;
  let starting: Promise<P> | undefined;
  const over = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<P>();
  ready.promise.catch(() => undefined);

  const watch = async (): Promise<void> => {
    for (let failures = 0, hasServed = false; !isOver; failures++) {
      let servedSince = Infinity;
      try {
        starting = start();
        part = await starting;
        servedSince = Date.now();
        if (hasServed) say(`${name} is back.`);
        hasServed = true;
        ready.resolve(part);
        const reason = await Promise.race([part.ended, over.promise]);
        if (!isOver) say(`${name} ${reason ?? 'exited'}; restarting it.`);
      } catch (error) {
        if (!hasServed && failures + 1 >= firstTries) return ready.reject(error);
        if (!isOver) say(`${name} did not start: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (Date.now() - servedSince > steadyMs) failures = 0;
      if (!isOver) await Promise.race([pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0), over.promise]);
    }
  };
  void watch();

  const release = (): void => {
    isOver = true;
    over.resolve();
  };
  return {
    ready: ready.promise,
    now: () => part,
    release,
    async stop() {
      release();
      // A process that is still starting is stopped as soon as it has started.
      const last = (await starting?.catch(() => undefined)) ?? part;
      await last?.stop();
    },
  };
};

/** Keeps the supervisor alive too: while all its processes are down, nothing else does. */
const pause = (ms: number): Promise<void> => new Promise((settle) => setTimeout(settle, ms));
