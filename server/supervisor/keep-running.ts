import type { Running } from '#server/kernel/processes.ts';

/** A part that is up: it serves until `ended`, or until `stop` has let it finish what it was at. */
export type Part = Running & { stop(): Promise<void> };

export type Kept<P extends Part> = {
  /** The part once it first serves; fails where it could not be started. */
  ready: Promise<P>;
  /** The part as it runs now. */
  now(): P | undefined;
  /** No longer watched; a part that runs goes on running. */
  release(): void;
  stop(): Promise<void>;
};

const pausesMs = [100, 300, 1000, 2000, 5000, 10_000];
/** A part that served this long has not failed at its start. */
const steadyMs = 30_000;
const firstTries = 3;

/**
 * Starts a part and starts it again whenever it ends, after a pause that grows while it keeps failing. Before it has
 * ever served, three failures in a row are an answer: `ready` fails with the last one's reason.
 */
export const keepRunning = <P extends Part>(
  name: string,
  start: () => Promise<P>,
  say: (text: string) => void,
): Kept<P> => {
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
        if (!isOver) say(`${name} ${reason ?? 'ended'}; starting it again.`);
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
      // One that is only just starting is stopped as soon as it has.
      const last = (await starting?.catch(() => undefined)) ?? part;
      await last?.stop();
    },
  };
};

/** Keeps the supervisor alive too: while everything it runs is down, this is all that does. */
const pause = (ms: number): Promise<void> => new Promise((settle) => setTimeout(settle, ms));
