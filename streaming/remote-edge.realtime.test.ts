import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StationDesired, StationState, StreamFormat } from '#contract/engine/engine.ts';
import { isMediaUrlValid, mediaPath } from '#shared/media-url.ts';
import { freePort } from '#server/testing/free-port.ts';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { readConfig } from '#streaming/config.ts';
import { startEdgeProcess, type EdgeProcess } from '#streaming/edge-process.ts';
import { plannedCampaign, planOf, writeSpot } from '#streaming/edge/testing/spot-rig.ts';
import { openHlsPlayer, type HlsPlayer } from '#streaming/edge/testing/hls-player.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, ffmpeg, longestGap, sequence, tone } from '#streaming/ingest/testing/audio.ts';
import { startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { startEngine, type Engine } from '#streaming/engine.ts';

const token = 'a token for tests only';
const key = 's-1111111111111111111111';
const log = pino({ level: 'silent' });

let folder: string;
let tls: { cert: Buffer; key: Buffer };
let engine: Engine;
let edge: EdgeProcess;
let busPort: number;

const configIn = (name: string, port: number) => ({
  ...readConfig({
    ...{ PATH: '', DATA_DIR: join(folder, name), ENGINE_TOKEN: token },
    ...{ STREAM_PORT: '0', ENGINE_PORT: '0', EDGE_PORT: '0' },
  }),
  remoteBus: { port, host: '127.0.0.1', tls, token },
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remote-edge-'));
  tls = makeCertificate(folder);
  busPort = await freePort();
  engine = await startEngine(configIn('engine', busPort), log);
  const engineBus: RemoteBus = { url: `https://127.0.0.1:${String(busPort)}`, token, ca: tls.cert };
  edge = await startEdgeProcess(
    { ...configIn('edge', 0), engineBuses: [engineBus], folder: join(folder, 'edge') },
    log,
  );
});
afterEach(async () => {
  await edge.stop();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${engine.ports.control}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const station = {
  ...{ key, revision: 1, account: 'a-1111111111111111111111', mount: 'tone', name: 'Tone' },
  ...{ description: '', genre: '', website: '', public: true, running: true, reason: '', password: 'secret' },
  format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
  ...{ burst_ms: 500, steady_ms: 200, stall_ms: 2000, hold_ms: 600_000, hls: false },
  autodj: { items: [], shuffle: false, generation: 1 },
  limits: { listeners: null },
} satisfies { [K in keyof StationDesired]?: unknown };
const sha256 = (bytes: ArrayBuffer): string => createHash('sha256').update(Buffer.from(bytes)).digest('hex');
const total = async (): Promise<number> =>
  ((await (await call('GET', `/sessions?station=${key}`)).json()) as { total: number }).total;

it('an edge on another machine has the stations, and keeps its listeners while the engine restarts', async () => {
  await call('PUT', `/stations/${key}`, station);
  const url = `http://127.0.0.1:${edge.port}/tone`;
  let reply = await fetch(url);
  await expect
    .poll(async () => {
      if (reply.status === 200) return 200;
      await reply.body?.cancel();
      reply = await fetch(url);
      return reply.status;
    })
    .toBe(200);
  const reader = reply.body!.getReader();
  const receive = async (bytes: number): Promise<void> => {
    for (let left = bytes; left > 0;) {
      const { value, done } = await reader.read();
      if (done) throw new Error('The listener was disconnected.');
      left -= value.length;
    }
  };
  await receive(20_000);
  await expect.poll(total).toBe(1);

  await engine.stop();
  engine = await startEngine(configIn('engine', busPort), log);
  // More than was in transit: the new engine's sound.
  await receive(48_000);
  await expect.poll(total).toBe(1);
  await reader.cancel();
  await expect.poll(total).toBe(0);
});

it('an edge on another machine passes encoders on, and refusals back', async () => {
  await call('PUT', `/stations/${key}`, { ...station, autodj: { items: [], shuffle: false, generation: 1 } });
  const states = async (): Promise<StationState[]> =>
    ((await (await call('GET', '/stations')).json()) as { stations: StationState[] }).stations;
  const put = (user: string): Promise<StrictListener> =>
    listenStrictly({
      ...{ port: edge.port, path: '/tone', method: 'PUT' },
      headers: { Authorization: `Basic ${Buffer.from(user).toString('base64')}`, 'Content-Type': 'audio/mpeg' },
    });
  const wrong = await put('source:wrong');
  expect(wrong.reply.status).toBe('HTTP/1.0 401 Unauthorized');
  await wrong.ended;
  const encoder = startEncoder({ port: edge.port }, station as unknown as StationDesired);
  try {
    await expect.poll(async () => (await states())[0]).toMatchObject({ key, source: 'live', status: 'active' });
  } finally {
    encoder.kill('SIGKILL');
  }
  await expect.poll(async () => (await states())[0]?.source).not.toBe('live');
  await engine.stop();
  const unreachable = await put('source:secret');
  expect(unreachable.reply.status).toBe('HTTP/1.0 503 Service Unavailable');
  engine = await startEngine(configIn('engine', busPort), log);
});

it('edges have the same HLS segments whenever they join, and a player of both hears no gap, over titles and a restart', async () => {
  const files = join(folder, 'engine', 'files');
  mkdirSync(files, { recursive: true });
  const items = [await prepareTrack(files, 440, 4), await prepareTrack(files, 880, 4)];
  await call('PUT', `/stations/${key}`, { ...station, hls: true, autodj: { items, shuffle: false, generation: 1 } });
  const engineBuses = [join(folder, 'engine', 'engine', 'bus.sock')] satisfies [string];
  const near = await startEdgeProcess({ ...configIn('near', 0), engineBuses, folder: join(folder, 'near') }, log);
  try {
    const ports = [near.port, edge.port];
    const isServed = async (): Promise<boolean> =>
      (await fetch(`http://127.0.0.1:${near.port}/hls/tone/index.m3u8`)).ok;
    await expect.poll(isServed).toBe(true);
    const [here, player] = [await openHlsPlayer(near.port, '127.0.0.1'), await openHlsPlayer(near.port, '127.0.0.1')];
    let requests = 0;
    const polled = async (): Promise<number> => {
      await player.poll(() => player.reconnect(ports[(requests += 1) % 2]!));
      return player.names().length;
    };
    await expect.poll(async () => (await here.list()).length).toBeGreaterThanOrEqual(2);
    const there = await openHlsPlayer(edge.port, '127.0.0.1');
    const compare = async (): Promise<string[]> => {
      const isSame = async (): Promise<boolean> => (await here.list()).join() === (await there.list()).join();
      await expect.poll(isSame).toBe(true);
      const names = await here.list();
      const hashes = (one: HlsPlayer): Promise<string[]> =>
        Promise.all(names.map(async (name) => sha256(await (await one.request(name)).arrayBuffer())));
      expect(await hashes(there)).toEqual(await hashes(here));
      return names;
    };
    expect((await compare()).length).toBeGreaterThanOrEqual(2);
    await expect.poll(polled, { interval: 300 }).toBeGreaterThanOrEqual(3);
    expect((await call('POST', `/stations/${key}/restart`)).status).toBe(204);
    const listed = player.names().length;
    await expect.poll(polled, { interval: 300 }).toBeGreaterThanOrEqual(listed + 3);
    const names = await compare();
    const [before, after] = [names[0]!, names.at(-1)!].map((name) => name.split('-')[1]);
    expect(after).not.toBe(before);
    const numbers = player.names().map((name) => Number.parseInt(name));
    expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at));
    const heard = await detectTones(player.audio(), 'mp3', [440, 880]);
    expect(sequence(heard).slice(0, 3)).toEqual([440, 880, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(60);
  } finally {
    await near.stop();
  }
});

it('an edge on another machine fetches spots from the portal, and plays them to its listeners', async () => {
  const files = join(folder, 'portal');
  mkdirSync(files, { recursive: true });
  const format: StreamFormat = { ...station.format, codec: 'mp3' };
  const encoded = ['-ac', '2', '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0'];
  const plain = ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];
  const spot = writeSpot(files, 1, await ffmpeg([...tone(1300, 2), ...encoded, ...plain]), format);
  const own = join(folder, 'engine', 'files');
  mkdirSync(own, { recursive: true });
  const track = await prepareTrack(own, 440, 60);
  const asked: string[] = [];
  const portal = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://portal');
    const path = url.pathname.slice(mediaPath.length);
    const { expires = '', signature = '' } = Object.fromEntries(url.searchParams);
    if (!isMediaUrlValid(token, { key: path, expires, signature }, Date.now())) return void reply.writeHead(403).end();
    asked.push(path);
    reply.end(readFileSync(join(files, path)));
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  try {
    const media_url = `http://127.0.0.1:${String((portal.address() as AddressInfo).port)}`;
    await call('PUT', `/stations/${key}`, {
      ...station,
      autodj: { items: [track], shuffle: false, generation: 1, media_url },
    });
    const campaign = plannedCampaign('Acme', '', spot, { attempts: [{ rules: [], spot: spot.id }] });
    const plan = planOf([spot], [campaign]);
    expect((await call('PUT', '/ads', plan)).status).toBe(204);
    const lease = { id: '00000000-0000-4000-8000-0000000000aa', campaign: campaign.key, count: 20 };
    await call('PUT', '/ads/leases', { leases: [{ ...lease, until: Date.now() + 3_600_000 }] });
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${edge.port}/tone`, { method: 'HEAD' })).ok)
      .toBe(true);
    const listener = await listenStrictly({ port: edge.port, path: '/tone' });
    // By the engine and by the edge.
    await expect.poll(() => asked, { timeout: 20_000 }).toEqual(['spot-1', 'spot-1']);
    const start = async () => (await call('POST', `/stations/${key}/break`, { seconds: 30 })).json();
    await expect.poll(start, { timeout: 20_000, interval: 500 }).toMatchObject({ withSpot: 1 });
    const heard = async () => sequence(await detectTones(listener.audio(), 'mp3', [440, 1300]));
    await expect.poll(heard, { timeout: 20_000, interval: 1000 }).toEqual([440, 1300, 440]);
    listener.close();
  } finally {
    portal.close();
    portal.closeAllConnections();
  }
});
