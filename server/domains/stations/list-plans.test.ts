import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { indexesOf } from '#server/testing/plans.ts';
import { countStations, listStationRows, type Page, type Visible, type Wanted } from './list-stations.repo.ts';

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
const all: Visible = { member, within: 'everything' };
const own: Visible = { member, within: { accounts: ['a-1' as AccountKey], stations: ['s-1' as StationKey] } };
const first: Page = { limit: 10, offset: 0, sortBy: 'name', sortDesc: false };

const listPlan = (visible: Visible, wanted: Wanted, page: Partial<Page> = {}): Promise<string[]> =>
  indexesOf(database, 'order', (db) => listStationRows(db, visible, wanted, { ...first, ...page }));
const countPlan = (visible: Visible, wanted: Wanted): Promise<string[]> =>
  indexesOf(database, 'condition', (db) => countStations(db, visible, wanted));

test.each(['radio', 'r', 'ra', 'ñ', 'κό', '%'])('finds %s with an index', async (search) => {
  expect(await countPlan(all, { search })).toContain('station_names_search');
});

test.each([
  ['name', 'stations_list'],
  ['account', 'stations_by_account'],
  ['created', 'stations_created'],
  ['updated', 'stations_updated'],
] as const)('sorts by %s with index %s', async (sortBy, index) => {
  expect(await listPlan(all, { search: '' }, { sortBy })).toContain(index);
  expect(await listPlan(all, { search: '' }, { sortBy, sortDesc: true })).toContain(index);
});

test.each([
  ['suspended', 'stations_suspended'],
  ['featured', 'stations_featured'],
  ['relay', 'stations_relay'],
] as const)('filters %s stations with index %s', async (only, index) => {
  expect(await listPlan(all, { search: '', only })).toContain(index);
});

test("finds a user's stations by their memberships", async () => {
  expect(await countPlan(own, { search: '' })).toEqual(expect.arrayContaining(['stations_account', 'stations_pkey']));
});
