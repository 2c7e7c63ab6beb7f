import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Storage } from '../kernel.ts';

const nameKey = 'storage-name';
/** Locks of PostgreSQL with this first number: who uses which storage; the second is from the storage's name. */
const locks = 7227010;
const nobody = 0;
const retryMs = 2000;

type Deps = { pool: pg.Pool; storage: Storage; log: Logger };

const wrongStorage =
  'DATA_DIR: another portal of this database stores its files elsewhere, so each would miss the files of the other. ' +
  'Several portals need one storage: set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY to the same bucket for ' +
  'all of them, or give them the same folder DATA_DIR/files.';

/**
 * Holds a lock that says which storage this process uses, as long as it runs. Rejects at the start if a process that runs
 * now uses another storage; a storage that does not respond yet is checked once it does, and then only logged.
 */
export const claimStorage = async (deps: Deps): Promise<{ stop(): Promise<void> }> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = await connectAndLock(deps).catch((error: unknown) => {
    if (error instanceof WrongStorage) throw error;
    deps.log.warn({ err: error }, 'could not check which storage other portals use');
    return undefined;
  });
  const running = keepLocked(deps, first, signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
};

class WrongStorage extends Error {}

const keepLocked = async (deps: Deps, first: pg.PoolClient | undefined, stopped: AbortSignal): Promise<void> => {
  let client = first;
  while (!stopped.aborted) {
    if (client) await endOf(client, stopped);
    client = undefined;
    if (stopped.aborted) return;
    await pause(retryMs, undefined, { signal: stopped }).catch(() => undefined);
    if (stopped.aborted) return;
    client = await connectAndLock(deps).catch((error: unknown) => {
      if (error instanceof WrongStorage) deps.log.error(error.message);
      return undefined;
    });
  }
  client?.release(true);
};

/** Resolves when the connection breaks, or closes it once this process stops; both end its locks. */
const endOf = async (client: pg.PoolClient, stopped: AbortSignal): Promise<void> => {
  await new Promise<void>((resolve) => {
    client.on('error', () => resolve()).on('end', () => resolve());
    if (stopped.aborted) resolve();
    stopped.addEventListener('abort', () => resolve(), { once: true });
  });
  await unlock(client);
};

/** At once: PostgreSQL may notice a closed connection only later, and until then refuses the next process. */
const unlock = async (client: pg.PoolClient): Promise<void> => {
  await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
  client.release(true);
};

const connectAndLock = async ({ pool, storage }: Deps): Promise<pg.PoolClient> => {
  const client = await pool.connect();
  try {
    // One after the other, so that of two portals that start at once the second sees the first.
    await client.query('select pg_advisory_lock($1, $2)', [locks, nobody]);
    const number = numberOf(await nameOf(storage));
    await client.query('select pg_advisory_lock_shared($1, $2)', [locks, number]);
    const { rows } = await client.query(
      `select from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
        and objid not in ($2::bigint::oid, $3::bigint::oid)
        and database = (select oid from pg_database where datname = current_database())`,
      [locks, nobody, number],
    );
    if (rows.length > 0) throw new WrongStorage(wrongStorage);
    await client.query('select pg_advisory_unlock($1, $2)', [locks, nobody]);
    return client;
  } catch (error) {
    await unlock(client);
    throw error;
  }
};

/** The name that a storage keeps for itself, given by the first process that uses it. */
const nameOf = async (storage: Storage): Promise<string> => {
  if ((await storage.size(nameKey)) === undefined) await storage.put(nameKey, Buffer.from(randomUUID()), 'text/plain');
  return await text(await storage.read(nameKey));
};

/** A positive number of 31 bits: at 2,000 million names nobody meets two alike. */
const numberOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) & 0x7fffffff || 1;
