import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Audience } from '#contract/api/audience.ts';
import { liveStats } from '#contract/api/live-stats.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { newKey } from '#server/kernel/keys.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* From a listener at a real engine to the update in a browser, and how long that takes. */

const token = 'a token for tests only';
const german = '91.0.0.1';
const american = '8.8.8.8';
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
type Ports = { stream: number; control: number };

let clickhouse: TestClickHouse;
let folder: string;
let engine: ChildProcess;
let ports: Ports;
let portal: TestPortal;
let person: TestPerson;
let client: TestClient;
let account: AccountKey;
let station: StationKey;
const listeners: ClientRequest[] = [];
const ends: (() => void)[] = [];

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  folder = await mkdtemp(join(tmpdir(), 'live-stats-'));
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files', 'a.mp3'), silence);
  ({ engine, ports } = await startEngine(0));
  const engineUrl = `http://127.0.0.1:${ports.control}`;
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url, engineUrl, engineToken: token } });
  account = await portal.make.account();
  person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
  station = await portal.make.station(account, { name: 'Harbour Radio' });
  portal.engine.start();
  await onTheAir();
  await vi.waitUntil(() => portal.audience.listeners() !== undefined, { timeout: 60_000 });
  // The engine reports its stations by another connection than its listeners.
  await vi.waitUntil(() => portal.live.totals().onAir === 1, { timeout: 60_000 });
}, 180_000);
afterEach(() => {
  for (const one of listeners.splice(0)) one.destroy();
});
afterAll(async () => {
  for (const end of ends) end();
  await portal.close();
  await killed(engine);
  await Promise.all([clickhouse.drop(), rm(folder, { recursive: true, force: true })]);
});

it('shows a listener in the browser within a second, and their disconnect too', async () => {
  const { next } = await follow(client, [station, account]);
  await next((one) => one.scope === station && one.reachable && one.listeners === 0);
  await next((one) => one.scope === account && one.reachable && one.listeners === 0);
  const took: number[] = [];
  const inTime = (): number => took.filter((ms) => ms < 2000).length;
  // A busy test machine may delay some; most of the time is the product’s own.
  for (let n = 0; n < 15 && inTime() < 3; n++) {
    const began = performance.now();
    const socket = await listen(german);
    const received = await next((one) => one.scope === station && one.listeners === 1);
    took.push(performance.now() - began);
    expect(received.countries).toMatchObject([{ iso: 'DE', name: 'Germany', listeners: 1, outputs: { stream: 1 } }]);
    expect(received.stations).toEqual([{ key: station, listeners: 1 }]);
    socket.destroy();
    await next((one) => one.scope === station && one.listeners === 0);
  }
  expect(inTime(), `received after ${took.map(Math.round).join(', ')} ms`).toBe(3);
}, 120_000);

it('answers from memory what it streams: countries, cities, outputs, sessions without their addresses', async () => {
  const sockets = [await listen(german), await listen(german), await listen(american)];
  const { next } = await follow(client, [station], ['DE']);
  const received = await next(({ listeners: count }) => count === 3);
  expect(received.cities).toMatchObject([{ iso: 'DE', city: 'Dusseldorf', listeners: 2, latitude: 51.22 }]);
  const params = { key: station };
  const live = await client.ok(liveStats.station, { params });
  expect(live).toMatchObject({ listeners: 3, stations: [{ key: station, name: 'Harbour Radio', listeners: 3 }] });
  expect(live.outputs).toBeUndefined();
  expect(live.countries.map(({ iso, listeners: count }) => [iso, count])).toEqual([
    ['DE', 2],
    ['US', 1],
  ]);
  expect(live.sessions.map(({ country }) => country)).toEqual(['US', 'DE', 'DE']);
  expect(JSON.stringify(live)).not.toContain(german);
  const withOutputs = { include_outputs: 'true' as never };
  const all = await client.ok(liveStats.account, { params: { id: account }, query: withOutputs });
  expect(all).toMatchObject({ listeners: 3, outputs: { stream: 3, relay: 0, hls: 0 } });
  expect(all.countries[0]).toMatchObject({ iso: 'DE', outputs: { stream: 2 } });
  const cities = await client.ok(liveStats.accountCities, { params: { id: account }, query: { countryCode: 'US' } });
  expect(cities.cities).toEqual([
    { iso: 'US', region: 'California', city: 'Mountain View', latitude: 37.42, longitude: -122.08, listeners: 1 },
  ]);
  const everywhere = await client.ok(liveStats.stationCities, { params, query: withOutputs });
  expect(everywhere.cities.map(({ iso, outputs }) => [iso, outputs?.stream])).toEqual([
    ['DE', 2],
    ['US', 1],
  ]);
  const admin = await portal.as(await portal.make.person({ admin: true }));
  expect(await admin.ok(liveStats.portal, { query: {} })).toMatchObject({ listeners: 3, onAir: 1 });
  expect((await admin.ok(liveStats.portalCities, { query: {} })).cities).toHaveLength(2);
  const curve = await client.ok(liveStats.accountCurve, { params: { id: account } });
  expect(curve.stations).toMatchObject([{ key: station }]);
  expect(curve.stations[0]?.minutes).toHaveLength(60);
  expect(curve.stations[0]?.minutes.at(-1)).toBe(3);
  for (const one of sockets) one.destroy();
  await next(({ listeners: count }) => count === 0);
}, 60_000);

