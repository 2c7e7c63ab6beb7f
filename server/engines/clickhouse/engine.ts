import { createRequire } from 'node:module';
import { totalmem } from 'node:os';
import type * as Chdb from 'chdb';
import { lane } from './lane.ts';
import { sessionPool } from './session-pool.ts';
import { canStream, type Statement } from './statement.ts';

export type Answer = { rows: number; bytes: number; pieces: AsyncIterable<Uint8Array> };

export type Engine = {
  version: string;
  /** Runs a statement and hands its result to `use`; the session lives as long as that takes. */
  run(statement: Statement, use: (answer: Answer) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

type Session = Chdb.Session;

const readers = 6;
/** Whatever a query asks for, it cannot take more of the machine than this unless it says so itself. */
const bounds = 'SET max_execution_time = 60, max_memory_usage = 1500000000, max_result_bytes = 512000000';

/** All of it together: half of the machine, where ClickHouse would take nine tenths, and caches of 5 GB each. */
const memory = [
  `--max_server_memory_usage=${Math.max(2_000_000_000, Math.floor(totalmem() / 2))}`,
  '--mark_cache_size=268435456',
  '--primary_index_cache_size=268435456',
];

/**
 * The ClickHouse engine on one folder. A session is serial, and a second query on it would end a stream that is
 * still running: each statement has a session to itself, with its own database, settings and parameters. Those that
 * read get one that has been told these already, where one is idle; after a failure or a write a session is closed.
 * Statements that write run one after the other, up to six that read beside them.
 */
export const openEngine = async (folder: string): Promise<Engine> => {
  const chdb = createRequire(import.meta.url)('chdb') as typeof Chdb;
  // Keeps the engine up while no statement runs.
  const keeper = new chdb.Session(folder, { connectionArgs: memory });
  const read = lane(readers);
  const write = lane(1);
  const version = (await keeper.queryAsync('select version()', { format: 'TSV' })).text().trim();

  const idle = sessionPool<Session>((session) => session.close());
  const run: Engine['run'] = (statement, use) =>
    (statement.kind === 'read' ? read : write)(async () => {
      const preamble = statement.preamble.join(';');
      const session = (statement.kind === 'read' ? idle.take(preamble) : undefined) ?? (await prepared(statement));
      let isReusable = false;
      try {
        await use(await answer(session, statement));
        isReusable = statement.kind === 'read';
      } finally {
        if (isReusable) idle.giveBack(preamble, session);
        else session.close();
      }
    });
  const prepared = async ({ preamble }: Statement): Promise<Session> => {
    const session = new chdb.Session(folder);
    try {
      await session.queryAsync(bounds);
      for (const statement of preamble) await session.queryAsync(statement);
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

const nothing: Answer = { rows: 0, bytes: 0, pieces: piecesOf() };

const answer = async (session: Session, statement: Statement): Promise<Answer> => {
  if (statement.sql === '') return nothing;
  if (canStream(statement)) return await streamed(session, statement);
  return whole(await session.queryAsync(statement.sql, { format: statement.format }));
};

const whole = (result: Chdb.ChdbResult): Answer => ({
  rows: result.rowsRead,
  bytes: result.bytesRead,
  pieces: piecesOf(result.bytes()),
});

/** The first piece is awaited, so that a query that fails at once fails before the answer has begun. */
const streamed = async (session: Session, { sql, format }: Statement): Promise<Answer> => {
  const stream = session.queryStream(sql, { format })[Symbol.asyncIterator]();
  const first = await stream.next();
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = first; piece.done !== true; piece = await stream.next()) yield piece.value.raw();
    } finally {
      await stream.return?.();
    }
  };
  return { rows: 0, bytes: 0, pieces: pieces() };
};

async function* piecesOf(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
