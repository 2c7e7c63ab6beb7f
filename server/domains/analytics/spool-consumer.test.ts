import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineEvent, PlayEvent, SourceEvent } from '#contract/engine/engine.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { newKey } from '#server/kernel/keys.ts';
import { createFleet } from '#server/domains/fleet/fleet.service.ts';
import { parseEngines } from '#server/kernel/fleet.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { isClusterTested } from '#server/testing/given-clickhouse.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { createAnalytics } from './analytics.work.ts';
import { createTables } from './clickhouse-tables.ts';
import { blockedProxy, totalsByTable } from './testing/consumer.ts';
import { slicesOf, testSpool } from './testing/listening.ts';
import { startSpoolConsumer, store } from './spool-consumer.ts';

const token = 'engine-token';
const [station, account] = [newKey('station'), newKey('account')];
const noon = Date.UTC(2026, 10, 20, 12);
const geo = mmdbGeo(packagedDatabases());

let clickhouse: TestClickHouse;
let database: TestDatabase;
let spool: Awaited<ReturnType<typeof testSpool>>;
beforeAll(async () => {
  [clickhouse, database, spool] = await Promise.all([testClickHouse(), testDatabase(), testSpool(token)]);
});
afterAll(async () => {
  spool.close();
  await Promise.all([clickhouse.drop(), database.drop()]);
});

const consumer = (clickhouseUrl = clickhouse.url) => {
  const { db } = database;
  const fleet = createFleet({ config: { engines: parseEngines(spool.url), engineToken: token }, db });
  const analytics = createAnalytics(
    { config: { clickhouseUrl, clickhouseCluster: isClusterTested }, fleet },
    { geo, agents: userAgents() },
  );
  const running = startSpoolConsumer({
    db,
    log: pino({ level: 'silent' }),
    secrets: databaseSecrets(db),
    ...analytics,
    ...analytics.engine,
  });
  return {
    stop: async () => {
      await running.stop();
      await analytics.clickhouse.close();
    },
  };
};

type Sums = { slices: number; raw_ms: number; rollup_ms: number; raw_first: number; rollup_first: number };
const sums = async (): Promise<Sums> => {
  const result = await clickhouse.client.query({
    query: `select toFloat64(count()) as slices,
      toFloat64(sum(toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as raw_ms,
      toFloat64(sum(first)) as raw_first, (select toFloat64(sum(ms)) from listening_buckets where minutes = 15) as rollup_ms,
      (select toFloat64(sum(connected)) from listening_buckets where minutes = 15) as rollup_first from slices`,
    format: 'JSONEachRow',
  });
  return (await result.json<Sums>())[0]!;
};

const rows = async (query: string) => await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json();

it('stores sessions, plays and source events with location and player, without IP addresses', async () => {
  const play: PlayEvent = {
    ...{ type: 'play', station, account, at: noon, source: 'autodj' },
    ...{ track: newKey('track'), title: "It's", artist: 'Ärzte', album: '' },
  };
  const source: SourceEvent = {
    ...{ type: 'source', station, account, at: noon, event: 'connected' },
    ...{ reason: '', ip: '10.0.0.1', user_agent: 'butt 0.1.40' },
  };
  const relayed: SourceEvent = {
    ...{ type: 'source', station, account, at: noon + 1, event: 'refused', reason: 'It answers 404.' },
    ...{ source: 'failover', source_url: 'http://else.example/live', ip: '', user_agent: '' },
  };
  const slices = slicesOf({ station, account, from: noon + 60_000, to: noon + 20 * 60_000 });
  spool.add([...slices, play, source, relayed]);
  const running = consumer();
  await spool.until(() => spool.state.batches.length === 0);
  await running.stop();
  expect(await sums()).toEqual({
    slices: 2,
    raw_ms: 19 * 60_000,
    rollup_ms: 19 * 60_000,
    raw_first: 1,
    rollup_first: 1,
  });
  expect(await rows('select country, device, player, first, last from slices order by since')).toEqual([
    { country: 'US', device: 'desktop', player: 'VLC', first: 1, last: 0 },
    { country: 'US', device: 'desktop', player: 'VLC', first: 0, last: 1 },
  ]);
  expect(await rows('select title, artist from plays')).toEqual([{ title: "It's", artist: 'Ärzte' }]);
  expect(await rows('select event, source, url, user_agent from sources order by at')).toEqual([
    { event: 'connected', source: 'live', url: '', user_agent: 'butt 0.1.40' },
    { event: 'refused', source: 'failover', url: 'http://else.example/live', user_agent: '' },
  ]);
  const everything =
    JSON.stringify(await rows('select * from slices')) + JSON.stringify(await rows('select * from sources'));
  expect(everything).not.toContain('8.8.8.8');
  expect(everything).not.toContain('10.0.0.1');
});

