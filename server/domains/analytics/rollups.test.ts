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
import { rollupTables } from './rollups.ts';

/* An installation from before the rollups, whose start is killed at every step. */

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse();
});
afterAll(() => clickhouse.drop());

const newest = [
  ...rollupTables.flatMap(({ name, from, secondSource }) =>
    [from, ...(secondSource ? [secondSource] : [])].map(({ table }) => `${name}_of_${table}`),
  ),
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
const killedAtEveryStep = async (): Promise<number> => {
  let [kills, changes, first] = [0, 1, ''];
  for (;;) {
    const done: string[] = [];
    try {
      await createTables(dyingAfter(changes, done));
      return kills;
    } catch (error) {
      if ((error as Error).message !== 'killed') throw error;
    }
    kills++;
    // The fill of a rollup starts over, so the next kill is one change later; everything else continues where it was.
    changes = done[0] === first ? changes + 1 : 1;
    first = done[0]!;
  }
};

it('are complete, wherever the start that creates them is killed', async () => {
  await createTables(clickhouse.client);
  for (const name of newest) await run(`drop table if exists ${name}`);
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
  await run(`insert into spots (station, at, quartile) values ('s', '2026-09-30 22:00:00', 0)`);
  const spots = `select toFloat64(sumIf(impressions, station = 's')) as ofStation, toFloat64(sumIf(impressions, station = '')) as ofPortal`;
  for (const [table, buckets] of [
    ['listening_minutes', 1],
    ['listening_buckets', 2],
    ['audience_buckets', 7],
  ] as const) {
    const found = await clickhouse.client.query({ query: `${spots} from ${table}`, format: 'JSONEachRow' });
    const ofPortal = table === 'audience_buckets' ? 2 * buckets : 1;
    expect(await found.json()).toEqual([{ ofStation: buckets, ofPortal }]);
  }
  const query = `select name from system.tables where database = currentDatabase() and name like '%unfinished'`;
  expect(await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json()).toEqual([]);
}, 300_000);

it('are not created beside those of a development version that this one cannot continue', async () => {
  await createTables(clickhouse.client);
  await run('create table moments (at DateTime) engine = MergeTree order by at');
  await run('drop table spots');
  await expect(createTables(clickhouse.client)).rejects.toThrow(/has the tables moments. Start it once with commit/);
  const query = `select name from system.tables where database = currentDatabase() and name = 'spots'`;
  expect(await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json()).toEqual([]);
});
