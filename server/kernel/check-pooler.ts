import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * What a database URL offers beyond single transactions: whether a connection keeps its session, and whether it keeps its
 * prepared statements. A pooler in transaction mode (PgBouncer) gives each transaction another session, and may not know
 * statements prepared in the one before.
 */
export const offeredBy = async (url: string): Promise<{ session: boolean; prepared: boolean }> => {
  const [client, other] = [connectionTo(url), connectionTo(url)];
  // A pooler's session still knows the statement of an earlier check.
  const statement = { name: `check_${randomUUID()}`, text: 'select pg_backend_pid() as pid' };
  try {
    await Promise.all([client.connect(), other.connect()]);
    for (let round = 0; round < rounds; round++) {
      const before = await pidOf(client, statement).catch(isStatementUnknown);
      // Takes the session that a pooler would otherwise give to `client` again.
      await other.query('begin');
      const after = await pidOf(client, statement).catch(isStatementUnknown);
      await other.query('rollback');
      if (after !== before || after === undefined)
        return { session: false, prepared: before !== undefined && after !== undefined };
    }
    return { session: true, prepared: true };
  } finally {
    await Promise.all([client, other].map((each) => each.end().catch(() => undefined)));
  }
};

/** A pooler may give `client` the same session by chance, while others use it too. */
const rounds = 5;

const connectionTo = (url: string): pg.Client => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  return client;
};

const pidOf = async (client: pg.Client, statement: pg.QueryConfig): Promise<number | undefined> =>
  (await client.query<{ pid: number }>(statement)).rows[0]?.pid;

/** Undefined for the error of a statement that was prepared in another session. */
const isStatementUnknown = (error: unknown): undefined => {
  if ((error as { code?: string }).code === '26000') return undefined;
  throw error;
};
