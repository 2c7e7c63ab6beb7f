import { expect, test } from 'vitest';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { newKey } from '#server/kernel/keys.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { createTables } from './clickhouse-tables.ts';
import { totalsByTable } from './testing/consumer.ts';
import { slicesOf } from './testing/listening.ts';
import { mergeRollups } from './rollups.ts';
import { store } from './spool-consumer.ts';

test('leaves one part per month, and all numbers unchanged', async () => {
  const clickhouse = await testClickHouse();
  const { client } = clickhouse;
  await mergeRollups(client);
  await createTables(client);
  const secrets = { get: async (name: string) => name };
  const deps = { clickhouse: client, geo: mmdbGeo(packagedDatabases()), agents: userAgents(), secrets };
  const [station, account] = [newKey('station'), newKey('account')];
  for (const [batch, from] of [Date.UTC(2026, 9, 31, 23), Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 1, 0, 5)].entries())
    await store(deps, { engine: 'e', batch, events: slicesOf({ station, account, from, to: from + 5_000_000 }) });
  const before = await totalsByTable(client);
  await mergeRollups(client);
  expect(await totalsByTable(client)).toEqual(before);
  const parts = await queryRows<{ most: string }>(
    client,
    `select max(n) as most from (select count() as n from system.parts where active and database = currentDatabase()
      and match(table, '_sums$|^listening_|^audience_') group by table, partition_id)`,
  );
  expect(Number(parts[0]?.most)).toBe(1);
  await clickhouse.drop();
}, 120_000);
