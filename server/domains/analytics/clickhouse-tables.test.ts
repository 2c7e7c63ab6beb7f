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
  await run(
    'create materialized view portal_day_sums_of_day_sums to portal_day_sums as select at from listening_buckets',
  );
  await createTables(clickhouse.client);
  expect((await names()).toSorted()).toEqual(current.toSorted());
  // A view without its table would refuse what arrives.
  await run(`insert into listening_buckets (minutes, station, at) values (1440, 's', ${hour})`);
});

const sums = 'ms UInt64, bytes UInt64, connected UInt64, disconnected UInt64, impressions UInt64, thirdQuartile UInt64';
const sketches = (bits: number): string =>
  `addresses AggregateFunction(uniq, UInt64), estimate AggregateFunction(uniqCombined(${String(bits)}), UInt64), open_at_start UInt64`;
/** A table of the version before with one row, whose listener and milliseconds are this number. */
const formerTable = async (name: string, n: number, keys: Record<string, string>, bits?: number): Promise<void> => {
  const counted = bits === undefined ? 'listeners UInt64' : sketches(bits);
  const columns = Object.entries(keys).map(
    ([key, value]) => `cast(${value} as ${key.split(' ')[1]!}) as ${key.split(' ')[0]!}`,
  );
  await run(
    `create table ${name} (${Object.keys(keys).join(', ')}, ${sums}, ${counted}) engine = MergeTree order by at`,
  );
  const state = (of: string): string => `${of}(toUInt64(${String(n)}))`;
  const rest = bits === undefined ? '7' : `${state('uniqState')}, ${state(`uniqCombinedState(${String(bits)})`)}, 1`;
  await run(`insert into ${name} select ${columns.join(', ')}, ${String(n)}, 0, 2, 1, 3, 0, ${rest}`);
};
const day = `toDateTime('2026-11-18 00:00:00', 'UTC')`;
const monday = `toDateTime('2026-11-16 00:00:00', 'UTC')`;

it('keeps what rollups of the version before hold of sessions that are deleted', async () => {
  const current = await names();
  for (const rollup of ['listening_minutes', 'listening_buckets', 'audience_buckets']) {
    await run(`drop view ${rollup}_of_slices`);
    await run(`drop view ${rollup}_of_spots`);
    await run(`drop table ${rollup}`);
  }
  const of = (at: string) => ({ 'station String': "'s'", 'at DateTime': at });
  const part = { 'dimension String': "'country'", 'value String': "'DE'" };
  await formerTable('minute_sums', 1, of(hour));
  await formerTable('portal_minute_sums', 2, { 'at DateTime': hour });
  await formerTable('quarter_sums', 3, of(hour), 13);
  await formerTable('day_sums', 4, of(day), 13);
  await formerTable('portal_hour_sums', 5, { 'at DateTime': hour }, 13);
  await formerTable('audience_hours', 6, { ...of(hour), ...part }, 12);
  await formerTable('portal_audience_sums', 7, { 'hours UInt8': '168', 'at DateTime': monday, ...part }, 12);
  await run('create materialized view day_sums_of_slices to day_sums as select station, since as at from slices');
  await createTables(clickhouse.client);
  expect((await names()).toSorted()).toEqual(current.toSorted());
  const rows = (table: string, more: string) =>
    queryRows(
      clickhouse.client,
      `select ${table === 'listening_minutes' ? '' : 'minutes,'} station, toString(at) as at, toFloat64(sum(ms)) as heard, toFloat64(sum(impressions)) as spots, ${more}
       from ${table} as t group by all order by heard`,
    );
  const [at, listeners] = ['2026-11-18 09:00:00', 7];
  expect(await rows('listening_minutes', 'toFloat64(sum(t.listeners)) as listeners')).toEqual([
    { station: 's', at, heard: 1, spots: 3, listeners },
    { station: '', at, heard: 2, spots: 3, listeners },
  ]);
  const sketched = `toFloat64(sum(open_at_start)) as open, toFloat64(uniqMerge(addresses)) as uniques`;
  const counts = { spots: 3, open: 1, uniques: 1 };
  expect(await rows('listening_buckets', sketched)).toEqual([
    { minutes: 15, station: 's', at, heard: 3, ...counts },
    { minutes: 1440, station: 's', at: '2026-11-18 00:00:00', heard: 4, ...counts },
    { minutes: 60, station: '', at, heard: 5, ...counts },
  ]);
  expect(await rows('audience_buckets', `dimension, value, ${sketched}`)).toEqual([
    { minutes: 60, station: 's', at, dimension: 'country', value: 'DE', heard: 6, ...counts },
    { minutes: 10_080, station: '', at: '2026-11-16 00:00:00', dimension: 'country', value: 'DE', heard: 7, ...counts },
  ]);
});

it('refuses tables of a version that it cannot continue, and changes nothing', async () => {
  await run('create table kept_counts (subject String) engine = MergeTree order by subject');
  await expect(createTables(clickhouse.client)).rejects.toThrow('kept_counts');
  expect(await names()).toContain('kept_counts');
});
