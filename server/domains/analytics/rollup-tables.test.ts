import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKey } from '#server/kernel/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { createTables } from './clickhouse-tables.ts';
import { totalsByTable } from './testing/consumer.ts';
import { slicesOf } from './testing/listening.ts';
import { store } from './spool-consumer.ts';
import { rollupTables } from './rollup-tables.ts';

/* An installation from before the rollups, whose start is killed at every step. */

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse();
});
afterAll(() => clickhouse.drop());

const newest = [
  ...rollupTables.map(({ name, from }) => `${name}_of_${from.table}`),
  ...['audience_hours', 'quarter_sums', 'day_sums', 'minute_sums'].map((sums) => `${sums}_of_spots`),
  ...rollupTables.map(({ name }) => name),
  'spots',
];
const run = (query: string) => clickhouse.client.command({ query });

let batches = 0;
/** Sessions over two days and months, from each of these times. */
const record = async (...times: number[]) => {
  const [station, account] = [newKey('station'), newKey('account')];
  const events = times.flatMap((from) =>
    Array.from({ length: 40 }, (_, i) => slicesOf({ station, account, from: from + i, to: from + i * 300_000 + 1 })),
  );
  const secrets = { get: async (name: string) => name };
  const deps = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents(), secrets };
  await store(deps, { engine: 'e', batch: ++batches, events: events.flat() });
};

/** Simulates a process that dies when it would change more than this; `done` gets the changes. */
const dyingAfter = (changes: number, done: string[]): ClickHouseClient => {
  const { client } = clickhouse;
  return {
    command: async (given: Parameters<ClickHouseClient['command']>[0]) => {
      if (done.length === changes) throw new Error('killed');
      done.push(given.query);
      return await client.command(given);
    },
    query: (given: { query: string; format: 'JSONEachRow' }) => client.query(given),
  } as unknown as ClickHouseClient;
};

/** Creates the tables, killed after every change until it succeeds; returns how often. */
const killedAtEveryStep = async (look: () => Promise<void> = async () => undefined): Promise<number> => {
  let [kills, changes, first] = [0, 1, ''];
  for (;;) {
    const done: string[] = [];
    try {
      await createTables(dyingAfter(changes, done));
      return kills;
    } catch (error) {
      if ((error as Error).message !== 'killed') throw error;
    }
    await look();
    kills++;
    // The fill of a rollup starts over, so the next kill is one change later; everything else continues where it was.
    changes = done[0] === first ? changes + 1 : 1;
    first = done[0]!;
  }
};

it('are complete, wherever the start that creates them is killed', async () => {
  await createTables(clickhouse.client);
  for (const name of newest) await run(`drop table if exists ${name}`);
  for (const table of ['listening', 'days']) {
    await run(`create table ${table} (station String, n UInt64) engine = MergeTree order by station`);
    await run(`create materialized view ${table}_of_slices to ${table} as select station, 1 as n from slices`);
  }
  const monthEnd = Date.UTC(2026, 8, 30, 22);
  await record(monthEnd);
  await record(monthEnd);
  const kills = await killedAtEveryStep();
  expect(kills).toBeGreaterThan(20);
  const before = await totalsByTable(clickhouse.client);
  for (const sums of Object.values(before)) expect(sums).toEqual(before.slices);
  expect(before.slices.connected).toBe(80);

  await createTables(clickhouse.client);
  await record(monthEnd);
  const after = await totalsByTable(clickhouse.client);
  for (const sums of Object.values(after)) expect(sums).toEqual(after.slices);
  expect(after.slices.connected).toBe(120);
  const query = `select name from system.tables where database = currentDatabase() and name in ('listening', 'days')`;
  expect(await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json()).toEqual([]);
}, 300_000);

/** The audience of a country by bucket length: sums, and unique listeners. */
const audienceOf = async (table: string, which = '1'): Promise<object | undefined> => {
  const query = `select toFloat64(sum(t.ms)) as ms, toFloat64(sum(t.connected)) as connected, toFloat64(sum(t.open_at_start)) as open_at_start,
      toFloat64(uniqMerge(t.addresses)) as uniques, toFloat64(uniqCombinedMerge(12)(t.estimate)) as estimate
    from ${table} as t where dimension = 'country' and ${which}`;
  return (await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<object>())[0];
};
const namesLike = async (pattern: string): Promise<string[]> => {
  const query = `select name from system.tables where database = currentDatabase() and name like '${pattern}' order by name`;
  const found = await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<{ name: string }>();
  return found.map(({ name }) => name);
};

/** The previous audience rollups: hours, days and weeks in one table, hours next to quarter hours. */
const sumUpAsBefore = async () => {
  const by = 'station, hours, at, dimension, value';
  const before = '* except open_at_start, open_at_start as carried';
  await run(
    `create table audience_sums engine = AggregatingMergeTree order by (${by}) as select toUInt8(1) as hours, ${before} from audience_hours`,
  );
  await run(`insert into audience_sums select 24 as hours, ${before} from audience_hours`);
  await run(
    `create table hour_sums engine = AggregatingMergeTree order by (station, at) as select * from quarter_sums`,
  );
  for (const name of ['audience_hours_of_slices', 'audience_hours_of_spots', 'audience_hours'])
    await run(`drop table ${name}`);
  for (const name of ['portal_audience_sums_of_audience_hours', 'portal_hour_sums_of_quarter_sums'])
    await run(`drop table ${name}`);
  for (const table of ['audience_sums', 'hour_sums']) {
    await run(`create materialized view ${table}_of_slices to ${table} as select station, since as at from slices`);
    await run(`create materialized view portal_${table}_of_${table} to portal_${table} as select at from ${table}`);
  }
};

it('keep the audience of days whose sessions were deleted, and are never visible in part', async () => {
  await createTables(clickhouse.client);
  await record(Date.UTC(2026, 8, 30, 22), Date.UTC(2026, 9, 31, 23, 50), Date.UTC(2026, 10, 20));
  const queries = [
    ['audience_hours'],
    ['portal_audience_sums', 'hours = 24'],
    ['portal_audience_sums', 'hours = 168'],
  ] as const;
  const all = () => Promise.all(queries.map(([table, which]) => audienceOf(table, which)));
  const before = await all();
  await sumUpAsBefore();
  await run('alter table slices drop partition 202609');
  await killedAtEveryStep(async () => {
    for (const [i, [table, which]] of queries.entries())
      if ((await namesLike(table)).length > 0) expect(await audienceOf(table, which)).toEqual(before[i]);
  });
  expect(await all()).toEqual(before);
  expect(await namesLike('%audience_sums%')).toEqual([
    'portal_audience_sums',
    'portal_audience_sums_of_audience_hours',
  ]);
  expect(await namesLike('hour_sums%')).toEqual([]);
  expect(await namesLike('%unfinished')).toEqual([]);
}, 300_000);
