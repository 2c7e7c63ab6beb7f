import { afterAll, beforeAll, expect, it } from 'vitest';
import { analytics as api, statsParts } from '#contract/api/analytics.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { forgetOldSessions } from './forget-old-sessions.ts';
import { slicesOf } from './testing/listening.ts';
import { store } from './spool-consumer.ts';

const now = new Date('2026-11-21T12:00:00Z');
const day = 86_400_000;
const minute = 60_000;

let clickhouse: TestClickHouse;
let portal: TestPortal;
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url }, clock: { now: () => now } });
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

const dateBefore = (days: number): string => new Date(now.getTime() - days * day).toISOString().slice(0, 10);
const recordedDays = async (table = 'slices', column = 'since'): Promise<string[]> => {
  const query = `select distinct toString(toDate(${column})) as date from ${table} order by date`;
  const rows = await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<{ date: string }>();
  return rows.map(({ date }) => date);
};

it('deletes sessions older than the retention, and leaves the rollups', async () => {
  await forgetOldSessions(clickhouse.client, 100, now);
  const account = await portal.make.account();
  const station = await portal.make.station(account);
  const daysAgo = [0, 99, 100, 101, 150];
  const events = daysAgo.flatMap((days) => {
    const from = now.getTime() - days * day - 60 * minute;
    return slicesOf({ station, account, from, to: from + 20 * minute });
  });
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  await store({ ...parts, secrets: portal.kernel.secrets }, { engine: 'e', batch: 1, events });
  const heard = daysAgo.map((days) => `('c', ${String(days)}, '${dateBefore(days)} 10:00:00', '${station}', 1)`);
  await clickhouse.client.command({ query: `insert into campaign_sessions values ${heard.join(', ')}` });
  const client = await portal.as(await portal.make.person({ admin: true }));
  const statsQuery = {
    from_date: '2026-06-01',
    to_date: '2026-11-21',
    frequency: 'day' as const,
    include: [...statsParts],
  };
  const stats = () => client.ok(api.account, { params: { id: account, type: 'period' }, query: statsQuery });
  const before = await stats();
  expect(before.period_stats.stats).toMatchObject({ connections: 5, listening_time: 6000 });

  for (let time = 0; time < 2; time++) {
    await forgetOldSessions(clickhouse.client, 100, now);
    expect(await recordedDays()).toEqual(['2026-08-13', '2026-08-14', '2026-11-21']);
    expect(await recordedDays('campaign_sessions', 'at')).toEqual(['2026-08-13', '2026-08-14', '2026-11-21']);
  }
  expect(await stats()).toEqual(before);
  await forgetOldSessions(clickhouse.client, 92, now);
  expect(await recordedDays()).toEqual(['2026-11-21']);
  expect(await stats()).toEqual(before);
});
