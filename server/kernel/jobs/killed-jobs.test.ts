import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { failedJobs } from './job-reports.ts';
import { pgBossJobs } from './pg-boss-jobs.ts';
import { givenUpReason } from './work-once.ts';

const childPath = fileURLToPath(new URL('../../testing/jobs-child.ts', import.meta.url));
const patience = { timeout: 60_000 };
let database: TestDatabase;
let jobs: ReturnType<typeof pgBossJobs>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  jobs = pgBossJobs({ databaseUrl: database.url, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await jobs.stop();
  await database.drop();
});

const culprit = { what: 'culprit', waits: true };
/** Sent again, as at each start, since the queue itself waits until a killed job expires. */
const send = async (data: Record<string, unknown>) => await jobs.send('test.killed', data);

const startChild = () => {
  const child = spawn(process.execPath, [childPath, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return {
    lines,
    says: (line: string) => expect.poll(() => lines.includes(line), patience).toBe(true),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

it('fails a job that killed its process twice, and completes the one that ran alongside', async () => {
  await send(culprit);
  await send({ what: 'innocent', waits: true });
  const first = startChild();
  await first.says('begun culprit');
  await first.says('begun innocent');
  await first.kill();

  await send(culprit);
  const second = startChild();
  await second.says('begun culprit');
  // It is postponed while the culprit runs, so that the next kill isn't blamed on it; other jobs continue.
  await send({ what: 'innocent', waits: true });
  await send({ what: 'newcomer' });
  await second.says('ended newcomer');
  expect(second.lines).not.toContain('begun innocent');
  await second.kill();

  await send(culprit);
  const third = startChild();
  await expect.poll(async () => (await failedJobs(database.db, 10)).total, patience).toBe(1);
  const { jobs: failed } = await failedJobs(database.db, 10);
  expect(failed[0]).toMatchObject({ name: 'test.killed', problem: givenUpReason });
  await send({ what: 'innocent', waits: true });
  await third.says('begun innocent');
  expect(third.lines).not.toContain('begun culprit');
  await third.kill();
}, 240_000);
