import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from './database.ts';

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [one, other] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(() => Promise.all([one.drop(), other.drop()]));

test('every clone has the tables and shares no rows', async () => {
  await one.db.insertInto('secrets').values({ name: 'a', value: '1' }).execute();
  expect(await one.db.selectFrom('secrets').selectAll().execute()).toHaveLength(1);
  expect(await other.db.selectFrom('secrets').selectAll().execute()).toHaveLength(0);
});

test('compares letters of any language ignoring case, in UTF-8', async () => {
  const found = await sql<{ same: boolean; encoding: string }>`
    select 'ñandú ЖУК' ilike 'ÑANDÚ жук' as same, current_setting('server_encoding') as encoding`.execute(one.db);
  expect(found.rows[0]).toEqual({ same: true, encoding: 'UTF8' });
});
