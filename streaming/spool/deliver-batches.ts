import type { Spool } from './spool.ts';

const resendMs = 5000;

export type AckWaiter = { notify(batch: number): void; wait(ms: number, signal: AbortSignal): Promise<number> };

/** Waits for the next acknowledgement or the timeout. */
export const createAckWaiter = (): AckWaiter => {
  let resolvePending: (batch: number) => void = () => {};
  return {
    notify: (batch) => resolvePending(batch),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const stop = (): void => resolvePending(0);
        const timer = setTimeout(stop, ms);
        signal.addEventListener('abort', stop);
        resolvePending = (batch) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          resolve(batch);
        };
      }),
  };
};

/** Sends the oldest batch until the engine acknowledges it, then the next; after an error it tries again. */
export const deliverBatches = async (
  spool: Pick<Spool, 'next' | 'acknowledge'>,
  {
    send,
    acked,
    failed,
  }: { send(batch: number, events: unknown[]): void; acked: AckWaiter; failed(error: unknown): void },
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const batch = await spool.next(60_000, signal);
      if (!batch || signal.aborted) continue;
      const answer = acked.wait(resendMs, signal);
      send(batch.batch, batch.events);
      if ((await answer) === batch.batch) spool.acknowledge(batch.batch);
    } catch (error) {
      failed(error);
      if (!signal.aborted) await acked.wait(resendMs, signal);
    }
  }
};