it('stores any characters in texts unchanged', async () => {
  const texts = [
    'tab\there',
    'line\nline\r\n',
    '\\N',
    'back\\slash\\',
    `"'\`;`,
    ';\n\n--',
    '\u0000',
    'Ünï 日本 \u{1F600}',
    '',
  ];
  const listener = { ip: '8.8.8.8', user_agent: 'VLC/3.0', referer: '', output: 'stream' } as const;
  const [from, otherStation] = [noon, newKey('station')];
  spool.add([
    ...texts.flatMap((referer) => slicesOf({ station: otherStation, account, from, to: from + 1000, referer })),
    ...texts.flatMap((title, i): EngineEvent[] => [
      {
        ...{ type: 'play', station: otherStation, account, at: from + i, source: 'live', track: null },
        ...{ title, artist: title, album: '', why: title, skipped: title },
      },
      {
        ...{
          type: 'source',
          station: otherStation,
          account,
          at: from + i,
          event: 'refused',
          ip: '',
          user_agent: title,
        },
        ...{ reason: title, source: 'relay', source_url: title },
      },
      {
        ...{ type: 'spot', station: otherStation, account, at: from + i, quartile: 4, ...listener },
        ...{ campaign: title, session: title, referer: title },
      },
    ]),
  ]);
  const running = consumer();
  await spool.until(() => spool.state.batches.length === 0);
  await running.stop();
  const columnsOf = async (table: string, columns: string, order = 'at') => {
    const query = `select ${columns} from ${table} where station = '${otherStation}' order by ${order}`;
    return (await rows(query)).map((row) => Object.values(row as object));
  };
  const expected = (columns: number) => texts.map((text) => Array.from({ length: columns }, () => text));
  expect((await columnsOf('slices', 'referer', 'referer')).flat()).toEqual(texts.toSorted());
  expect(await columnsOf('plays', 'title, artist, why, skipped')).toEqual(expected(4));
  expect(await columnsOf('sources', 'user_agent, reason, url')).toEqual(expected(3));
  expect(await columnsOf('spots', 'campaign, session, referer')).toEqual(expected(3));
  expect(await columnsOf('spots', 'distinct quartile, country, device, player, output', 'all')).toEqual([
    [4, 'US', 'desktop', 'VLC', 'stream'],
  ]);
});

it('counts nothing twice when it stops between insert and acknowledgement, in raw rows and rollups alike', async () => {
  const before = await sums();
  spool.state.acknowledging = false;
  spool.add(slicesOf({ station, account, from: noon, to: noon + 50 * 60_000 }));
  spool.add(slicesOf({ station, account, from: noon, to: noon + 10 * 60_000 }));
  for (let time = 0; time < 3; time++) {
    const { refused } = spool.state;
    const running = consumer();
    await spool.until(() => spool.state.refused > refused);
    await running.stop();
  }
  expect(spool.state.batches).toHaveLength(2);
  spool.state.acknowledging = true;
  const running = consumer();
  await spool.until(() => spool.state.batches.length === 0);
  await running.stop();
  const after = await sums();
  expect(after.slices - before.slices).toBe(5);
  expect(after.raw_ms - before.raw_ms).toBe(60 * 60_000);
  const all = await totalsByTable(clickhouse.client);
  for (const same of Object.values(all)) expect(same).toEqual(all.slices);
});

it('stores batches in order, also from an engine that only returns the oldest', async () => {
  const before = await sums();
  for (const after of [true, false]) {
    spool.state.handsOutAfter = after;
    for (let i = 0; i < 5; i++) spool.add(slicesOf({ station, account, from: noon, to: noon + 60_000 }));
    const numbers = spool.state.batches.map(({ batch }) => batch);
    spool.state.acknowledged = [];
    const running = consumer();
    await spool.until(() => spool.state.batches.length === 0);
    await running.stop();
    expect(spool.state.acknowledged).toEqual(numbers);
  }
  spool.state.handsOutAfter = true;
  expect((await sums()).raw_ms - before.raw_ms).toBe(10 * 60_000);
});

it('waits for ClickHouse while it is down, and loses nothing', async () => {
  const before = await sums();
  const proxy = await blockedProxy(clickhouse.url);
  spool.add(slicesOf({ station, account, from: noon, to: noon + 60_000 }));
  const running = consumer(proxy.url);
  await proxy.knocked;
  expect(spool.state.batches).toHaveLength(1);
  proxy.open();
  await spool.until(() => spool.state.batches.length === 0);
  await running.stop();
  proxy.close();
  expect((await sums()).raw_ms - before.raw_ms).toBe(60_000);
});

it('is one of several: another takes over when it stops', async () => {
  const [one, other] = [consumer(), consumer()];
  spool.add(slicesOf({ station, account, from: noon, to: noon + 60_000 }));
  await spool.until(() => spool.state.batches.length === 0);
  await one.stop();
  spool.add(slicesOf({ station, account, from: noon, to: noon + 60_000 }));
  await spool.until(() => spool.state.batches.length === 0);
  await other.stop();
  const { raw_ms, rollup_ms } = await sums();
  expect(rollup_ms).toBe(raw_ms);
});

it('counts nothing twice of a large batch at a month boundary', async () => {
  const midnight = Date.UTC(2026, 9, 1);
  const events = Array.from({ length: 3000 }, (_, i) =>
    slicesOf({ station, account, from: midnight - 900_000 + i, to: midnight + 900_000 - i }),
  ).flat();
  const deps = { clickhouse: clickhouse.client, geo, agents: userAgents(), secrets: databaseSecrets(database.db) };
  const before = await totalsByTable(clickhouse.client);
  for (let time = 0; time < 2; time++) await store(deps, { engine: 'large', batch: 1, events });
  const after = await totalsByTable(clickhouse.client);
  const added = events.reduce((sum, { from, to }) => sum + to - from, 0);
  expect(after.slices.ms - before.slices.ms).toBe(added);
  for (const sums of Object.values(after)) expect(sums).toEqual(after.slices);
});

it('creates its tables on every start', async () => {
  await createTables(clickhouse.client);
  await createTables(clickhouse.client);
});
