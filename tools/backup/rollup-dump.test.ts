import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { loadListening } from './listening.ts';
import { isRollupTable, paidDumpQueries, rollupInsert } from './rollup-dump.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
});
afterAll(() => clickhouse.drop());

const ask = async (query: string) =>
  (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<Record<string, string>>();

const lineOf = async (overrides: object): Promise<string> => {
  const [sketches] = await ask(
    'select hex(uniqState(toUInt64(7))) as addresses, hex(uniqCombinedState(12)(toUInt64(7))) as estimate',
  );
  const counts = { ms: '5', bytes: '1', connected: '2', disconnected: '2', open_at_start: '1', impressions: '3' };
  return JSON.stringify({
    dimension: 'country',
    value: 'DE',
    ...counts,
    thirdQuartile: '0',
    ...sketches,
    ...overrides,
  });
};
const restore = async (table: string, lines: object[]): Promise<void> => {
  expect(isRollupTable(table)).toBe(true);
  const query = await rollupInsert(clickhouse.client, table, await Promise.all(lines.map(lineOf)));
  await clickhouse.client.command({ query });
};
const rollups = (table: string, station: string, more = '') =>
  ask(`select ${more}toString(at) as at, toUInt32(sum(t.ms)) as ms, toUInt32(sum(t.open_at_start)) as open_at_start,
    toUInt32(sum(t.impressions)) as impressions, toUInt32(uniqMerge(t.addresses)) as uniques
    from ${table} as t where ${station} group by all order by all`);
const counts = { ms: 5, open_at_start: 1, impressions: 3, uniques: 1 };

it('restores the sums of days whose sessions were deleted, with their listeners', async () => {
  const at = '2025-07-01 00:00:00';
  await restore('listening_buckets', [{ minutes: 15, station: 'v', at }]);
  await restore('audience_buckets', [{ minutes: 60, station: 'v', at }]);
  for (const minutes of [15, 1440])
    expect(await rollups('listening_buckets', `station = 'v' and minutes = ${minutes}`)).toEqual([{ at, ...counts }]);
  expect(await rollups('audience_buckets', "station = 'v'")).toEqual([{ at, ...counts }]);
  expect(await rollups('listening_buckets', `station = '' and at = '${at}'`)).toEqual([{ at, ...counts }]);
  expect(await rollups('audience_buckets', `station = '' and minutes = 1440`)).toEqual([{ at, ...counts }]);
});

it('restores those of a backup from before its tables were merged', async () => {
  const at = '2025-07-02 00:15:00';
  await restore('quarter_sums', [{ station: 'w', at }]);
  await restore('audience_hours', [{ station: 'w', at: '2025-07-02 00:00:00' }]);
  const day = { ...counts, at: '2025-07-02 00:00:00' };
  expect(await rollups('listening_buckets', "station = 'w' and minutes = 15")).toEqual([{ ...counts, at }]);
  // Its sessions were open when the second quarter hour of the day began, not when the day did.
  expect(await rollups('listening_buckets', "station = 'w' and minutes = 1440")).toEqual([
    { ...day, open_at_start: 0 },
  ]);
  expect(await rollups('audience_buckets', "station = 'w'")).toEqual([day]);
});

it('restores what was earned whole, also what no longer has rows of its own', async () => {
  const earned = async () =>
    ask(
      'select account, toString(at) as at, toInt32(sum(t.impressions)) as n from revenue_quarters as t group by all order by all',
    );
  const values = `('a', '2025-03-03 10:00:00', 's', 'c', 'b', 900, 'USD', 400, 'USD', `;
  await clickhouse.client.command({ query: `insert into revenue_quarters values ${values}7), ${values}-2)` });
  const before = await earned();
  expect(before).toEqual([{ account: 'a', at: '2025-03-03 10:00:00', n: 5 }]);
  const folder = await mkdtemp(join(tmpdir(), 'skywave-dump-'));
  await mkdir(join(folder, 'clickhouse'));
  const { query } = (await paidDumpQueries(clickhouse.client)).find(({ name }) => name === 'revenue_quarters')!;
  const lines = await (
    await clickhouse.client.query({ query: query.replace(' format JSONEachRow', ''), format: 'JSONEachRow' })
  ).text();
  await writeFile(join(folder, 'clickhouse', 'revenue_quarters.jsonl.gz'), gzipSync(lines));
  await clickhouse.client.command({ query: `insert into revenue_quarters values ${values}100)` });
  await loadListening(clickhouse.url, folder, [{ name: 'revenue_quarters', rows: 2 }]);
  expect(await earned()).toEqual(before);
  for (const name of ['revenue_totals', 'revenue_days'])
    expect(await ask(`select toInt32(sum(impressions)) as n, toInt32(sum(micros)) as micros from ${name}`)).toEqual([
      { n: 5, micros: 2000 },
    ]);
  await rm(folder, { recursive: true });
});
