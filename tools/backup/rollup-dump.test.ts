import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { loadListening } from './listening.ts';
import { isRollupTable, paidDumpQueries, rollupDumpQueries, rollupInsert } from './rollup-dump.ts';

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
  const counts = { ms: '5', bytes: '1', connected: '2', disconnected: '2', carried: '1', impressions: '3' };
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
  if (query !== undefined) await clickhouse.client.command({ query });
};
const rollups = (table: string, station: string, more = '') =>
  ask(`select ${more}toString(at) as at, toUInt32(sum(t.ms)) as ms, toUInt32(sum(t.open_at_start)) as open_at_start,
    toUInt32(sum(t.impressions)) as impressions, toUInt32(uniqMerge(t.addresses)) as uniques
    from ${table} as t where ${station} group by all order by all`);
const counts = { ms: 5, open_at_start: 1, impressions: 3, uniques: 1 };

it('restores daily audiences of an older release as those at noon', async () => {
  // A Monday and a Tuesday.
  const lines = ['2025-03-03', '2025-03-04'].map((day) => ({ station: 's', at: `${day} 00:00:00` }));
  await restore('part_sums', lines);
  expect(await rollups('audience_hours', "station = 's'")).toEqual([
    { at: '2025-03-03 12:00:00', ...counts },
    { at: '2025-03-04 12:00:00', ...counts },
  ]);
  const days = { ms: 5, open_at_start: 0, impressions: 3, uniques: 1 };
  expect(await rollups('portal_audience_sums', "at < '2025-04-01'", 'toUInt16(hours) as hours, ')).toEqual([
    { hours: 24, at: '2025-03-03 00:00:00', ...days },
    { hours: 24, at: '2025-03-04 00:00:00', ...days },
    { hours: 168, at: '2025-03-03 00:00:00', ...days, ms: 10, impressions: 6 },
  ]);
});

it('restores only the hours of audiences that an older release stored by hour, day and week', async () => {
  const lines = [1, 24, 168].map((hours) => ({ station: 't', hours, at: '2025-05-05 00:00:00' }));
  await restore('audience_sums', lines);
  expect(await rollups('audience_hours', "station = 't'")).toEqual([{ at: '2025-05-05 00:00:00', ...counts }]);
});

it('skips hours that an older release stored beside their quarter hours', async () => {
  await restore('hour_sums', [{ station: 'u', at: '2025-06-01 00:00:00' }]);
  expect(await ask("select 1 as one from quarter_sums where station = 'u'")).toEqual([]);
});

it('records sums that an older release copied under former names of tables and columns', async () => {
  const start = '2025-07-01 00:00:00';
  await restore('day_sums', [{ station: 'v', at: start }]);
  const current = { carried: undefined, open_at_start: '1' };
  await restore('day_sums', [{ station: 'v', at: '2025-07-02 00:00:00', ...current }]);
  expect(await rollups('day_sums', "station = 'v'")).toEqual([
    { at: start, ...counts },
    { at: '2025-07-02 00:00:00', ...counts },
  ]);
  await restore('moments', [{ station: 'v', at: '2025-07-01 00:00:00.500', begins: '3', ends: '2' }]);
  expect(
    await ask('select toString(at) as at, toUInt32(begins) as begins, toUInt32(ends) as ends from session_edges'),
  ).toEqual([{ at: '2025-07-01 00:00:00.500', begins: 3, ends: 2 }]);
});

it('restores a backup from before the renaming, without what workers computed then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-backup-'));
  await mkdir(join(folder, 'clickhouse'));
  const at = '2025-08-01 00:00:00';
  const tables = {
    quarter_sums: [await lineOf({ station: 'w', at })],
    moments: [JSON.stringify({ station: 'w', at: `${at}.250`, begins: '4', ends: '1' })],
    late_days: [JSON.stringify({ day: '2025-08-01', at: `${at}.000`, songs: `${at}.000` })],
  };
  for (const [name, lines] of Object.entries(tables))
    await writeFile(join(folder, `clickhouse/${name}.jsonl.gz`), gzipSync(`${lines.join('\n')}\n`));
  const dump = Object.entries(tables).map(([name, lines]) => ({ name, rows: lines.length }));
  await loadListening(clickhouse.url, folder, dump);
  expect(await rollups('quarter_sums', "station = 'w'")).toEqual([{ at, ...counts }]);
  expect(await rollups('portal_hour_sums', `at = '${at}'`)).toEqual([{ at, ...counts }]);
  expect(await ask("select toUInt32(begins) as begins from session_edges where station = 'w'")).toEqual([
    { begins: 4 },
  ]);
  expect(await ask('select day from late_arrivals')).toEqual([]);
  await rm(folder, { recursive: true });
});

it('copies sums that still have their former name', async () => {
  await clickhouse.client.command({ query: 'rename table session_edges to moments' });
  const names = (await rollupDumpQueries(clickhouse.client)).map(({ name }) => name);
  expect(names).toContain('moments');
  expect(names).not.toContain('session_edges');
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
