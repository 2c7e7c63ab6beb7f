import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase } from '../kernel/db/connect.ts';
import type { Db } from '../kernel/kernel.ts';
import { templateName } from './template-name.ts';

export type TestDatabase = {
  url: string;
  db: Db;
  pool: pg.Pool;
  /** Closes the connections and removes the database; call it in `afterAll`. */
  drop(): Promise<void>;
};

/** A database for this test file, with all tables, in the run's real PostgreSQL (a clone of the template). */
export const testDatabase = async (): Promise<TestDatabase> => {
  const rootUrl = await service('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes a fifth of the processor time of the default, which logs every page.
  await asRoot(rootUrl, `create database ${name} template ${templateName} strategy file_copy`);
  const url = Object.assign(new URL(rootUrl), { pathname: `/${name}` }).href;
  const { db, pool } = connectDatabase(url, 14);
  const drop = async (): Promise<void> => {
    await db.destroy();
    await asRoot(rootUrl, `drop database if exists ${name} with (force)`);
  };
  return { url, db, pool, drop };
};

/** The URL of one of the run's services, which starts at the first request. */
export const service = async (name: string): Promise<string> => {
  const reply = await fetch(`${inject('services')}/${name}`);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`The test run's ${name} did not start: ${text}`);
  return text;
};

const asRoot = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
