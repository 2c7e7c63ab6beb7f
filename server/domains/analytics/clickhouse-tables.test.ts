import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { createTables } from './clickhouse-tables.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
});
afterAll(() => clickhouse.drop());

const run = (query: string) => clickhouse.client.command({ query });
const names = async (): Promise<string[]> => {
  const query = 'select name from system.tables where database = currentDatabase()';
  return (await queryRows<{ name: string }>(clickhouse.client, query)).map(({ name }) => name);
};
const hour = "toDateTime('2026-11-18 09:00:00', 'UTC')";

it('replaces tables of the version before, and the views that filled them', async () => {
  const current = await names();
  for (const name of ['cached_counts', 'cached_listeners', 'cached_audience', 'revenue_sums'])
    await run(`create table ${name} (subject String) engine = MergeTree order by subject`);
  await run('create table portal_day_sums (at DateTime) engine = MergeTree order by at');
  await run('create materialized view portal_day_sums_of_day_sums to portal_day_sums as select at from day_sums');
  await createTables(clickhouse.client);
  expect((await names()).toSorted()).toEqual(current.toSorted());
  // A view without its table would refuse what arrives.
  await run(`insert into day_sums (station, at) values ('s', ${hour})`);
});

it('refuses tables of a version that it cannot continue, and changes nothing', async () => {
  await run('create table kept_counts (subject String) engine = MergeTree order by subject');
  await expect(createTables(clickhouse.client)).rejects.toThrow('kept_counts');
  expect(await names()).toContain('kept_counts');
});
