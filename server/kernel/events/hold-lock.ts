import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const retryMs = 2000;
type Lock = { pool: pg.Pool; lock: number; channel: string; log: Logger };

/**
 * Holds an advisory lock on a separate connection as long as possible, and listens on `channel` meanwhile: one of
 * several processes holds the lock, and another takes over within two seconds of its death. Calls `held` when that
 * changes and `notified` at each notification.
 */
export const holdLock = (
  at: Lock,
  held: (isHeld: boolean) => void,
  notified: () => void,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const running = holdUntil(at, stopping.signal, held, notified);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
};

const holdUntil = async (
  at: Lock,
  stopped: AbortSignal,
  held: (isHeld: boolean) => void,
  notified: () => void,
): Promise<void> => {
  while (!stopped.aborted) {
    await holdOnce(at, stopped, held, notified).catch((error: unknown) => {
      if (!stopped.aborted) at.log.warn({ err: error, channel: at.channel }, 'lost the lock of the outbox');
    });
    await wait(stopped);
  }
};

const holdOnce = async (
  at: Lock,
  stopped: AbortSignal,
  held: (isHeld: boolean) => void,
  notified: () => void,
): Promise<void> => {
  const client = await at.pool.connect();
  const ended = new Promise<void>((_resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('the connection was closed')));
  });
  const aborted = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));
  try {
    ended.catch(() => undefined);
    while (!(await isFree(client, at.lock))) {
      await Promise.race([wait(stopped), ended]);
      if (stopped.aborted) return;
    }
    client.on('notification', notified);
    await client.query(`listen ${at.channel}`);
    held(true);
    if (!stopped.aborted) await Promise.race([ended, aborted]);
  } finally {
    // The next holder delivers the notifications that are still under way on a closing connection.
    client.off('notification', notified);
    held(false);
    // Closed instead of returned to the pool: that releases the lock and stops listening.
    client.release(true);
  }
};

const isFree = async (client: pg.PoolClient, lock: number): Promise<boolean> => {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock]);
  return rows[0]?.free === true;
};

const wait = (stopped: AbortSignal): Promise<unknown> =>
  pause(retryMs, undefined, { signal: stopped }).catch(() => undefined);
