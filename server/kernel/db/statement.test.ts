import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { connectDatabase } from './connect.ts';
import { pipelines, statement } from './statement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await sql`create table things (name text primary key, size bigint, made timestamptz, words text[], document jsonb, day date)`.execute(
    database.db,
  );
  await sql`insert into things values ('one', 5000000000, '2026-11-27T10:00:00Z', '{a,"b c"}', '{"n": 1}', '2026-11-27'),
    ('none', null, null, null, null, null)`.execute(database.db);
});
afterAll(() => database.drop());

type Thing = { name: string; size: number; made: Date; words: string[]; document: object; day: string };
const thing = statement(
  'test.thing',
  (name: RawBuilder<string>) => sql<Thing>`select * from things where name = ${name} and ${name} <> ''`,
);
const divided = statement('test.divided', (by: RawBuilder<number>) => sql<{ n: number }>`select 6 / ${by}::int as n`);
const session = statement('test.session', () => sql<{ pid: number }>`select pg_backend_pid() as pid`);

const one = {
  ...{ name: 'one', size: 5_000_000_000, made: new Date('2026-11-27T10:00:00Z') },
  ...{ words: ['a', 'b c'], document: { n: 1 }, day: '2026-11-27' },
};
const none = { name: 'none', size: null, made: null, words: null, document: null, day: null };

describe('a statement', () => {
  it('returns rows as the pool does, at its first use and later', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await thing(database.db, 'one')).toEqual([one]);
      expect(await thing(database.db, 'none')).toEqual([none]);
      expect(await thing(database.db, 'missing')).toEqual([]);
    }
    const { rows } = await database.pool.query(`select * from things where name = 'one'`);
    expect(rows).toEqual([one]);
  });

  it('answers each of many calls of one moment, though some fail', async () => {
    const found = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => divided(database.db, n % 3)));
    for (const [n, result] of found.entries()) {
      if (n % 3 === 0) expect(result).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
      else expect(result).toEqual({ status: 'fulfilled', value: [{ n: 6 / (n % 3) }] });
    }
  });

  it('sees the changes of its transaction, and others do not', async () => {
    await database.db.transaction().execute(async (tx) => {
      await sql`update things set size = 1 where name = 'one'`.execute(tx);
      expect(await thing(tx, 'one')).toMatchObject([{ size: 1 }]);
      expect(await thing(database.db, 'one')).toEqual([one]);
      await sql`update things set size = 5000000000 where name = 'one'`.execute(tx);
    });
  });

  it('gets a new connection after its own broke', async () => {
    const [before] = await session(database.db);
    await database.pool.query('select pg_terminate_backend($1)', [before?.pid]);
    const lost = async () => {
      const calls = await Promise.allSettled(Array.from({ length: 10 }, () => session(database.db)));
      return calls.filter((call) => call.status === 'rejected' || call.value[0]?.pid === before?.pid).length;
    };
    await expect.poll(lost).toBe(0);
    expect(await thing(database.db, 'one')).toEqual([one]);
  });

  it('takes a connection of the pool while many others wait for an answer', async () => {
    const { db } = connectDatabase(database.url, 2);
    const wait = statement('test.wait', () => sql`select pg_sleep(0.2)`);
    const waiting = Array.from({ length: 130 }, () => wait(db));
    expect(pipelines.get(db)?.run({ name: 'test.more', text: 'select 1', values: [] })).toBeUndefined();
    expect(await divided(db, 2)).toEqual([{ n: 3 }]);
    void Promise.allSettled(waiting);
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(0.2)%'
      and pid <> pg_backend_pid()`);
    await db.destroy();
  });

  it('is refused once the database is closed', async () => {
    const { db } = connectDatabase(database.url, 2);
    await sql`select 1`.execute(db);
    expect(await divided(db, 2)).toEqual([{ n: 3 }]);
    await db.destroy();
    await expect(divided(db, 2)).rejects.toThrow();
  });
});
