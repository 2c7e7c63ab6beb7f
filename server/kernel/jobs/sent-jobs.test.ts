import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { pgBossJobs } from './pg-boss-jobs.ts';

let database: TestDatabase;
let jobs: ReturnType<typeof pgBossJobs>;
const worked: unknown[] = [];
beforeAll(async () => {
  database = await testDatabase();
  jobs = pgBossJobs({ databaseUrl: database.url, log: pino({ level: 'silent' }) });
  const options = { concurrency: 1, retries: 0, expireS: 60, givenUp: 'listed' } as const;
  await jobs.work('test.sent', options, async ({ of }) => void worked.push(of));
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

it('a job that is sent in a transaction starts after its commit, and never without', async () => {
  const { db } = database;
  const undone = db.transaction().execute(async (tx) => {
    await jobs.send('test.sent', { of: 'undone' }, { singletonKey: 'undone', tx });
    throw new Error('The change is refused');
  });
  await expect(undone).rejects.toThrow('The change is refused');
  await db.transaction().execute(async (tx) => {
    await jobs.send('test.sent', { of: 'done' }, { singletonKey: 'done', tx });
    await jobs.send('test.sent', { of: 'outside' });
    // A worker has looked for jobs meanwhile.
    await expect.poll(() => worked, { timeout: 30_000 }).toEqual(['outside']);
  });
  await expect.poll(() => worked, { timeout: 30_000 }).toEqual(['outside', 'done']);
});
