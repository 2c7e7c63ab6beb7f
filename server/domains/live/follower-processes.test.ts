import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import { mount as mountDomains } from '#server/kernel/http/mount.ts';
import { createServer, type ServerLimits } from '#server/kernel/http/server.ts';
import type { Metric } from '#shared/metrics/metric.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { liveRoutes } from './live.routes.ts';
import { createNowPlaying } from './live.service.ts';
import { openFollower, type TestFollower } from './testing/follower.ts';

/* Followers whose connections are handed over to follower processes, here after the first ones already. */

const bounds = { connections: { total: 1000, perClient: 1000 } };
let portal: TestPortal;
let account: AccountKey;
let key: StationKey;
let mount: string;
let now = Date.now();
const followers: TestFollower[] = [];
let stopServer = async (): Promise<void> => undefined;

beforeAll(async () => {
  portal = await testPortal();
  account = await portal.make.account();
});
afterAll(() => portal.close());
beforeEach(async () => {
  [key, mount] = await makeStation('Public Wave');
  publish('First');
});
afterEach(async () => {
  for (const { socket } of followers.splice(0)) socket.destroy();
  await stopServer();
});

const makeStation = async (name: string): Promise<[StationKey, string]> => {
  const made = await portal.make.station(account, { name });
  const { streamname } = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname')
    .where('key', '=', made)
    .executeTakeFirstOrThrow();
  return [made, streamname];
};
const publish = (title: string, of = key): void =>
  portal.live.publish({
    ...{
      key: of,
      status: 'active',
      source: 'live',
      encoder: null,
      title,
      track: null,
      track_started: null,
      listeners: 1,
    },
  });

type Serving = { mostOwn: number; processes?: number; bounds?: Partial<ServerLimits>; tls?: Config['tls'] };

