import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { players } from '#contract/api/players.ts';
import type { AccountKey, PlayerKey, StationKey } from '#contract/rules/keys.ts';
import type { PlayerStats } from '#contract/api/player-stats.ts';
import { createTables } from '#server/domains/analytics/clickhouse-tables.ts';
import { forgetListening } from '#server/domains/analytics/forget-stations.ts';
import { openOf, slicesOf, testSpool } from '#server/domains/analytics/testing/listening.ts';
import { store } from '#server/domains/analytics/spool-consumer.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { storedCounts, storeCounts } from './counts.repo.ts';
import { forwardCounts } from './forward-counts.ts';

const minute = 60_000;
const token = 'engine-token';
const now = Date.UTC(2026, 10, 21, 13, 40);
const days = { from_date: '2026-11-20', to_date: '2026-11-21' };
const german = '91.0.0.1';

let clickhouse: TestClickHouse;
let spool: Awaited<ReturnType<typeof testSpool>>;
let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let station: StationKey;
let player: PlayerKey;
let batches = 0;

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse(), testSpool(token)]);
  await createTables(clickhouse.client);
  portal = await testPortal({
    config: {
      ...{ clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: token },
      trustedProxies: ['127.0.0.1'],
    },
    clock: { now: () => new Date(now) },
  });
});
afterAll(async () => {
  await portal.close();
  spool.close();
  await clickhouse.drop();
});
beforeEach(async () => {
  spool.state.open = [];
  account = await portal.make.account();
  station = await portal.make.station(account, { name: 'Harbour Lights Radio' });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  player = (await owner.ok(players.create, { params: { id: account }, body: { stations: [station] } })).key;
});

type Heard = { minutes: number; from?: number; ip?: string; site?: string; embed?: PlayerKey; open?: boolean };
const slicesFor = ({ minutes, from = now - 120 * minute, ip = german, site, embed = player, open = false }: Heard) =>
  slicesOf({
    ...{ station, account, from, to: from + minutes * minute, ip, embed, open },
    ...(site !== undefined && { site }),
  });
const heard = async (...listening: Heard[]) => {
  const secrets = portal.kernel.secrets;
  const deps = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents(), secrets };
  await store(deps, { engine: 'e', batch: ++batches, events: listening.flatMap(slicesFor) });
};
const statsOf = (query: { site?: string } = {}) =>
  owner.ok(players.stats, { params: { id: account, playerKey: player, type: 'period' }, query: { ...days, ...query } });
const post = (body: unknown, to = `${player}/count`, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}/embed/${to}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': german, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const report = (e: string, ms = 0, h = 'harbour.example') => post({ e, s: station, h, ms });
const stored = () => storedCounts(portal.kernel.db, 100);
const forward = () => forwardCounts({ db: portal.kernel.db, clickhouse: clickhouse.client });
/** Sends reports, of which so many count, and forwards them. */
const reported = async (count: number, ...reports: Promise<Response>[]) => {
  for (const reply of await Promise.all(reports)) expect(reply.status).toBe(204);
  const counted = async () => {
    const rows = (await stored()).flatMap((batch) => batch.rows.filter(({ embed }) => embed === player));
    return rows.reduce((sum, { n }) => sum + n, 0);
  };
  await expect.poll(counted).toBe(count);
  while (await forward());
};

describe('the numbers of a player', () => {
  test('count each session once, by website, day, station and country', async () => {
    await heard(
      { minutes: 40, site: 'harbour.example' },
      { minutes: 10, site: 'harbour.example', ip: '8.8.8.8' },
      { minutes: 5, site: 'town.example', from: now - 26 * 60 * minute },
      { minutes: 3 },
      { minutes: 60, site: 'harbour.example', embed: 'y-23456789ABCDEFGHJKLMNP' as PlayerKey },
    );
    const stats = await statsOf();
    const numbers = ({ plays, uniques, listening_time }: PlayerStats) => [plays, uniques, listening_time / 60];
    expect(numbers(stats.period_stats.stats)).toEqual([4, 2, 58]);
    expect(stats.site_stats.map((one) => [one.site, ...numbers(one.stats)])).toEqual([
      ['harbour.example', 2, 2, 50],
      ['town.example', 1, 1, 5],
      ['', 1, 1, 3],
    ]);
    expect(stats.day_stats.map((one) => numbers(one.stats))).toEqual([
      [1, 1, 5],
      [3, 2, 53],
    ]);
    expect(stats.station_stats.map((one) => [one.key, one.name, ...numbers(one.stats)])).toEqual([
      [station, 'Harbour Lights Radio', 4, 2, 58],
    ]);
    expect(stats.country_stats.map((one) => [one.iso, one.stats.plays])).toEqual([
      ['DE', 3],
      ['US', 1],
    ]);
    const one = await statsOf({ site: 'town.example' });
    expect(numbers(one.period_stats.stats)).toEqual([1, 1, 5]);
    expect(numbers((await statsOf({ site: "' or 1=1 --" })).period_stats.stats)).toEqual([0, 0, 0]);
  });

  test('include those who listen now, and count a slice once that is stored meanwhile', async () => {
    const slices = slicesFor({ minutes: 20, from: now - 20 * minute, site: 'harbour.example', open: true });
    spool.state.open = [openOf(slices.at(-1)!)];
    const secrets = portal.kernel.secrets;
    const deps = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents(), secrets };
    await store(deps, { engine: 'e', batch: ++batches, events: slices.slice(0, -1) });
    const listened = async () => {
      const { plays, listening_time } = (await statsOf()).period_stats.stats;
      return [plays, listening_time / 60];
    };
    expect(await listened()).toEqual([1, 20]);
    await store(deps, { engine: 'e', batch: ++batches, events: slices.slice(-1) });
    expect(await listened()).toEqual([1, 20]);
  });

  test('are in the list of players, and of the station’s own player beside it', async () => {
    const { key: own } = await owner.ok(players.ofStation, { params: { id: station } });
    await heard(
      { minutes: 30, site: 'harbour.example' },
      { minutes: 5, site: 'town.example', from: now - 26 * 60 * minute },
      { minutes: 6, embed: own },
    );
    const { key: silent } = await owner.ok(players.create, { params: { id: account }, body: { stations: [station] } });
    const { entities } = await owner.ok(players.list, { params: { id: account }, query: {} });
    const recent = (key: PlayerKey) => entities.find((one) => one.key === key)?.stats_30d;
    const zeros = (days: number) => Array<number>(days).fill(0);
    expect(recent(player)).toEqual({
      ...{ plays: 2, plays_by_day: [...zeros(28), 1, 1], uniques: 1, listening_time: 2100 },
      ...{ sites: 2, top_sites: ['harbour.example', 'town.example'] },
    });
    expect(recent(silent)).toMatchObject({ plays: 0, plays_by_day: zeros(30), top_sites: [] });
    const ofStation = await owner.ok(players.statsOfStation, { params: { id: station, type: 'period' }, query: days });
    expect(ofStation.period_stats.stats).toMatchObject({ plays: 1, listening_time: 360 });
  });

  test('are gone with the station', async () => {
    await heard({ minutes: 30, site: 'harbour.example' });
    await reported(1, report('load'));
    await forgetListening(clickhouse.client, [station]);
    expect((await statsOf()).period_stats.stats).toMatchObject({ plays: 0, loads: 0 });
  });
});

