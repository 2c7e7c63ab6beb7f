import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analytics as api, statsParts, type StatsReply } from '#contract/api/analytics.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createAnalytics } from './analytics.work.ts';
import { testSpool } from './testing/listening.ts';
import { startSpoolConsumer } from './spool-consumer.ts';
import { eventsOf, expectations } from './testing/read-day.ts';

/* testing/a-day.txt, replayed as the engine would send it, gives the numbers that were calculated by hand. */

let clickhouse: TestClickHouse;
let portal: TestPortal;
let spool: Awaited<ReturnType<typeof testSpool>>;
let reply: StatsReply;
let stations: Record<string, StationKey>;

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse(), testSpool('token')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  const now = new Date('2026-11-21T12:00:00Z');
  portal = await testPortal({ config, clock: { now: () => now } });
  const account = await portal.make.account();
  stations = { harbour: await portal.make.station(account), hill: await portal.make.station(account) };
  await portal.kernel.db.updateTable('stations').set({ default_timezone: 'Europe/Berlin' }).execute();
  await replay(eventsOf(account, stations));
  const client = await portal.as(await portal.make.person({ admin: true }));
  const query = {
    from_date: '2026-11-20',
    to_date: '2026-11-20',
    frequency: 'hour' as const,
    include: [...statsParts],
  };
  reply = await client.ok(api.account, { params: { id: account, type: 'day' }, query });
}, 120_000);
afterAll(async () => {
  await portal.close();
  spool.close();
  await clickhouse.drop();
});

/** Through the product’s consumer, in batches as the engine makes them. */
const replay = async (events: ReturnType<typeof eventsOf>) => {
  for (let i = 0; i < events.length; i += 12) spool.add(events.slice(i, i + 12));
  const analytics = createAnalytics(portal.kernel, { geo: mmdbGeo(packagedDatabases()), agents: userAgents() });
  const { db, secrets } = portal.kernel;
  const running = startSpoolConsumer({
    ...{ db, secrets, log: pino({ level: 'silent' }), ...analytics },
    ...analytics.engine,
  });
  await spool.until(() => spool.state.batches.length === 0);
  await running.stop();
  await analytics.clickhouse.close();
};

/** The reply’s numbers for a result, in the file's terms. */
const actual = (of: string, which: string): object | undefined => {
  const stats = <T extends { stats: object }>(rows: T[], isIt: (row: T) => boolean) => rows.find(isIt)?.stats;
  if (of === 'period') return reply.period_stats.stats;
  if (of === 'previous') return reply.previous?.stats;
  if (of === 'hour') return stats(reply.hour_stats, ({ from }) => from.slice(11, 13) === which);
  if (of === 'country') return stats(reply.country_stats, ({ iso }) => iso === which);
  if (of === 'device') return stats(reply.device_stats, ({ device }) => device === which);
  if (of === 'output') return stats(reply.output_stats, ({ output }) => output === which);
  if (of === 'referer') return stats(reply.referer_stats, ({ referer }) => referer === which);
  if (of === 'station') return stats(reply.station_stats, ({ key }) => key === stations[which]);
  if (of === 'length') return reply.session_lengths.find(({ from }) => from === Number(which));
  return reply.leaving_stats.find(({ title }) => title === which);
};

const rounded = (numbers: object): object =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toFixed(4)) : value,
    ]),
  );

it.each(expectations())('gives the numbers calculated by hand for $of $which', ({ of, which, numbers }) => {
  expect(Object.keys(numbers).length).toBeGreaterThan(0);
  const found = actual(of, which);
  expect(found).toBeDefined();
  expect(rounded(found!)).toMatchObject(numbers);
});

it('has no other results', () => {
  const listed = (of: string) => expectations().filter((one) => one.of === of).length;
  const busyHours = reply.hour_stats.filter(({ stats }) => stats.connections > 0 || stats.listening_time > 0);
  expect(busyHours).toHaveLength(listed('hour'));
  expect(reply.hour_stats).toHaveLength(24);
  expect(reply.country_stats).toHaveLength(listed('country'));
  expect(reply.device_stats).toHaveLength(listed('device'));
  expect(reply.output_stats).toHaveLength(listed('output'));
  expect(reply.referer_stats).toHaveLength(listed('referer'));
  expect(reply.station_stats).toHaveLength(listed('station'));
  expect(reply.session_lengths).toHaveLength(listed('length'));
  expect(reply.leaving_stats).toHaveLength(listed('leaving'));
});
