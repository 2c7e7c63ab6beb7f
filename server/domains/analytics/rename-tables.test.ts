import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { createTables } from './clickhouse-tables.ts';
import { totalsByTable } from './testing/consumer.ts';
import { renameTables } from './rename-tables.ts';
import { formerTables } from './testing/former-tables.ts';

/* A filled installation from before the renaming; the sessions of its first month are deleted. */

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse();
});
afterAll(() => clickhouse.drop());

const run = (query: string) => clickhouse.client.command({ query });
const ask = async <T = object>(query: string): Promise<T[]> =>
  await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<T>();

/** Table → a query of its rows; the former names differ in these words. */
const rows = {
  session_edges: 'select station, at, sum(begins), sum(ends) from session_edges group by station, at order by all',
  late_arrivals: 'select day, max(late_until), max(songs_computed_at) from late_arrivals group by day order by all',
  ...Object.fromEntries(
    Object.entries({
      ...{ quarter_sums: 'station, at', day_sums: 'station, at', portal_hour_sums: 'at' },
      ...{ audience_hours: 'station, at, dimension, value', portal_audience_sums: 'hours, at, dimension, value' },
    }).map(([table, key]) => [
      table,
      `select ${key}, sum(t.ms), sum(t.connected), sum(t.open_at_start), sum(t.impressions), uniqMerge(t.addresses)
       from ${table} as t group by ${key} order by all`,
    ]),
  ),
} as const;
const formerWords = {
  ...{ session_edges: 'moments', late_arrivals: 'late_days', late_until: 'at', songs_computed_at: 'songs' },
  open_at_start: 'carried',
};
const inFormerWords = (query: string): string =>
  Object.entries(formerWords).reduce((text, [current, former]) => text.replaceAll(current, former), query);

const rowsBy = async (change = (query: string): string => query): Promise<Record<string, unknown[][]>> => {
  const found: Record<string, unknown[][]> = {};
  for (const [table, query] of Object.entries(rows)) {
    const result = await clickhouse.client.query({ query: change(query), format: 'JSONCompactEachRow' });
    found[table] = await result.json<unknown[]>();
  }
  return found;
};

const slice = (since: string, until: string, more: object): object => ({
  ...{ engine: 'e', session: 's', n: 0, station: 'a', account: 'b', started: since, since, until, bytes: '5' },
  ...{ first: 0, last: 0, address: '7', country: 'DE', region: '', city: '', device: '', player: '', os: '' },
  ...{ referer: '', output: 'mp3', ...more },
});
/** A session over two quarter hours, the second of which begins a day. */
const listen = async (eve: string, day: string): Promise<void> => {
  const values = [
    slice(`${eve} 23:50:00`, `${day} 00:00:00`, { first: 1 }),
    slice(`${day} 00:00:00`, `${day} 00:10:00`, { n: 1, last: 1 }),
  ];
  await clickhouse.client.insert({ table: 'slices', values, format: 'JSONEachRow' });
};

const names = async (which = '1'): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      `select name from system.tables where database = currentDatabase() and ${which} order by name`,
    )
  ).map(({ name }) => name);

let before: Record<string, unknown[][]>;
let fresh: object[];
/** How each table and view is defined; `uuid` would change if one were created again. */
const definitions = (columns = '') =>
  ask(`select ${columns} name, create_table_query from system.tables where database = currentDatabase() order by name`);
const uuids = async (table: (current: string) => string) => {
  const found = await ask<{ name: string; uuid: string }>(
    'select name, toString(uuid) as uuid from system.tables where database = currentDatabase()',
  );
  return Object.keys(rows).map((name) => found.find((one) => one.name === table(name))?.uuid);
};
let formerUuids: unknown[];

