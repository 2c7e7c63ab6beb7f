import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { newKey } from '#server/kernel/keys.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { forgetListening } from './forget-stations.ts';

let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
});
afterAll(() => clickhouse.drop());

const rows = async <T>(query: string): Promise<T[]> =>
  await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<T>();

/** What campaigns delivered and what it earned stays: it identifies nobody, and is what was paid for. */
const kept = "'campaign_quarters', 'campaign_parts', 'revenue_quarters', 'revenue_days'";

it('deletes a station from every table with a station column, and no other station', async () => {
  const [deleted, remaining] = [newKey('station'), newKey('station')] as [StationKey, StationKey];
  await forgetListening(clickhouse.client, [deleted]);
  const tables = await rows<{ table: string }>(
    `select distinct table from system.columns where database = currentDatabase() and name = 'station' and table not in (${kept})
     and table in (select name from system.tables where database = currentDatabase() and engine like '%MergeTree')`,
  );
  expect(tables.length).toBeGreaterThan(6);
  for (const { table } of tables) {
    // A row whose counts are all zero is dropped.
    const [columns, more] = table === 'player_counts' ? ['station, n', ', 1'] : ['station', ''];
    await clickhouse.client.command({
      query: `insert into ${table} (${columns}) values ('${deleted}'${more}), ('${remaining}'${more})`,
    });
  }
  await forgetListening(clickhouse.client, [deleted]);
  for (const { table } of tables) {
    // What the portal heard stays; it names no station.
    const found = await rows<{ station: string }>(
      `select distinct toString(station) as station from ${table} where station <> ''`,
    );
    expect([table, found]).toEqual([table, [{ station: remaining }]]);
  }
});
