import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { indexesOf } from '#server/testing/plans.ts';
import { allStationRows, countAllStations, listOwnStations, type Page, type Wanted } from './list-stations.repo.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await fill(database);
});
afterAll(() => database.drop());

/** Enough rows for the planner to prefer an index over a sequential scan. */
const fill = async ({ db }: TestDatabase): Promise<void> => {
  await sql`insert into accounts (key, company, email)
    select 'a-' || n, md5('company' || n), 'office@example.com' from generate_series(1, 5000) as n`.execute(db);
  await sql`insert into stations (key, account_key, name, streamname, pretty_url, station_service_type,
      activation_status, bitrate, sample_rate, burst, settings, source_password)
    select 's-' || n, 'a-' || (n + 1) / 2, md5('station' || n), 'mount-' || n, 'mount-' || n, 72,
      4, 128000, 44100, 5000, '{}', 'password' from generate_series(1, 10000) as n`.execute(db);
  await sql`vacuum analyze`.execute(db);
};

const member = '00000000-0000-4000-8000-000000000000';
const first: Page = { limit: 10, offset: 0, sortBy: 'name', sortDesc: false };

const listPlan = (wanted: Wanted, page: Partial<Page> = {}): Promise<string[]> =>
  indexesOf(database, 'order', (db) => allStationRows(db, member, wanted, { ...first, ...page }));
const countPlan = (wanted: Wanted): Promise<string[]> =>
  indexesOf(database, 'condition', (db) => countAllStations(db, wanted));

test.each(['radio', 'r', 'ra', 'ñ', 'κό', '%'])('finds %s with an index', async (search) => {
  expect(await countPlan({ search })).toContain('station_names_search');
});

test.each([
  ['name', 'stations_list'],
  ['account', 'stations_by_account'],
  ['created', 'stations_created'],
  ['updated', 'stations_updated'],
] as const)('sorts by %s with index %s', async (sortBy, index) => {
  expect(await listPlan({ search: '' }, { sortBy })).toContain(index);
  expect(await listPlan({ search: '' }, { sortBy, sortDesc: true })).toContain(index);
});

test.each([
  ['suspended', 'stations_suspended'],
  ['featured', 'stations_featured'],
  ['relay', 'stations_relay'],
] as const)('filters %s stations with index %s', async (only, index) => {
  expect(await listPlan({ search: '', only })).toContain(index);
});

test("finds a user's stations by their memberships", async () => {
  const plan = await indexesOf(database, 'condition', (db) => listOwnStations(db, member, { search: '' }, first));
  expect(plan).toEqual(
    expect.arrayContaining(['account_members_user', 'station_members_user', 'stations_account', 'stations_pkey']),
  );
});
