import { createRequire } from 'node:module';
import { totalmem } from 'node:os';
import type * as Chdb from 'chdb';
import { limitConcurrency } from './limit-concurrency.ts';
import { sessionPool } from './session-pool.ts';
import { canStream, type Preamble, type Statement } from './statement.ts';

/** What a statement returns: all of it, or in chunks while it is being computed. */
export type QueryResult = { rows: number; bytes: number; content: Uint8Array | AsyncIterable<Uint8Array> };

export type Engine = {
  version: string;
  /** Runs a statement and passes its result to `use`; the session stays open until `use` resolves. */
  run(statement: Statement, use: (result: QueryResult) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

type Session = Chdb.Session;

const maxReaders = 6;
/** Default limits of a query, unless its own settings override them. */
const defaultLimits = 'SET max_execution_time = 60, max_memory_usage = 1500000000, max_result_bytes = 512000000';

/** Limits of the whole engine: half of the memory instead of ClickHouse's default 90 %, and caches below 5 GB each. */
const memory = [
  `--max_server_memory_usage=${Math.max(2_000_000_000, Math.floor(totalmem() / 2))}`,
  '--mark_cache_size=268435456',
  '--primary_index_cache_size=268435456',
];

/**
 * The ClickHouse engine on one folder. A session is serial, and a second query on it would end a running stream, so
 * each statement gets its own session with its database, settings and parameters: an idle one of the same shape, if there is
 * one. After a failure, and after a statement that may have changed it, a session is closed. Writes run one at a time, alongside up
 * to six reads.
 */
export const openEngine = async (folder: string): Promise<Engine> => {
  const chdb = createRequire(import.meta.url)('chdb') as typeof Chdb;
  // Keeps the engine open while no statement runs.
  const keeper = new chdb.Session(folder, { connectionArgs: memory });
  const read = limitConcurrency(maxReaders);
  const write = limitConcurrency(1);
  const version = (await keeper.queryAsync('select version()', { format: 'TSV' })).text().trim();

  const idle = sessionPool<Session>((session) => session.close());
  const run: Engine['run'] = (statement, use) =>
    (statement.kind === 'read' ? read : write)(async () => {
      const { preamble, changesSession } = statement;
      const session = await sessionFor(preamble);
      let isReusable = false;
      try {
        await use(await execute(session, statement));
        isReusable = !changesSession;
      } finally {
        if (isReusable) idle.release(preamble.shape, { session, set: preamble.set });
        else session.close();
      }
    });
  const sessionFor = async ({ use, set, shape }: Preamble): Promise<Session> => {
    const found = idle.acquire(shape, set);
    const session = found?.session ?? new chdb.Session(folder);
    const missing = found === undefined ? [defaultLimits, use, set] : [found.set === set ? undefined : set];
    try {
      for (const statement of missing) if (statement !== undefined) await session.queryAsync(statement);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  };

  const close = async (): Promise<void> => {
    await chdb.drainPending();
    idle.closeAll();
    keeper.close();
  };
  return { version, run, close };
};

const emptyResult: QueryResult = { rows: 0, bytes: 0, content: new Uint8Array() };

const execute = async (session: Session, statement: Statement): Promise<QueryResult> => {
  if (statement.sql === '') return emptyResult;
  if (canStream(statement)) return await stream(session, statement);
  return whole(await session.queryAsync(statement.sql, { format: statement.format }));
};

const whole = (result: Chdb.ChdbResult): QueryResult => ({
  rows: result.rowsRead,
  bytes: result.bytesRead,
  content: result.bytes(),
});

/** Awaits the first chunk, so that a query that fails immediately fails before the response starts. */
const stream = async (session: Session, { sql, format }: Statement): Promise<QueryResult> => {
  const chunks = session.queryStream(sql, { format })[Symbol.asyncIterator]();
  const first = await chunks.next();
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) yield chunk.value.raw();
    } finally {
      await chunks.return?.();
    }
  };
  return { rows: 0, bytes: 0, content: pieces() };
};
