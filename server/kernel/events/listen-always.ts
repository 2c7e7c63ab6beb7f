import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const retryMs = 500;

type Listening = {
  /** Resolves when this process listens for the first time, or stops before. */
  first: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Listens on a channel of PostgreSQL by a connection of its own, and connects again half a second after a break. Calls
 * `heard` with the text of each notification, and `began` each time it begins to listen, as earlier ones were missed.
 */
export const listenAlways = (
  at: { pool: pg.Pool; channel: string; log: Logger },
  heard: (text: string) => void,
  began: () => void,
): Listening => {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  const listening = (): void => {
    first.resolve();
    began();
  };
  const listenUntil = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await listenOnce(at, stopping.signal, heard, listening).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          at.log.warn({ err: error, channel: at.channel }, 'the listening connection broke');
      });
      await pause(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    first.resolve();
  };
  const running = listenUntil();
  return {
    first: first.promise,
    async stop() {
      stopping.abort();
      await running;
    },
  };
};

const listenOnce = async (
  { pool, channel }: { pool: pg.Pool; channel: string },
  stopped: AbortSignal,
  heard: (text: string) => void,
  listening: () => void,
): Promise<void> => {
  const client = await pool.connect();
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  client.on('error', broken.reject);
  client.on('end', () => broken.reject(new Error('the connection was closed')));
  const aborted = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));
  try {
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    await client.query(`listen ${channel}`);
    listening();
    if (!stopped.aborted) await Promise.race([broken.promise, aborted]);
  } finally {
    // Closed instead of returned to the pool: that stops listening.
    client.removeAllListeners('notification');
    client.release(true);
  }
};
