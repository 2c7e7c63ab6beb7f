import { totalmem } from 'node:os';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';

let clickhouse: TestClickHouse;
const rows = async <T>(query: string, query_params: Record<string, unknown> = {}): Promise<T[]> =>
  (await clickhouse.client.query({ query, query_params, format: 'JSONEachRow' })).json<T>();
const command = (query: string) => clickhouse.client.command({ query });
const insert = (table: string, values: unknown[], token?: string) =>
  clickhouse.client.insert({
    table,
    values,
    format: 'JSONEachRow',
    clickhouse_settings:
      token === undefined
        ? {}
        : { insert_deduplication_token: token, deduplicate_blocks_in_dependent_materialized_views: 1 },
  });

beforeAll(async () => {
  clickhouse = await testClickHouse();
  await command('create table words (id UInt32, word String) engine = MergeTree order by id');
});
afterAll(() => clickhouse.drop());

test('stores and returns rows with any text', async () => {
  const words = ["it's", 'a;b', 'line\nbreak\n\nand blank', 'ñandú', '\\back\\slash', '{"json":1}', ''];
  await insert(
    'words',
    words.map((word, id) => ({ id, word })),
  );
  expect(await rows('select word from words order by id')).toEqual(words.map((word) => ({ word })));
});

test('binds parameters of every type, separately per query', async () => {
  const one = (n: number) =>
    rows('select {n:UInt32} as n, {s:String} as s, {a:Array(String)} as a', { n, s: `it's \t ${n}`, a: ["x'y", 'z'] });
  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)));
  replies.forEach((reply, n) => expect(reply).toEqual([{ n, s: `it's \t ${n}`, a: ["x'y", 'z'] }]));
  await expect(rows('select {n:UInt32}')).rejects.toThrow(/n.*is not set/);
});

test('streams a large result while serving other queries', async () => {
  const result = await clickhouse.client.query({
    query: 'select number, toString(number) as text from numbers(300000)',
    format: 'JSONEachRow',
  });
  let rowCount = 0;
  for await (const chunk of result.stream()) {
    rowCount += chunk.length;
    if (rowCount === chunk.length) expect(await rows('select 1 as one')).toEqual([{ one: 1 }]);
  }
  expect(rowCount).toBe(300_000);
});

test('deduplicates a batch that is sent again, in the table and in its materialized view', async () => {
  const window = 'settings non_replicated_deduplication_window = 1000';
  await command(`create table raw (station UInt32, bytes UInt64) engine = MergeTree order by station ${window}`);
  await command(
    `create table rollup (station UInt32, bytes UInt64) engine = SummingMergeTree order by station ${window}`,
  );
  await command(
    'create materialized view feed to rollup as select station, sum(bytes) as bytes from raw group by station',
  );
  const batch = [1, 2].map((station) => ({ station, bytes: 10 }));
  await insert('raw', batch, 'engine:1');
  await insert('raw', batch, 'engine:1');
  await insert('raw', batch, 'engine:2');
  const sums = await rows('select (select sum(bytes) from raw) as raw, (select sum(bytes) from rollup) as rollup');
  expect(sums).toEqual([{ raw: 40, rollup: 40 }]);
});

test('reports errors by code, name and status, and continues', async () => {
  await expect(rows('select * from missing')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' });
  await expect(rows('selec 1')).rejects.toMatchObject({ code: '62', type: 'SYNTAX_ERROR' });
  await expect(insert('words', [{ id: 'no number', word: '' }])).rejects.toMatchObject({ code: '27' });
  expect(await rows('select 1 as one')).toEqual([{ one: 1 }]);
});

test('limits the time and memory of a query', async () => {
  const bounded = (query: string, clickhouse_settings: Record<string, string | number>) =>
    clickhouse.client.query({ query, clickhouse_settings, format: 'JSONEachRow' }).then((result) => result.json());
  await expect(
    bounded('select sum(cityHash64(number)) from numbers(100000000000)', { max_execution_time: 1 }),
  ).rejects.toMatchObject({ type: 'TIMEOUT_EXCEEDED' });
  await expect(
    bounded('select number from numbers(20000000) order by cityHash64(number) limit 19000000', {
      max_memory_usage: '20000000',
    }),
  ).rejects.toMatchObject({ type: 'MEMORY_LIMIT_EXCEEDED' });
});

test.skipIf(process.env.TEST_CLICKHOUSE_URL)('uses at most half of the memory when embedded', async () => {
  const found = await rows<{ name: string; value: string }>(
    `select name, value from system.server_settings where name in ('max_server_memory_usage', 'mark_cache_size')`,
  );
  const limit = Object.fromEntries(found.map(({ name, value }) => [name, Number(value)]));
  expect(limit['max_server_memory_usage']).toBeLessThanOrEqual(Math.max(2e9, totalmem() / 2));
  expect(limit['mark_cache_size']).toBe(268_435_456);
});

test('compresses on request, accepts compressed inserts, and supports every format', async () => {
  const client = createClient({ url: clickhouse.url, compression: { request: true, response: true } });
  await client.insert({ table: 'words', values: [{ id: 900, word: 'squeezed' }], format: 'JSONEachRow' });
  const found = await client.query({ query: 'select word from words where id = 900', format: 'JSON' });
  expect((await found.json()).data).toEqual([{ word: 'squeezed' }]);
  const csv = await client.exec({ query: 'select 1, 2 format CSVWithNames' });
  let text = '';
  for await (const chunk of csv.stream) text += String(chunk);
  expect(text).toBe('"1","2"\n1,2\n');
  expect((await client.ping()).success).toBe(true);
  await client.close();
});

test('refuses access without the password', async () => {
  const { origin } = new URL(clickhouse.url);
  const asStranger = await fetch(`${origin}/?query=select%201`);
  expect(asStranger.status).toBe(403);
  expect(await asStranger.text()).toContain('AUTHENTICATION_FAILED');
});

test('handles sixty concurrent inserts and sixty queries', async () => {
  await command('create table busy (n UInt32) engine = MergeTree order by n');
  const work = Array.from({ length: 60 }, (_, n) => [insert('busy', [{ n }, { n }]), rows('select count() from busy')]);
  await Promise.all(work.flat());
  expect(await rows('select count() as n from busy')).toEqual([{ n: 120 }]);
});
