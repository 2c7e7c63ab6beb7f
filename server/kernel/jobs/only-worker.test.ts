import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { connectDatabase } from '../db/connect.ts';
import { startOnlyWorker, stepByStep, type Turn } from './only-worker.ts';

const child = fileURLToPath(new URL('../../testing/only-worker-child.ts', import.meta.url));
const patient = 60_000;
let database: TestDatabase;
/** A separate pool for the workers. */
let own: ReturnType<typeof connectDatabase>;
const logged: string[] = [];
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  database = await testDatabase();
  own = connectDatabase(database.url, 8);
});
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
  await own.db.destroy();
  await database.drop();
});

const worker = (lock: number, work: (turn: Turn) => Promise<void>) => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const running = startOnlyWorker({ db: own.db, log }, { lock, failed: `work ${lock} failed` }, work);
  ends.push(running.stop);
  return running;
};

/** A worker that waits until its turn ends; `begun` resolves when it has one. */
const waiting = (lock: number, over: () => void = () => undefined) => {
  const { promise: begun, resolve } = Promise.withResolvers<Turn>();
  const running = worker(lock, async (turn) => {
    resolve(turn);
    if (!turn.signal.aborted) await once(turn.signal, 'abort');
    over();
  });
  return { ...running, begun };
};

it(
  'takes over from a killed process, and not before',
  async () => {
    const other = spawn(process.execPath, [child, database.url, '101'], { stdio: ['ignore', 'pipe', 'inherit'] });
    ends.push(() => other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    let isKilled = false;
    const { begun } = waiting(101);
    const first = begun.then(() => isKilled);
    // It requested the lock, and another process has it.
    await startedAsking();
    isKilled = other.kill('SIGKILL');
    expect(await first).toBe(true);
  },
  patient,
);

it(
  'releases the lock after a stop, once its work has ended',
  async () => {
    let isOver = false;
    const one = waiting(102, () => (isOver = true));
    await one.begun;
    const first = waiting(102).begun.then(() => isOver);
    await one.stop();
    expect(await first).toBe(true);
  },
  patient,
);

it(
  'reports a lost connection to the worker, and starts it again',
  async () => {
    const turns: Turn[] = [];
    const second = Promise.withResolvers<void>();
    worker(103, async (turn) => {
      turns.push(turn);
      if (turns.length === 2) second.resolve();
      await stepByStep(turn, 20, () => Promise.resolve(false));
    });
    await expect.poll(() => turns.length, { timeout: patient }).toBe(1);
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 103`.execute(
      database.db,
    );
    await second.promise;
    expect(turns[0]?.signal.aborted).toBe(true);
    expect(turns[1]?.signal.aborted).toBe(false);
  },
  patient,
);

it(
  'retries failures, and logs once per outage',
  async () => {
    let tries = 0;
    const done = Promise.withResolvers<void>();
    worker(104, (turn) => {
      tries += 1;
      if (tries === 3) turn.succeeded();
      if (tries === 4) done.resolve();
      return tries < 4 ? Promise.reject(new Error(`failure ${tries}`)) : Promise.resolve();
    });
    await done.promise;
    const failures = logged.filter((line) => line.includes('work 104 failed'));
    expect(failures.map((line) => /failure \d/.exec(line)?.[0])).toEqual(['failure 1', 'failure 3']);
  },
  patient,
);

/** Resolves once another connection than the holder's has requested an advisory lock. */
const startedAsking = async (): Promise<void> => {
  const waitingCount = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_try_advisory_lock%'`;
  await expect
    .poll(async () => (await waitingCount.execute(database.db)).rows[0]?.n, { timeout: patient })
    .toBeGreaterThan(1);
};
