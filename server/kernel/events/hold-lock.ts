import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const retryMs = 2000;
type Lock = { pool: pg.Pool; lock: number; channel: string; log: Logger };

/**
 * Holds an advisory lock on a connection of its own for as long as it can, and listens on `channel` while it does:
 * one process of several is the holder, another takes over within two seconds of its death. Calls `held` when that
 * changes and `notified` at each notice.
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
      if (!stopped.aborted) at.log.warn({ err: error, channel: at.channel }, 'the lock of the outbox was lost');
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
    client.on('end', () => reject(new Error('the connection ended')));
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
    // What is still on its way to a closing connection is the next holder's to tell.
    client.off('notification', notified);
    held(false);
    // Closed, not given back to the pool: the lock and the listening end with the connection.
    client.release(true);
  }
};

const isFree = async (client: pg.PoolClient, lock: number): Promise<boolean> => {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock]);
  return rows[0]?.free === true;
};

const wait = (stopped: AbortSignal): Promise<unknown> =>
  pause(retryMs, undefined, { signal: stopped }).catch(() => undefined);
