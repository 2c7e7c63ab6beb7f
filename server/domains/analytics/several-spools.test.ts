import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineEvent } from '#contract/engine/engine.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { createFleet } from '#server/domains/fleet/fleet.service.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { newKey } from '#server/kernel/keys.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { isClusterTested } from '#server/testing/given-clickhouse.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { createAnalytics } from './analytics.work.ts';
import { startSpoolConsumer, type ConsumerDeps } from './spool-consumer.ts';
import { slicesOf, testSpool } from './testing/listening.ts';

const token = 'engine-token';
const account = newKey('account');
const noon = Date.UTC(2026, 10, 20, 12);

let clickhouse: TestClickHouse;
let database: TestDatabase;
let spools: Awaited<ReturnType<typeof testSpool>>[];
beforeAll(async () => {
  [clickhouse, database] = await Promise.all([testClickHouse(), testDatabase()]);
  spools = await Promise.all([testSpool(token), testSpool(token, 'engine-2')]);
});
afterAll(async () => {
  for (const spool of spools) spool.close();
  await Promise.all([clickhouse.drop(), database.drop()]);
});

/** Consumes these engines' spools until the work is done. */
const consume = async (
  engines: { id: string; url: string }[],
  until: () => Promise<unknown>,
  more: Pick<ConsumerDeps, 'movedAway'> = {},
): Promise<void> => {
  const { db } = database;
  const analytics = createAnalytics(
    {
      config: { clickhouseUrl: clickhouse.url, clickhouseCluster: isClusterTested },
      fleet: createFleet({ config: { engines, engineToken: token }, db }),
    },
    { geo: mmdbGeo(packagedDatabases()), agents: userAgents() },
  );
  const running = startSpoolConsumer({
    ...{ db, log: pino({ level: 'silent' }), secrets: databaseSecrets(db), ...analytics, ...analytics.engine },
    ...more,
  });
  await until();
  await running.stop();
  await analytics.clickhouse.close();
};
const count = async (table: string, station: string): Promise<number> => {
  const query = `select toFloat64(count()) as n from ${table} where station = '${station}'`;
  const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
  return (await result.json<{ n: number }>())[0]!.n;
};
const delivered = (at: number): Promise<unknown> => spools[at]!.until(() => spools[at]!.state.batches.length === 0);

it('stores the spools of all engines, while one of them is away', async () => {
  const station = newKey('station');
  for (const [at, spool] of spools.entries())
    spool.add(slicesOf({ station, account, from: noon + at * 3_600_000, to: noon + at * 3_600_000 + 60_000 }));
  const engines = [
    { id: 'one', url: spools[0]!.url },
    { id: 'away', url: `http://127.0.0.1:${String(await freePort())}` },
    { id: 'two', url: spools[1]!.url },
  ];
  await consume(engines, () => Promise.all([delivered(0), delivered(1)]));
  expect(await count('slices', station)).toBe(2);
});

it('leaves out what an engine did with a station that another one has, but counts its listeners', async () => {
  const station = newKey('station');
  const play = (at: number): EngineEvent => ({
    ...{ type: 'play', station, account, at, source: 'autodj', track: null, title: 'Tone', artist: '', album: '' },
  });
  spools[0]!.add([
    play(noon),
    play(noon + 60_000),
    ...slicesOf({ station, account, from: noon + 30_000, to: noon + 90_000 }),
  ]);
  const asked: string[] = [];
  await consume(
    spools.map(({ url }, at) => ({ id: `engine-${String(at)}`, url })),
    () => delivered(0),
    {
      movedAway: async (engine, stations) => {
        asked.push(engine);
        return new Map(stations.map((key) => [key, noon + 30_000]));
      },
    },
  );
  expect(asked).toEqual(['engine-0']);
  expect(await count('plays', station)).toBe(1);
  expect(await count('slices', station)).toBe(1);
});
