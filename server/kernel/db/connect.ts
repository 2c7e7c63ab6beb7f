import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Db } from '../kernel.ts';
import { createPipeline } from './pipeline.ts';
import { prepareNamed } from './prepared.ts';
import { pipelines } from './statement.ts';
import type { Database } from './tables.ts';

const int8 = 20;
const day = 1082;

const settingsOf = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: 10_000,
  application_name: 'skywave',
  types: {
    getTypeParser: ((id: number, format?: 'text' | 'binary') =>
      id === int8 ? Number : id === day ? String : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
  },
});

/**
 * A pool that reads bigints as numbers (counts, bytes and minor units stay below 2^53) and days as text, with at most
 * `max` connections.
 */
export const connectPool = (url: string, max: number, { prepared = true } = {}): pg.Pool => {
  const pool = new pg.Pool({ ...settingsOf(url), max, idleTimeoutMillis: 30_000 });
  // The pool replaces a broken connection, and its user gets an error at the next statement. Without these listeners,
  // on the pool for idle connections and on checked-out ones, the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (prepared) prepareNamed(client);
  });
  return pool;
};

/** The database for all domains; close it with `db.destroy()`. `prepared: false` is for poolers without prepared statements. */
export const connectDatabase = (
  url: string,
  max = 20,
  options: { prepared?: boolean } = {},
): { db: Db; pool: pg.Pool } => {
  const pool = connectPool(url, max, options);
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  if (options.prepared !== false) addPipeline(db, url);
  return { db, pool };
};

const addPipeline = (db: Db, url: string): void => {
  const pipeline = createPipeline(settingsOf(url));
  const destroy = db.destroy.bind(db);
  db.destroy = async () => void (await Promise.all([pipeline.end(), destroy()]));
  pipelines.set(db, pipeline);
};

const directDatabases = new WeakMap<Db, Db>();

/**
 * Connections to PostgreSQL itself for what lasts longer than a transaction: locks of a session, LISTEN, migrations. `db`
 * may lead to a pooler (PgBouncer), which gives each transaction another session.
 */
export const directDatabase = (db: Db): Db => directDatabases.get(db) ?? db;

export type DatabaseUrls = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePrepared'>;

/** The database, and the connections that `directDatabase` gives for it: others only if DATABASE_DIRECT_URL is set. */
export const connectDatabases = ({
  databaseUrl,
  databaseDirectUrl,
  databasePrepared,
}: DatabaseUrls): { db: Db; pool: pg.Pool; directPool: pg.Pool; close(): Promise<void> } => {
  const { db, pool } = connectDatabase(databaseUrl, 20, { prepared: databasePrepared });
  if (databaseDirectUrl === databaseUrl) return { db, pool, directPool: pool, close: () => db.destroy() };
  const direct = connectDatabase(databaseDirectUrl, 15);
  directDatabases.set(db, direct.db);
  return {
    db,
    pool,
    directPool: direct.pool,
    close: async () => void (await Promise.all([db.destroy(), direct.db.destroy()])),
  };
};
