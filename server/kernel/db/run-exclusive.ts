import { sql } from 'kysely';
import type { Kernel } from '../kernel.ts';

/**
 * Runs the work unless another process is already doing it; the lock ends with the process or connection that holds it.
 */
export const runExclusive = async (deps: Pick<Kernel, 'db'>, what: string, work: () => Promise<void>): Promise<void> =>
  await deps.db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${what}, 0)`;
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`.execute(connection);
    if (!rows[0]?.free) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
