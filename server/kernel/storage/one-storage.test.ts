import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { diskStorage } from './disk.ts';
import { claimStorage } from './one-storage.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'skywave-one-storage-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const start = (name: string) =>
  claimStorage({ pool: database.pool, storage: diskStorage(join(folder, name)), log: pino({ level: 'silent' }) });

it('refuses a portal whose files are elsewhere while another runs, and takes one with the same folder', async () => {
  const first = await start('a');
  const beside = await start('a');
  await expect(start('b')).rejects.toThrow(/^DATA_DIR: another portal .* set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY/);
  await first.stop();
  await expect(start('b')).rejects.toThrow('S3_ENDPOINT');
  await beside.stop();
  await expect
    .poll(
      async () =>
        await start('b').then(
          (moved) => moved.stop().then(() => true),
          () => false,
        ),
    )
    .toBe(true);
});

it('takes one of two portals that start at once with different folders', async () => {
  const started = await Promise.allSettled([start('c'), start('d')]);
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const each of started) if (each.status === 'fulfilled') await each.value.stop();
});

it('has the lock again after its connection broke', async () => {
  const running = await start('e');
  const holders = async (): Promise<number[]> => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and classid = 7227010 and objid <> 0 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.map(({ pid }) => pid);
  };
  const [broken] = await holders();
  await database.pool.query('select pg_terminate_backend($1)', [broken]);
  await expect.poll(async () => (await holders()).filter((pid) => pid !== broken).length).toBe(1);
  await expect(start('f')).rejects.toThrow('S3_ENDPOINT');
  await running.stop();
});
