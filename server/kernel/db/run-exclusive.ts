import { sql } from 'kysely';
import type { Db, Kernel } from '../kernel.ts';
import { directDatabase } from './connect.ts';

/**
 * Runs the work unless another process is already doing it; the lock ends with the process or connection that holds it.
 */
export const runExclusive = async (deps: Pick<Kernel, 'db'>, what: string, work: () => Promise<void>): Promise<void> =>
  await directDatabase(deps.db)
    .connection()
    .execute(async (connection) => {
      const lock = sql`hashtextextended(${what}, 0)`;
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`.execute(connection);
      if (!rows[0]?.free) return;
      try {
        await work();
      } finally {
        await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      }
    });

/**
 * Runs the work when no other process does the same: waits for its turn. It runs on the connection that holds the lock, which ends with
 * that connection; callers limit how many wait, as each holds a connection.
 */
export const runInTurn = async <T>(db: Db, what: string, work: (connection: Db) => Promise<T>): Promise<T> =>
  await directDatabase(db)
    .connection()
    .execute(async (connection) => {
      const lock = sql`hashtextextended(${what}, 0)`;
      await sql`select pg_advisory_lock(${lock})`.execute(connection);
      try {
        return await work(connection);
      } finally {
        await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      }
    });
