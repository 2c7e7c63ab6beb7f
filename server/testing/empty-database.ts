import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from './database.ts';

export type EmptyDatabase = TestDatabase & {
  /** Runs a statement; returns its rows. */
  run(text: string): Promise<Record<string, unknown>[]>;
};

/** A database without any table, for tests of migrations. */
export const emptyDatabase = async (): Promise<EmptyDatabase> => {
  const database = await testDatabase();
  const run = async (text: string): Promise<Record<string, unknown>[]> =>
    (await sql.raw<Record<string, unknown>>(text).execute(database.db)).rows;
  await run('drop schema public cascade');
  await run('create schema public');
  return { ...database, run };
};