beforeEach(async () => {
  await createTables(clickhouse.client);
  fresh ??= await definitions();
  const views = formerTables.flatMap((query) => /^create materialized view (\w+)/.exec(query)?.[1] ?? []);
  for (const view of [...views, 'session_edges_of_slices']) await run(`drop view if exists ${view}`);
  for (const table of Object.keys(rows)) await run(`drop table ${table}`);
  await run('truncate table slices');
  for (const query of formerTables) await run(query);
  await listen('2026-08-31', '2026-09-01');
  await listen('2026-10-04', '2026-10-05');
  await run("insert into spots (station, at, quartile, country) values ('a', '2026-10-05 10:00:00', 0, 'DE')");
  await run(`insert into late_days values ('2026-10-05', '2026-10-07 00:00:00.123', '2026-10-06 01:00:00.456')`);
  await run('alter table slices drop partition 202608');
  await run('alter table slices drop partition 202609');
  before = await rowsBy(inFormerWords);
  formerUuids = await uuids(inFormerWords);
  expect(new Set(formerUuids).size).toBe(7);
  for (const [table, found] of Object.entries(before)) expect([table, found.length > 0]).toEqual([table, true]);
});

/** Everything is there under its current name, and no rollup was created again. */
const expectRenamed = async (): Promise<void> => {
  expect(await rowsBy()).toEqual(before);
  expect(await uuids((name) => name)).toEqual(formerUuids);
  expect(await names("match(name, '^(moments|late_days|kept_|cached_|portal_day_sums)|unfinished$')")).toEqual([]);
  expect(await names("match(create_table_query, 'carried|moments')")).toEqual([]);
};

/** A client that dies at the first command after `left` of them. */
const dyingAfter = (left: number): ClickHouseClient => {
  let done = 0;
  return {
    query: (given: { query: string; format: 'JSONEachRow' }) => clickhouse.client.query(given),
    command: async (given: { query: string }) => {
      if (done++ === left) throw new Error('killed');
      return await clickhouse.client.command(given);
    },
  } as unknown as ClickHouseClient;
};

it('renames tables, columns and views of a filled installation, which then record as before', async () => {
  await createTables(clickhouse.client);
  await expectRenamed();
  const all = await definitions('uuid,');
  await createTables(clickhouse.client);
  expect(await definitions('uuid,')).toEqual(all);
  await expectRenamed();

  await run('truncate table slices');
  for (const table of await names("engine = 'AggregatingMergeTree'")) await run(`truncate table ${table}`);
  await listen('2026-10-11', '2026-10-12');
  const { slices, ...sums } = await totalsByTable(clickhouse.client);
  for (const [table, sum] of Object.entries(sums)) expect([table, sum]).toEqual([table, slices]);
  expect(
    await ask(
      'select toString(at) as at, toUInt32(begins) as begins, toUInt32(ends) as ends from session_edges order by at',
    ),
  ).toEqual([
    { at: '2026-10-11 23:50:00.000', begins: 1, ends: 0 },
    { at: '2026-10-12 00:10:00.000', begins: 0, ends: 1 },
  ]);
  for (const table of ['quarter_sums', 'day_sums', 'portal_hour_sums', 'audience_hours']) {
    const which = table === 'audience_hours' ? "dimension = 'country'" : '1';
    expect([
      table,
      await ask(
        `select toString(at) as at, toUInt32(t.open_at_start) as open_at_start from ${table} as t where ${which} and t.open_at_start > 0`,
      ),
    ]).toEqual([table, [{ at: '2026-10-12 00:00:00', open_at_start: 1 }]]);
  }
  expect(
    await ask(
      "select hours, toUInt32(t.open_at_start) as open_at_start from portal_audience_sums as t where dimension = 'country' and t.open_at_start > 0 order by hours",
    ),
  ).toEqual([24, 168].map((hours) => ({ hours, open_at_start: 1 })));
});

it('gives an installation the same tables and views as a new one', async () => {
  await createTables(clickhouse.client);
  expect(await definitions()).toEqual(fresh);
});

it('continues where an interrupted run ended', async () => {
  let kills = 0;
  for (let isRenamed = false; !isRenamed;) {
    isRenamed = await renameTables(dyingAfter(1)).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (!isRenamed) kills++;
  }
  expect(kills).toBeGreaterThan(10);
  await createTables(clickhouse.client);
  await expectRenamed();
}, 120_000);

it.each([1, 2, 3, 4, 8, 14])('fills nothing again when it is killed after step %d', async (steps) => {
  await expect(renameTables(dyingAfter(steps))).rejects.toThrow('killed');
  await createTables(clickhouse.client);
  await expectRenamed();
});