it('reports when the engine is down, and starts over once it is back', async () => {
  await listen(german);
  const { next } = await follow(client, [station]);
  await next(({ listeners: count }) => count === 1);
  await killed(engine);
  const away = await next(({ reachable }) => !reachable);
  expect(away.listeners).toBe(1);
  expect((await client.call(liveStats.station, { params: { key: station } })).status).toBe(503);
  ({ engine, ports } = await startEngine(ports.control));
  await next(({ reachable, listeners: count }) => reachable && count === 0);
  await listen(american);
  const back = await next(({ listeners: count }) => count === 1);
  expect(back.countries).toMatchObject([{ iso: 'US' }]);
}, 60_000);

const startEngine = async (control: number): Promise<{ engine: ChildProcess; ports: Ports }> => {
  const env = { ...childEnvironment(), DATA_DIR: folder, STREAM_PORT: '0', ENGINE_PORT: `${control}` };
  const child = spawn(process.execPath, [file('../../../../streaming/main.ts')], {
    env: { ...env, ENGINE_TOKEN: token, TRUSTED_PROXIES: '127.0.0.1, ::1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const message = JSON.parse(line) as Ports & { msg: string };
    if (message.msg === 'on the air') return { engine: child, ports: message };
  }
  throw new Error('The engine ended before it was on the air.');
};

const killed = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

/** The portal has sent the station to the engine; here, one plays something that is sure to exist. */
const onTheAir = async (): Promise<void> => {
  const call = (method: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${ports.control}/stations/${station}`, {
      ...{ method, headers: { authorization: `Bearer ${token}` } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await vi.waitUntil(async () => (await call('GET')).status === 200, { timeout: 60_000 });
  const row = portal.kernel.db.selectFrom('stations').select('revision').where('key', '=', station);
  const { revision } = await row.executeTakeFirstOrThrow();
  expect((await call('PUT', { ...desired, key: station, account, revision })).status).toBe(204);
};

/** A listener at this address who has received audio. */
const listen = async (ip: string): Promise<ClientRequest> => {
  const headers = { 'x-forwarded-for': ip, 'user-agent': 'VLC/3.0.20 LibVLC/3.0.20' };
  const request = get({ port: ports.stream, path: '/tone', agent: false, headers });
  request.on('error', () => undefined);
  listeners.push(request);
  const [reply] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  expect(reply.statusCode).toBe(200);
  reply.on('error', () => undefined);
  await once(reply, 'data');
  reply.resume();
  return request;
};

/** The event stream of these audiences; `next` waits for a matching one, skipping those before it. */
const follow = async (as: TestClient, audiences: string[], countries: string[] = []) => {
  const query = new URLSearchParams([
    ...audiences.map((scope) => ['audiences', scope]),
    ...countries.map((iso) => ['countries', iso]),
  ]);
  const reply = await as.send('GET', `/v1/events?${query}`);
  expect(reply.status).toBe(200);
  const received: Audience[] = [];
  let wake = (): void => undefined;
  const reader = reply.body!.pipeThrough(new TextDecoderStream() as never).getReader();
  const ended = (async () => {
    let text = '';
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value: string };
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, data] = /event: audience\ndata: (.*)/.exec(block) ?? [];
        if (data) received.push(JSON.parse(data) as Audience);
      }
      wake();
    }
  })().catch(() => undefined);
  ends.push(() => void reader.cancel().catch(() => undefined));
  const next = async (matches: (audience: Audience) => boolean): Promise<Audience> => {
    for (;;) {
      for (let one = received.shift(); one; one = received.shift()) if (matches(one)) return one;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return { next, ended };
};

/** A minute of MP3 frames, 128 kbit/s at 44.1 kHz. */
const silence = Buffer.concat(
  Array.from({ length: 2400 }, () => {
    const frame = Buffer.alloc(417);
    frame.writeUInt32BE(0xfffb9064);
    return frame;
  }),
);

const desired = {
  ...{ mount: 'tone', name: 'Tone', description: '', genre: '', website: '' },
  ...{ public: true, running: true, reason: '', password: 'secret', burst_ms: 500, limits: { listeners: null } },
  format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
  autodj: {
    items: [{ key: newKey('track'), path: 'a.mp3', title: 'A', artist: 'X', album: '', duration_ms: 60_000 }],
    shuffle: false,
    generation: 1,
  },
};