describe('what a player reports', () => {
  test('becomes loads, views, time to sound and interruptions of its website', async () => {
    await heard({ minutes: 10, site: 'harbour.example' });
    await reported(
      11,
      ...[report('load'), report('load'), report('load', 0, 'town.example'), report('view'), report('view')],
      ...[
        report('start', 412),
        report('start', 588),
        report('start', 5012),
        report('stall', 900),
        report('stall', 600),
      ],
      report('reconnect'),
    );
    const { period_stats, site_stats } = await statsOf();
    expect(period_stats.stats).toEqual({
      ...{ loads: 3, views: 2, plays: 1, play_rate: 0.5, uniques: 1, listening_time: 600 },
      ...{ start_ms: { p50: 600, p95: 5000 }, stalls: 2, silence_ms: 1500, stall_ratio: 0.0025, reconnects: 1 },
    });
    expect(site_stats.map(({ site, stats }) => [site, stats.loads])).toEqual([
      ['harbour.example', 2],
      ['town.example', 1],
    ]);
  });

  test('holds no address and no browser, and counts once though it is forwarded twice', async () => {
    await reported(1, report('load'));
    const row = {
      embed: player,
      station,
      site: '',
      country: 'DE',
      event: 'view',
      at: now / 1000,
      step: 0,
      n: 2,
      ms: 0,
    };
    await storeCounts(portal.kernel.db, [row as never]);
    const [batch] = await stored();
    expect(JSON.stringify(batch)).not.toContain(german);
    await forward();
    await portal.kernel.db
      .insertInto('player_count_batches')
      .values({ id: batch!.id, rows: JSON.stringify(batch!.rows) })
      .execute();
    await forward();
    expect(await stored()).toEqual([]);
    expect((await statsOf()).period_stats.stats).toMatchObject({ loads: 1, views: 2 });
  });

  test('is ignored if it is no report, of another’s station, of an unknown player, or too long', async () => {
    const foreign = await portal.make.station(await portal.make.account());
    const nothing = [
      ...[post('{'), post('[]'), post('null'), post({}), post({ e: 'load' }), report('hack'), post('x'.repeat(200))],
      ...[post({ e: 'load', s: foreign, h: '', ms: 0 }), post({ e: 'load', s: station, h: '', ms: 'x' })],
      ...[post({ e: 'load', s: station, h: '', ms: 0 }, 'y-23456789ABCDEFGHJKLMNP/count')],
    ];
    for (const reply of await Promise.all(nothing)) expect(reply.status).toBe(204);
    expect((await post('x'.repeat(600))).status).toBe(413);
    await reported(1, report('load', 0, 'not a host'));
    const { period_stats, site_stats } = await statsOf();
    expect(period_stats.stats.loads).toBe(1);
    expect(site_stats.map(({ site }) => site)).toEqual(['']);
  });

  test('is taken at most 120 times a minute from one address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const load = { e: 'load', s: station, h: '', ms: 0 };
    for (let sent = 0; sent < 120; sent++) expect((await post(load, `${player}/count`, from)).status).toBe(204);
    expect((await post(load, `${player}/count`, from)).status).toBe(429);
    expect((await report('load')).status).toBe(204);
  });
});

test('browsers say which websites were kept from showing a player', async () => {
  const policy = (directive: string, url: string) =>
    post({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': url } }, `${player}/refused`, {
      'content-type': 'application/csp-report',
    });
  await reported(
    2,
    policy('frame-ancestors', 'https://copycat.example/'),
    policy('frame-ancestors', 'https://copycat.example/'),
    policy('script-src', 'https://other.example/'),
    policy('frame-ancestors', 'inline'),
  );
  const { refused, site_stats } = await statsOf();
  expect([refused, site_stats]).toEqual([[{ site: 'copycat.example', loads: 2 }], []]);
});