/** The now-playing endpoints on a server of their own, which writes to `mostOwn` followers itself. */
const serve = async ({ mostOwn, processes = 1, bounds: limits = bounds, tls }: Serving) => {
  const pids: number[] = [];
  const log = pino({}, { write: (line) => void pids.push(...startedIn(line)) });
  const kernel = { ...portal.kernel, log, clock: { now: () => new Date(now) } };
  const clickhouse = createClient({ url: 'http://127.0.0.1:1', log: { level: ClickHouseLogLevel.OFF } });
  let metrics = (): Metric[] => [];
  const report = (reported: typeof metrics): void => void (metrics = reported);
  const board = createNowPlaying({ ...kernel, live: portal.live, clickhouse, report }, { mostOwn, processes });
  const app = createServer({ config: { ...kernel.config, tls }, log, wording: brand.wording, bounds: limits });
  mountDomains(app, kernel, portal.admit, { brand, handlers: { live: liveRoutes(board) } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  stopServer = async () => {
    await board.stop();
    await app.close();
    await clickhouse.close();
  };
  const { port } = app.server.address() as AddressInfo;
  const open = (paths = [`/live/${mount}/events`]): TestFollower => {
    const follower = openFollower(port, paths, tls !== undefined);
    followers.push(follower);
    return follower;
  };
  /** One more follower, who has received its first event. */
  const follow = async (...paths: string[]): Promise<TestFollower> => {
    const follower = open(paths.length > 0 ? paths : undefined);
    await expect.poll(() => follower.titles().length + Number(follower.isClosed())).toBeGreaterThan(0);
    return follower;
  };
  const sizes = (): number[] => metrics()[0]?.samples.map(({ value }) => value) ?? [];
  /** Follows until the connection of one was handed over, which is returned. */
  const followHandedOver = async (): Promise<TestFollower> => {
    for (;;) {
      const [own, before = 0] = sizes();
      const follower = await follow();
      if (sizes()[1] === before + 1) return follower;
      followers.pop()?.socket.destroy();
      await expect.poll(() => sizes()[0]).toBe(own);
    }
  };
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${String(port)}${path}`, { method });
  const connections = (): Promise<number> =>
    new Promise((settle, fail) => app.server.getConnections((error, count) => (error ? fail(error) : settle(count))));
  return { open, follow, followHandedOver, sizes, pids, get, connections };
};
const startedIn = (line: string): number[] => {
  const { pid, msg } = JSON.parse(line) as { pid: number; msg: string };
  return msg === 'started a follower process' ? [pid] : [];
};

test('a follower process sends the reply that the portal would send, and the same events', async () => {
  const { follow, followHandedOver, sizes } = await serve({ mostOwn: 1, processes: 2 });
  const own = await follow();
  const others = [await followHandedOver(), await followHandedOver(), await followHandedOver()];
  expect(sizes()).toEqual([1, 3]);
  const headOf = ({ text }: TestFollower): string[] =>
    (text().split('\r\n\r\n')[0] ?? '')
      .toLowerCase()
      .replace(/^date: .*/m, 'date: now')
      .split('\r\n')
      .toSorted();
  // How long to wait before the next connection, and the kind of the first event.
  const startOf = ({ text }: TestFollower) => text().split('\r\n\r\n')[1]?.split('data: ')[0];
  expect(startOf(own)).toContain('event: playing');
  for (const other of others) {
    expect(headOf(other)).toEqual(headOf(own));
    expect(startOf(other)).toBe(startOf(own));
  }
  for (const title of ['Second', 'Third', 'Fourth']) {
    publish(title);
    await expect.poll(() => own.titles().at(-1)).toBe(title);
  }
  for (const other of others) await expect.poll(other.titles).toEqual(['First', 'Second', 'Third', 'Fourth']);
  expect(others[0]?.events()).toEqual(own.events().map((event, at) => (at === 0 ? expect.anything() : event)));
});

test('no event is lost or sent twice to followers who are handed over while titles change', async () => {
  const { follow, followHandedOver, open, sizes } = await serve({ mostOwn: 1, processes: 2 });
  const own = await follow();
  await followHandedOver();
  for (let n = 1; n <= 30; n++) {
    open();
    publish(`Title ${n}`);
    open();
    await expect.poll(() => own.titles().at(-1)).toBe(`Title ${n}`);
    open();
  }
  await expect.poll(() => sizes()[1]).toBe(91);
  publish('Last');
  for (const other of followers) {
    await expect.poll(() => other.titles().at(-1)).toBe('Last');
    const titles = other.titles();
    // Who comes between a change and its event gets its title at first, too.
    const heard = titles[0] === titles[1] ? titles.slice(1) : titles;
    expect(heard).toEqual(own.titles().slice(-heard.length));
  }
});

test('streams several stations by a connection that was handed over', async () => {
  const [second, secondMount] = await makeStation('Other Wave');
  publish('Elsewhere', second);
  const { follow, followHandedOver, sizes } = await serve({ mostOwn: 0 });
  await followHandedOver();
  const both = await follow(`/live/events?mounts=${mount},${secondMount}`);
  publish('Next', second);
  await expect.poll(both.titles).toEqual(['First', 'Elsewhere', 'Next']);
  publish('Second');
  await expect.poll(both.titles).toEqual(['First', 'Elsewhere', 'Next', 'Second']);
  expect(sizes()).toEqual([0, 2]);
});

test('counts followers toward the limits until they leave, and their connections as long as the portal has them', async () => {
  const serving = await serve({ mostOwn: 0, bounds: { connections: { total: 1000, perClient: 10 } } });
  const { followHandedOver, follow, open, sizes, get, connections } = serving;
  await followHandedOver();
  for (let round = 1; round <= 11; round++) await Promise.all(Array.from({ length: 9 }, () => follow()));
  expect(sizes()).toEqual([0, 100]);
  const refused = open();
  await expect.poll(refused.text).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 30/i);
  refused.socket.destroy();
  for (const follower of followers.slice(0, 60)) follower.socket.destroy();
  await expect.poll(() => sizes()).toEqual([0, 40]);
  expect((await get(`/live/${mount}/events`, 'HEAD')).status).toBe(200);
  const again = await follow();
  publish('Second');
  await expect.poll(again.titles).toEqual(['First', 'Second']);
  for (const follower of followers) follower.socket.destroy();
  await expect.poll(() => sizes()).toEqual([0, 0]);
  // The one of `get` stays open.
  await expect.poll(connections).toBeLessThanOrEqual(1);
});

test('ends the streams of a deleted station', async () => {
  const { followHandedOver, get, sizes } = await serve({ mostOwn: 0 });
  const follower = await followHandedOver();
  await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  now += 3000;
  expect((await get(`/live/${mount}`)).status).toBe(404);
  await expect.poll(follower.isClosed).toBe(true);
  await expect.poll(sizes).toEqual([0, 0]);
});

test('disconnects a follower who does not read, and no other', async () => {
  const { followHandedOver, sizes } = await serve({ mostOwn: 0 });
  const [reads, stalls] = [await followHandedOver(), await followHandedOver()];
  stalls.socket.pause();
  for (let n = 0; sizes()[1] === 2; n++) {
    publish(`${'x'.repeat(100_000)} ${n}`);
    await expect.poll(() => reads.titles().at(-1)?.endsWith(` ${n}`)).toBe(true);
  }
  publish('Short');
  await expect.poll(() => reads.titles().at(-1)).toBe('Short');
  expect(reads.isClosed()).toBe(false);
});

test('a process that is killed loses its followers only, and is started again', async () => {
  const { follow, followHandedOver, pids, sizes } = await serve({ mostOwn: 1 });
  const own = await follow();
  const others = [await followHandedOver(), await followHandedOver()];
  process.kill(pids[0]!, 'SIGKILL');
  for (const other of others) await expect.poll(other.isClosed).toBe(true);
  await expect.poll(sizes).toEqual([1, 0]);
  // Meanwhile the portal writes to all.
  const meanwhile = await follow();
  const again = await followHandedOver();
  expect(pids).toHaveLength(2);
  publish('Second');
  for (const one of [own, meanwhile, again]) await expect.poll(one.titles).toEqual(['First', 'Second']);
});

test('a portal that stops closes the connections that it handed over', async () => {
  const { followHandedOver, pids } = await serve({ mostOwn: 0, processes: 2 });
  const both = [await followHandedOver(), await followHandedOver()];
  await stopServer();
  stopServer = async () => undefined;
  for (const follower of both) await expect.poll(follower.isClosed).toBe(true);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a follower process ends with its portal, but not before', async () => {
  const program = join(import.meta.dirname, 'follower-process.ts');
  const child = fork(program, { env: {}, execArgv: [] });
  expect(await once(child, 'message')).toEqual([{ kind: 'ready' }, undefined]);
  child.kill('SIGTERM');
  child.send({ kind: 'follow', id: 1, channels: [], first: '' });
  expect(await once(child, 'message')).toEqual([{ kind: 'left', ids: [1] }, undefined]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('keeps connections that carry an earlier reply, or that it encrypts', async () => {
  const plain = await serve({ mostOwn: 0 });
  await plain.followHandedOver();
  const later = plain.open([`/live/${mount}`, `/live/${mount}/events`]);
  await expect.poll(later.titles).toEqual(['First']);
  expect(later.text().match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  expect(plain.sizes()).toEqual([1, 1]);
  await stopServer();

  const secure = await serve({ mostOwn: 0, tls: certificate() });
  const follower = await secure.follow();
  publish('Second');
  await expect.poll(follower.titles).toEqual(['First', 'Second']);
  expect([secure.sizes(), secure.pids]).toEqual([[1, 0], []]);
});

const certificate = (): { key: string; cert: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  });
  const pair = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
};
