import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { newKey } from '#server/kernel/keys.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { blockedProxy, totalsByTable } from './testing/consumer.ts';

/*
 * From a listener at a real engine to the rollups in a real ClickHouse, with each component killed or down on the way.
 */

const token = 'a token for tests only';
const [station, account] = [newKey('station'), newKey('account')];
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
type Ports = { stream: number; control: number };

let clickhouse: TestClickHouse;
let database: TestDatabase;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  [clickhouse, database] = await Promise.all([testClickHouse({ withTables: true }), testDatabase()]);
  folder = await mkdtemp(join(tmpdir(), 'listening-'));
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files', 'a.mp3'), silence);
});
afterAll(async () => {
  for (const child of children) await killed(child);
  await Promise.all([clickhouse.drop(), database.drop(), rm(folder, { recursive: true })]);
});

it('records every session once, whatever is killed or down between engine and ClickHouse', async () => {
  let { engine, ports } = await startEngine();
  expect((await call(ports, 'PUT', `/stations/${station}`, desired)).status).toBe(204);

  const socket = await listen(ports);
  socket.destroy();
  const dying = consume(ports, clickhouse.url, 'dies');
  expect(await once(dying, 'exit')).toEqual([null, 'SIGKILL']);
  expect((await totalsByTable(clickhouse.client)).slices).toMatchObject({ connected: 1, disconnected: 1 });
  expect((await call(ports, 'GET', '/spool?wait=0')).status).toBe(200);

  const arrived = Date.now();
  const cutOff = await listen(ports);
  await expect.poll(savedMs, { timeout: 60_000 }).toBeGreaterThan(1000);
  const saved = await savedMs();
  await killed(engine);
  const until = Date.now();
  cutOff.destroy();
  ({ engine, ports } = await startEngine());

  const proxy = await blockedProxy(clickhouse.url);
  const running = consume(ports, proxy.url);
  await proxy.knocked;
  proxy.open();
  const settled = async () => [(await call(ports, 'GET', '/spool?wait=0')).status, (await sessions()).length];
  await expect.poll(settled, { timeout: 60_000 }).toEqual([204, 2]);
  await killed(running);
  proxy.close();

  const all = await totalsByTable(clickhouse.client);
  for (const sums of Object.values(all)) expect(sums).toEqual(all.slices);
  expect(all.slices).toMatchObject({ connected: 2, disconnected: 2 });
  // Only what came after the last save before the kill is lost.
  const recorded = (await sessions()).at(-1)!.ms;
  expect(recorded).toBeGreaterThanOrEqual(saved);
  expect(recorded).toBeLessThanOrEqual(until - arrived);
}, 180_000);

const startEngine = async (): Promise<{ engine: ChildProcess; ports: Ports }> => {
  const env = { ...childEnvironment(), DATA_DIR: folder, STREAM_PORT: '0', ENGINE_PORT: '0', ENGINE_TOKEN: token };
  const engine = spawn(process.execPath, [file('../../../streaming/main.ts')], {
    ...{ env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  children.push(engine);
  for await (const line of createInterface(engine.stdout!)) {
    const message = JSON.parse(line) as Ports & { msg: string };
    if (message.msg === 'on the air') return { engine, ports: message };
  }
  throw new Error('The engine ended before it was on the air.');
};

const consume = ({ control }: Ports, clickhouseUrl: string, ...how: string[]): ChildProcess => {
  const args = [
    file('../../testing/spool-consumer-child.ts'),
    database.url,
    clickhouseUrl,
    `http://127.0.0.1:${control}`,
    token,
    ...how,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  children.push(child);
  return child;
};

const killed = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const call = (ports: Ports, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${ports.control}${path}`, {
    ...{ method, headers: { authorization: `Bearer ${token}` } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** A listener who has received audio. */
const listen = async (ports: Ports): Promise<IncomingMessage> => {
  const request = get({ port: ports.stream, path: '/tone', agent: false });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  expect(reply.statusCode).toBe(200);
  reply.on('error', () => undefined);
  await once(reply, 'data');
  return reply;
};

/** How much of an open session the engine has saved, as it does every few seconds; 0 if nothing. */
const savedMs = async (): Promise<number> => {
  const journal = join(folder, 'engine', 'sessions');
  // A snapshot is deleted when the next one is complete.
  const read = async (name: string): Promise<string> => await readFile(join(journal, name), 'utf8').catch(() => '');
  const rounds = await Promise.all((await readdir(journal)).map(read));
  const snapshots = [...rounds.join('').matchAll(/^\{"open":.*\}$/gm)].map(([line]) => JSON.parse(line) as Snapshot);
  return Math.max(0, ...snapshots.map(({ open }) => open.at - open.from));
};
type Snapshot = { open: { from: number; at: number } };

const sessions = async (): Promise<{ ms: number }[]> => {
  const query = `select toFloat64(sum(toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as ms
    from slices group by session order by min(since)`;
  return await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json();
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
  ...{ key: station, account, revision: 1, mount: 'tone', name: 'Tone', description: '', genre: '', website: '' },
  ...{ public: true, running: true, reason: '', password: 'secret', burst_ms: 500, limits: { listeners: null } },
  format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
  autodj: {
    items: [{ key: newKey('track'), path: 'a.mp3', title: 'A', artist: 'X', album: '', duration_ms: 60_000 }],
    shuffle: false,
    generation: 1,
  },
};
