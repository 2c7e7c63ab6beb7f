import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { newKey } from '#server/kernel/keys.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { clusterSettings } from '#server/platform/clickhouse/dialect.ts';
import { databaseUrl, testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { givenServers, isClusterTested } from '#server/testing/given-clickhouse.ts';
import { forgetListening } from './forget-stations.ts';
import { totalsByTable } from './testing/consumer.ts';
import { slicesOf } from './testing/listening.ts';
import { store } from './spool-consumer.ts';

const missing = isClusterTested ? '' : ' (skipped: TEST_CLICKHOUSE_URL names no cluster)';
const [station, account] = [newKey('station'), newKey('account')];
const noon = Date.UTC(2026, 10, 20, 12);
const eventsFor = (sessions: number) =>
  Array.from({ length: sessions }, (_, i) =>
    slicesOf({ station, account, from: noon + i, to: noon + 1_800_000 - i }),
  ).flat();

describe.skipIf(!isClusterTested)(`listening on a cluster of ClickHouse${missing}`, () => {
  let clickhouse: TestClickHouse;
  let database: TestDatabase;
  let replicas: ClickHouseClient[] = [];
  const deps = { geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  const storeAt = async (replica: ClickHouseClient, batch: number, sessions: number): Promise<void> => {
    const secrets = databaseSecrets(database.db);
    await store({ ...deps, secrets, clickhouse: replica }, { engine: 'e', batch, events: eventsFor(sessions) });
  };
  const numbersAt = async (query: string): Promise<string[]> =>
    await Promise.all(
      replicas.map(async (one) => (await (await one.query({ query, format: 'TabSeparated' })).text()).trim()),
    );

  beforeAll(async () => {
    [clickhouse, database] = await Promise.all([testClickHouse({ withTables: true }), testDatabase()]);
    replicas = givenServers.map((url) =>
      createClient({ url: databaseUrl(url, clickhouse.database), clickhouse_settings: clusterSettings }),
    );
  });
  afterAll(async () => {
    await Promise.all(replicas.map((one) => one.close()));
    await Promise.all([clickhouse.drop(), database.drop()]);
  });

  it('counts a batch once that is sent again to another replica, in raw rows and rollups alike', async () => {
    for (const replica of [...replicas, ...replicas]) await storeAt(replica, 1, 40);
    const totals = await Promise.all(replicas.map(totalsByTable));
    for (const total of totals) {
      expect(total.slices.ms).toBe(eventsFor(40).reduce((sum, { from, to }) => sum + to - from, 0));
      for (const sums of Object.values(total)) expect(sums).toEqual(total.slices);
    }
  });

  it('shows each replica what was inserted at another one at once', async () => {
    for (let batch = 2; batch < 12; batch++) {
      await storeAt(replicas[batch % replicas.length]!, batch, 1);
      const counted = await numbersAt(`select count() from slices`);
      expect(new Set(counted).size).toBe(1);
    }
  });

  it('keeps equal rows of a table that deduplicates nothing on a single server', async () => {
    const row = {
      station,
      at: '2026-11-20 12:00:00',
      isOn: 0,
      artist: 'a',
      title: 't',
      plays: 1,
      left: 0,
      listeners: 1,
    };
    for (const replica of [...replicas, ...replicas])
      await replica.insert({ table: 'song_quarters', values: [row], format: 'JSONEachRow' });
    const counted = await numbersAt('select count() from song_quarters');
    expect(new Set(counted)).toEqual(new Set([String(2 * replicas.length)]));
  });

  it('has forgotten a station at every replica when it says so', async () => {
    await forgetListening(clickhouse.client, [station]);
    expect(new Set(await numbersAt('select count() from slices'))).toEqual(new Set(['0']));
    expect(new Set(await numbersAt(`select count() from audience_buckets where station <> ''`))).toEqual(
      new Set(['0']),
    );
  });
});
