import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallEvent } from '#contract/engine/engine-calls.ts';
import { newKey } from '#server/kernel/keys.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { countryOfNumber } from '#server/platform/phone-number.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { store } from '../spool-consumer.ts';

const started = Date.UTC(2026, 10, 20, 12);
const event: CallEvent = {
  ...{ type: 'call', call: 'c1', station: newKey('station'), account: newKey('account'), did: '+12025550100' },
  ...{ caller: '+14165550100', started, answered: started + 100, ended: started + 61_100, prompt_ms: 8000 },
  ...{ station_ms: 52_900, end: 'caller', reason: '', codec: 'pcmu', trunk: 't1', lost: 3, digits: 0 },
};

let clickhouse: TestClickHouse;
let database: TestDatabase;
beforeAll(async () => {
  [clickhouse, database] = await Promise.all([testClickHouse({ withTables: true }), testDatabase()]);
});
afterAll(() => Promise.all([clickhouse.drop(), database.drop()]));

it.each([
  ['+14165550100', 'CA'],
  ['+18765550100', 'JM'],
  ['+77012345678', 'KZ'],
  ['+4930123456', 'DE'],
  ['', ''],
  ['+999123456', ''],
])('the country of %j is %j', (number, country) => {
  expect(countryOfNumber(number)).toBe(country);
});

it('a batch with calls that is delivered again changes nothing, and stores no number', async () => {
  const deps = {
    ...{ clickhouse: clickhouse.client, secrets: databaseSecrets(database.db) },
    ...{ geo: mmdbGeo(packagedDatabases()), agents: userAgents() },
  };
  const refused: CallEvent = { ...event, call: 'c2', answered: null, ended: started, end: 'refused', reason: 'full' };
  for (let times = 0; times < 2; times++) await store(deps, { engine: 'e', batch: 1, events: [event, refused] });
  const query = `select call, country, prompt_ms, station_ms, end, reason, trunk,
    toFloat64(ended - answered) as seconds from calls final order by call`;
  const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
  const same = { country: 'CA', prompt_ms: 8000, station_ms: 52_900, trunk: 't1' };
  expect(await result.json()).toMatchObject([
    { ...same, call: 'c1', end: 'caller', reason: '', seconds: 61 },
    { ...same, call: 'c2', end: 'refused', reason: 'full' },
  ]);
  const all = await clickhouse.client.query({ query: 'select * from calls', format: 'JSONEachRow' });
  expect(await all.text()).not.toContain('4165550100');
});
