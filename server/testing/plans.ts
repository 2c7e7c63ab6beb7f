import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { TestDatabase } from './database.ts';

type Node = { 'Index Name'?: string; Plans?: Node[] };

/** Whether an index is used as a condition, or for its order. */
type Use = 'condition' | 'order';
const lastResort: Record<Use, readonly string[]> = {
  condition: ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'],
  order: ['enable_seqscan', 'enable_sort'],
};

/**
 * The indexes that PostgreSQL uses for the statements of `run` when all other plans are disabled, so that a missing
 * index also shows with a few thousand rows.
 */
export const indexesOf = async (
  { pool }: Pick<TestDatabase, 'pool'>,
  use: Use,
  run: (db: Db) => Promise<unknown>,
): Promise<string[]> => {
  const statements: CompiledQuery[] = [];
  const db: Db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  await run(db);
  const found: string[] = [];
  for (const statement of statements.splice(0)) found.push(...indexesIn(await planOf(db, use, statement)));
  return [...new Set(found)];
};

const planOf = (db: Db, use: Use, statement: CompiledQuery): Promise<Node | undefined> =>
  db.transaction().execute(async (tx) => {
    for (const setting of lastResort[use]) await sql.raw(`set local ${setting} = off`).execute(tx);
    const explained = { ...statement, sql: `explain (format json) ${statement.sql}` };
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      explained as CompiledQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>,
    );
    return rows[0]?.['QUERY PLAN'][0].Plan;
  });

const indexesIn = (node: Node | undefined): string[] => {
  if (!node) return [];
  const own = node['Index Name'] === undefined ? [] : [node['Index Name']];
  return [...own, ...(node.Plans ?? []).flatMap(indexesIn)];
};
