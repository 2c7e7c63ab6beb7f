import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { indexesOf } from '#server/testing/plans.ts';
import { countAccounts, listAccounts } from './accounts.repo.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // Enough rows for the planner to prefer an index over a sequential scan.
  await sql`insert into accounts (key, company, email)
    select 'a-' || n, md5('company' || n), 'office@example.com' from generate_series(1, 5000) as n`.execute(
    database.db,
  );
  await sql`vacuum analyze`.execute(database.db);
});
afterAll(() => database.drop());

const member = '00000000-0000-4000-8000-000000000000';
const all = { member, within: 'everything' } as const;
const first = { limit: 10, offset: 0, sortBy: 'name', sortDesc: false } as const;
const noFilter = { search: '', only: undefined };

test.each(['radio', 'r', 'ra', 'ñ', 'κό', '%'])('finds %s with an index', async (search) => {
  const indexes = await indexesOf(database, 'condition', (db) => countAccounts(db, all, { search, only: undefined }));
  expect(indexes).toContain('accounts_search');
});

test.each([
  ['name', 'accounts_company'],
  ['email', 'accounts_email'],
  ['updated', 'accounts_updated'],
  ['date_from', 'accounts_created'],
] as const)('sorts by %s with index %s', async (sortBy, index) => {
  for (const sortDesc of [false, true]) {
    const indexes = indexesOf(database, 'order', (db) =>
      listAccounts(db, all, noFilter, { ...first, sortBy, sortDesc }),
    );
    expect(await indexes).toContain(index);
  }
});

test.each([
  ['suspended', 'accounts_suspended'],
  ['requested', 'accounts_requested'],
] as const)('filters %s accounts with index %s', async (only, index) => {
  const indexes = await indexesOf(database, 'order', (db) => listAccounts(db, all, { search: '', only }, first));
  expect(indexes).toContain(index);
});

test("finds a user's accounts by their memberships", async () => {
  const own = { member, within: ['a-1' as AccountKey] };
  expect(await indexesOf(database, 'condition', (db) => countAccounts(db, own, noFilter))).toContain('accounts_pkey');
});
