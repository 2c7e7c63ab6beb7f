import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import type { DeliveredSlice } from './domains/podcasts/delivery/slices.ts';
import { deliveredEpisode } from './domains/podcasts/delivery/testing/delivered-episode.ts';
import { freePort } from './testing/free-port.ts';
import { metricsAt } from './testing/metered.ts';
import { testPortal, type TestPortal } from './testing/portal.ts';

let portal: TestPortal;
let port: number;
let episode: Awaited<ReturnType<typeof deliveredEpisode>>;
beforeAll(async () => {
  portal = await testPortal();
  port = await freePort();
  const podcast = await portal.make.podcast(await portal.make.account());
  episode = await deliveredEpisode(portal, podcast, 60);
});
afterAll(() => portal.close());

let child: ChildProcess | undefined;
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

/** The delivery process on the portal's database and files, without the portal's process. */
const start = async (settings: Record<string, string> = {}): Promise<ChildProcess> => {
  const { dataDir, databaseUrl } = portal.kernel.config;
  child = spawn(process.execPath, ['server/delivery.ts'], {
    env: {
      ...childEnvironment(),
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DELIVERY_PORT: String(port), DELIVERY_WORKERS: '1' },
      ...{ CLICKHOUSE_URL: 'http://127.0.0.1:1', ENGINE_URL: 'http://127.0.0.1:1', ENGINE_TOKEN: 'x'.repeat(16) },
      ...settings,
    },
    stdio: 'ignore',
  });
  await expect.poll(readiness, { timeout: patienceMs }).toBe(200);
  return child;
};

const patienceMs = 60_000;
const readiness = (): Promise<number> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );

const address = () => `http://127.0.0.1:${port}/episodes/${episode.key}.mp3`;
const fetched = async (range: string) =>
  (await (await fetch(address(), { headers: { range } })).arrayBuffer()).byteLength;

const recorded = async (): Promise<DeliveredSlice[]> => {
  const { db } = portal.kernel;
  const rows = await db.selectFrom('podcast_request_batches').select('requests').orderBy('received').execute();
  return rows.flatMap(({ requests }) => requests as DeliveredSlice[]);
};
const bytesOf = (slices: DeliveredSlice[]) => slices.reduce((sum, { from, to }) => sum + to - from, 0);

it('loses and repeats no downloads when it is killed', { timeout: 4 * patienceMs }, async () => {
  const first = await start();
  for (let i = 0; i < 20; i++) expect(await fetched(`bytes=${i * 1000}-${i * 1000 + 999}`)).toBe(1000);
  // A long request: the client reads for two seconds, then stops, and the process is killed.
  const slow = connect(port, '127.0.0.1');
  let receivedBytes = 0;
  slow.on('data', (data: Buffer) => {
    receivedBytes += data.length;
    slow.pause();
    setTimeout(() => slow.resume(), 20);
  });
  slow.on('error', () => undefined);
  slow.write(`GET /episodes/${episode.key}.mp3 HTTP/1.1\r\nHost: x\r\nUser-Agent: slow\r\n\r\n`);
  const storedBytes = async () => bytesOf((await recorded()).filter(({ user_agent }) => user_agent === 'slow'));
  await expect.poll(storedBytes, { timeout: patienceMs }).toBeGreaterThan(0);
  for (let i = 0; i < 20; i++) await fetched(`bytes=${i * 1000}-${i * 1000 + 999}`);
  // A process that replies now has stored its earlier requests.
  expect(await readiness()).toBe(200);
  const exited = once(first, 'exit');
  first.kill('SIGKILL');
  await exited;
  slow.destroy();

  await start();
  const quick = async () => (await recorded()).filter(({ user_agent }) => user_agent !== 'slow');
  await expect.poll(async () => (await quick()).length, { timeout: patienceMs }).toBe(40);
  expect(new Set((await quick()).map(({ request }) => request)).size).toBe(40);
  expect(bytesOf(await quick())).toBe(40_000);
  const parts = (await recorded()).filter(({ user_agent }) => user_agent === 'slow');
  parts.reduce((end, { from, to }) => {
    expect(from).toBe(end);
    return to;
  }, 0);
  expect(await storedBytes()).toBeLessThanOrEqual(episode.bytes.length);
  expect(receivedBytes).toBeGreaterThan(0);
});

it('keeps delivering while the database is down', { timeout: 4 * patienceMs }, async () => {
  const way = await wayToDatabase();
  await start({ DATABASE_URL: way.url });
  expect(await fetched('bytes=0-999')).toBe(1000);
  way.cut();
  await expect.poll(readiness, { timeout: patienceMs }).toBe(503);
  expect(await fetched('bytes=5000-5999')).toBe(1000);
});

it('does not read the body of a request to an unknown URL', { timeout: 4 * patienceMs }, async () => {
  await start();
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`http://127.0.0.1:${port}/nowhere`, { method: 'POST', headers, body: '{ broken' });
  expect(reply.status).toBe(404);
});

/** A proxy in front of the database that the test can close. */
const wayToDatabase = async (): Promise<{ url: string; cut(): void }> => {
  const url = new URL(portal.kernel.config.databaseUrl);
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const real = connect(Number(new URL(portal.kernel.config.databaseUrl).port), url.hostname);
    for (const one of [socket, real]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
    }
    socket.pipe(real).pipe(socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cut = (): void => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href, cut };
};

it('shares its port among workers, and restarts one that exits', { timeout: 4 * patienceMs }, async () => {
  const metricsPort = await freePort();
  const primary = await start({ DELIVERY_WORKERS: '2', METRICS_PORT: String(metricsPort) });
  expect(await fetched('bytes=0-999')).toBe(1000);
  const metrics = (at: number) =>
    metricsAt(at).then(
      ({ status }) => status,
      () => 0,
    );
  const workers = (): number[] => {
    const children = readFileSync(`/proc/${primary.pid}/task/${primary.pid}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  };
  const before = workers();
  expect(before).toHaveLength(2);
  process.kill(before[0]!, 'SIGKILL');
  await expect.poll(() => workers().filter((pid) => !before.includes(pid)).length, { timeout: patienceMs }).toBe(1);
  await expect.poll(() => fetched('bytes=0-999').catch(() => 0), { timeout: patienceMs }).toBe(1000);
  for (const at of [metricsPort, metricsPort + 1])
    await expect.poll(() => metrics(at), { timeout: patienceMs }).toBe(200);
});

it('serves the page of a station, whose script asks the portal what plays', { timeout: 2 * patienceMs }, async () => {
  const { db } = portal.kernel;
  const key = await portal.make.station(await portal.make.account(), { name: 'Wave Radio' });
  const { pretty_url } = await db
    .selectFrom('stations')
    .select('pretty_url')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  await start({ PUBLIC_URL: 'http://portal.example' });
  const url = `http://127.0.0.1:${port}/radio/${pretty_url}`;
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('<h1>Wave Radio</h1>');
  expect(text).toContain('data-badge>Radio</p>');
  expect(text).toMatch(/data-live="http:\/\/portal\.example\/live\/\w+\/events"/);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' http://portal.example");
  expect((await fetch(`${url}/card.png`)).headers.get('content-type')).toBe('image/png');
});
