import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EngineEvent, SpoolBatch, StationDesired, StationState } from '#contract/engine/engine.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { desiredStation, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, sequence } from '#streaming/ingest/testing/audio.ts';
import { startEncoder } from '#streaming/ingest/testing/real-encoder.ts';

const token = 'a token for tests only';
type Ports = { stream: number; control: number; port: number };
type Running = { child: ChildProcess; ports: Ports };

let folder: string;
const children: ChildProcess[] = [];
const listeners: StrictListener[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'several-engines-'));
});
const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.close();
  for (const child of children.splice(0)) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

const run = async (program: string, own: Record<string, string>): Promise<Running> => {
  const ports = { STREAM_PORT: '0', EDGE_PORT: '0', ENGINE_PORT: '0' };
  const env = { ...childEnvironment(), ENGINE_TOKEN: token, ...ports, ...own };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as Ports & { msg: string; level: number };
    if (line.level >= 50) throw new Error(line.msg);
    if (line.msg === 'on the air' || line.msg === 'listening') return { child, ports: line };
  }
  throw new Error('The child ended before it was ready.');
};
const startEngine = (name: string): Promise<Running> =>
  run('streaming/main.ts', { DATA_DIR: join(folder, name), MEDIA_DIR: join(folder, 'files') });
const call = (ports: Ports, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${ports.control}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const sessionsAt = async (ports: Ports): Promise<number> =>
  ((await (await call(ports, 'GET', '/sessions')).json()) as { total: number }).total;

/** A station that plays a tone for a minute. */
const startTone = async ({ ports }: Running, mount: string, hertz: number): Promise<StationDesired> => {
  const item = await prepareTrack(join(folder, 'files'), hertz, 60);
  const station = desiredStation({ mount, burst_ms: 1000, autodj: { items: [item], shuffle: false, generation: 1 } });
  expect((await call(ports, 'PUT', `/stations/${station.key}`, station)).status).toBe(204);
  return station;
};
/** Both engines, each with a station, and an edge of them. */
const startAll = async (own: Record<string, string> = {}) => {
  mkdirSync(join(folder, 'files'));
  const [one, two] = [await startEngine('one'), await startEngine('two')];
  const stations = [await startTone(one, 'first', 440), await startTone(two, 'second', 880)] as const;
  const buses = ['one', 'two'].map((name) => join(folder, name, 'engine', 'bus.sock')).join(' ');
  const edge = await run('streaming/edge-main.ts', { DATA_DIR: join(folder, 'edge'), ENGINE_BUS: buses, ...own });
  return { one, two, stations, port: edge.ports.port };
};
/** Listens at the edge as soon as the station is there and sends. */
const listen = async (port: number, path: string): Promise<StrictListener> => {
  const attempt = async (): Promise<string> => {
    const listener = await listenStrictly({ port, path });
    listeners.push(listener);
    return listener.reply.status;
  };
  await expect.poll(attempt).toContain('200 OK');
  return listeners.at(-1)!;
};
const second = 16_000;
/** Those events of the spool's next batch with some that match; all up to there are acknowledged. */
const eventsUntil = async (ports: Ports, matches: (event: EngineEvent) => boolean): Promise<EngineEvent[]> => {
  for (;;) {
    const reply = await call(ports, 'GET', '/spool?wait=15000');
    expect(reply.status).toBe(200);
    const { batch, events } = (await reply.json()) as SpoolBatch;
    const found = events.filter(matches);
    await call(ports, 'POST', '/spool/ack', { batch });
    if (found.length > 0) return found;
  }
};
type Slice = Extract<EngineEvent, { type: 'slice' }>;
/** The slices of the spool until they suffice: a session has more than one when a quarter hour ends within it. */
const slicesUntil = async (ports: Ports, suffice: (slices: Slice[]) => boolean): Promise<Slice[]> => {
  const slices: Slice[] = [];
  while (!suffice(slices))
    slices.push(
      ...(await eventsUntil(ports, ({ type }) => type === 'slice')).filter((event) => event.type === 'slice'),
    );
  return slices;
};

it('an edge serves the stations of two engines; one that is killed concerns its own listeners only, who stay', async () => {
  const { one: killed, two, port } = await startAll();
  const [first, other] = [await listen(port, '/first'), await listen(port, '/second')];
  await first.receive(2 * second);
  await other.receive(2 * second);
  await expect.poll(() => sessionsAt(killed.ports)).toBe(1);
  await expect.poll(() => sessionsAt(two.ports)).toBe(1);
  const status = await (await fetch(`http://127.0.0.1:${port}/status-json.xsl`)).text();
  for (const mount of ['first', 'second']) expect(status).toContain(`/${mount}"`);

  await kill(killed.child);
  const [atKill, otherAtKill] = [first.audio().length, other.audio().length];
  await other.receive(otherAtKill + 3 * second);
  const one = await startEngine('one');
  await first.receive(atKill + 3 * second);
  await expect.poll(() => sessionsAt(one.ports)).toBe(1);
  expect(first.socket.destroyed || other.socket.destroyed).toBe(false);
  const tones = [440, 880];
  expect(sequence(await detectTones(first.audio(), 'mp3', tones))).toEqual([440]);
  expect(sequence(await detectTones(other.audio(), 'mp3', tones))).toEqual([880]);
  first.close();
  other.close();
  await expect.poll(() => sessionsAt(one.ports)).toBe(0);
  await expect.poll(() => sessionsAt(two.ports)).toBe(0);
  // What each listener heard is reported to the engine of their station.
  for (const { ports } of [one, two]) {
    const heard = await eventsUntil(ports, (event) => event.type === 'slice');
    expect(new Set(heard.map(({ station }) => station)).size).toBe(1);
  }
});

it('an encoder that connects to an edge is passed on to the engine of its mount, with its address', async () => {
  const { two, stations, port } = await startAll({ TRUSTED_PROXIES: '127.0.0.1' });
  const listener = await listen(port, '/second');
  const sourceOf = async (): Promise<string | undefined> => {
    const { stations: states } = (await (await call(two.ports, 'GET', '/stations')).json()) as {
      stations: StationState[];
    };
    return states[0]?.source;
  };
  const wrong = await listenStrictly({
    ...{ port, path: '/second', method: 'PUT', prefix: 'PROXY TCP4 203.0.113.9 127.0.0.1 1 2\r\n' },
    headers: { Authorization: `Basic ${Buffer.from('source:wrong').toString('base64')}`, 'Content-Type': 'audio/mpeg' },
  });
  listeners.push(wrong);
  expect(wrong.reply.status).toBe('HTTP/1.0 401 Unauthorized');
  await wrong.ended;
  const [refused] = await eventsUntil(two.ports, (event) => event.type === 'source');
  expect(refused).toMatchObject({ station: stations[1].key, event: 'refused', ip: '203.0.113.9' });

  const encoder = startEncoder({ port }, stations[1]);
  children.push(encoder);
  await expect.poll(sourceOf).toBe('live');
  await listener.receive(listener.audio().length + 3 * second);
  await kill(encoder);
  await expect.poll(sourceOf).toBe('autodj');
  await listener.receive(listener.audio().length + 2 * second);
  expect(sequence(await detectTones(listener.audio(), 'mp3', [880, 1000]))).toEqual([880, 1000, 880]);
});

it('an encoder at an edge keeps its connection when its engine is killed, and is on the air at the next one', async () => {
  const { one, two, stations, port } = await startAll();
  const listener = await listen(port, '/first');
  const encoder = startEncoder({ port }, stations[0]);
  children.push(encoder);
  const sourceAt = async ({ ports }: Running): Promise<string | undefined> => {
    const reply = await call(ports, 'GET', `/stations/${stations[0].key}`);
    return reply.ok ? ((await reply.json()) as StationState).source : undefined;
  };
  await expect.poll(() => sourceAt(one)).toBe('live');

  await kill(one.child);
  const moved = { ...stations[0], epoch: 2 };
  expect((await call(two.ports, 'PUT', `/stations/${moved.key}`, moved)).status).toBe(204);
  await expect.poll(() => sourceAt(two)).toBe('live');
  await listener.receive(listener.audio().length + 3 * second);

  // Back at its first engine: the second one lets the station go.
  const back = await startEngine('one');
  const again = { ...stations[0], epoch: 3 };
  expect((await call(back.ports, 'PUT', `/stations/${moved.key}`, again)).status).toBe(204);
  expect((await call(two.ports, 'DELETE', `/stations/${moved.key}`)).status).toBe(204);
  await expect.poll(() => sourceAt(back)).toBe('live');
  expect([encoder.exitCode, encoder.signalCode]).toEqual([null, null]);

  // Who is disconnected on purpose is not brought back.
  const stopped = { ...again, epoch: 3, revision: stations[0].revision + 1, running: false };
  expect((await call(back.ports, 'PUT', `/stations/${moved.key}`, stopped)).status).toBe(204);
  await expect.poll(() => encoder.exitCode).not.toBe(null);
});

it('a station that moves to another engine keeps its listeners, whose sessions go on there', async () => {
  const { one, two, stations, port } = await startAll();
  const [plain, titled] = [
    await listen(port, '/first'),
    await listenStrictly({ port, path: '/first', headers: { 'Icy-MetaData': '1' } }),
  ];
  listeners.push(titled);
  for (const listener of [plain, titled]) await listener.receive(2 * second);
  await expect.poll(() => sessionsAt(one.ports)).toBe(2);

  await kill(one.child);
  const item = await prepareTrack(join(folder, 'files'), 880, 60);
  const autodj = { ...stations[0].autodj, items: [item] };
  const moved = { ...stations[0], epoch: 2, autodj };
  expect((await call(two.ports, 'PUT', `/stations/${moved.key}`, moved)).status).toBe(204);
  for (const listener of [plain, titled]) await listener.receive(listener.audio().length + 3 * second);
  expect(plain.socket.destroyed || titled.socket.destroyed).toBe(false);
  const tones = [440, 880];
  for (const listener of [plain, titled])
    expect(sequence(await detectTones(listener.audio(), 'mp3', tones))).toEqual([440, 880]);
  await expect.poll(() => sessionsAt(two.ports)).toBe(2);

  // The former engine is back with what it had: nobody is moved back, and new listeners find the newer one.
  const back = await startEngine('one');
  await expect
    .poll(async () => (await (await call(back.ports, 'GET', '/stations')).json()) as object)
    .toMatchObject({
      stations: [{ key: moved.key }],
    });
  const late = await listen(port, '/first');
  await late.receive(3 * second);
  expect(sequence(await detectTones(late.audio(), 'mp3', tones))).toEqual([880]);
  await expect.poll(() => sessionsAt(two.ports)).toBe(3);
  for (const listener of [plain, titled, late]) listener.close();
  await expect.poll(() => sessionsAt(two.ports)).toBe(0);

  // Each session is one: it began at the one engine, ended at the other, and its slices follow each other without a gap.
  const after = await slicesUntil(two.ports, (slices) => slices.filter(({ last }) => last).length === 3);
  const own = Map.groupBy(after, ({ session }) => session);
  const begun = Array.from(own, ([session, slices]) => ({ session, n: Math.min(...slices.map(({ n }) => n)) }));
  const continued = begun.filter(({ n }) => n > 0);
  expect(continued).toHaveLength(2);
  const before = await slicesUntil(back.ports, (slices) =>
    continued.every(({ session, n }) => slices.some((slice) => slice.session === session && slice.n === n - 1)),
  );
  for (const session of new Set(before.map((slice) => slice.session))) {
    const slices = [...before, ...after].filter((slice) => slice.session === session).toSorted((a, b) => a.n - b.n);
    expect(slices.map(({ n, first, last }) => [n, first, last])).toEqual(
      slices.map((_, at) => [at, at === 0, at === slices.length - 1]),
    );
    expect(slices.slice(1).map(({ from }) => from)).toEqual(slices.slice(0, -1).map(({ to }) => to));
    expect(after.some((slice) => slice.session === session)).toBe(true);
  }
});

it('listeners stay while no engine has their station for a moment', async () => {
  const { one, two, stations, port } = await startAll();
  const listener = await listen(port, '/first');
  await listener.receive(2 * second);
  const moved = { ...stations[0], epoch: 2, autodj: { ...stations[0].autodj, items: stations[1].autodj.items } };
  expect((await call(one.ports, 'DELETE', `/stations/${moved.key}`)).status).toBe(204);
  // The edge knows it: an encoder is kept, but not passed on.
  const encoder = startEncoder({ port }, stations[0]);
  children.push(encoder);
  expect((await call(two.ports, 'PUT', `/stations/${moved.key}`, moved)).status).toBe(204);
  const sourceOf = async (): Promise<string | undefined> => {
    const reply = await call(two.ports, 'GET', `/stations/${moved.key}`);
    return reply.ok ? ((await reply.json()) as StationState).source : undefined;
  };
  await expect.poll(sourceOf).toBe('live');
  await listener.receive(listener.audio().length + 3 * second);
  expect(listener.socket.destroyed).toBe(false);
  const heard = sequence(await detectTones(listener.audio(), 'mp3', [440, 880, 1000]));
  expect([heard.at(0), heard.at(-1)]).toEqual([440, 1000]);
});

it('an encoder of Shoutcast 1 reaches, at the edge, the engine of the mount that its password names', async () => {
  const { stations, port } = await startAll();
  for (const { mount, password } of stations) {
    await listen(port, `/${mount}`);
    const encoder = connect(port, '127.0.0.1');
    encoder.write(`${mount}:${password}\r\n`);
    const [reply] = (await once(encoder, 'data')) as [Buffer];
    expect(reply.toString()).toBe('OK2\r\nicy-caps:11\r\n\r\n');
    encoder.destroy();
  }
});
