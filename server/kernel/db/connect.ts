import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '../kernel.ts';
import { prepareNamed } from './prepared.ts';
import type { Database } from './tables.ts';

const int8 = 20;
const day = 1082;

/**
 * A pool that reads bigints as numbers (counts, bytes and minor units stay below 2^53) and days as text, with at most
 * `max` connections.
 */
export const connectPool = (url: string, max: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'skywave',
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') =>
        id === int8
          ? Number
          : id === day
            ? String
            : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
    },
  });
  // The pool replaces a broken connection, and its user gets an error at the next statement. Without these listeners,
  // on the pool for idle connections and on checked-out ones, the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    prepareNamed(client);
  });
  return pool;
};

/** The database for all domains; close it with `db.destroy()`. */
export const connectDatabase = (url: string, max = 20): { db: Db; pool: pg.Pool } => {
  const pool = connectPool(url, max);
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
};
