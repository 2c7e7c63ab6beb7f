import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import type { EngineEvent, SpoolBatch, StationDesired, StreamFormat } from '#contract/engine.ts';
import type { AdState, BreakStarted } from '#contract/engine-ads.ts';
import { plannedCampaign, planOf, station as key, writeSpot } from '#streaming/edge/testing/spot-rig.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/strict-listener.ts';
import { desiredStation, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, ffmpeg, sequence, tone } from '#streaming/ingest/testing/audio.ts';

const token = 'a token for tests only';
const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
type Ports = { stream: number; control: number; port: number };

const folder = mkdtempSync(join(tmpdir(), 'engine-spots-'));
const children: ChildProcess[] = [];
const listeners: StrictListener[] = [];
afterEach(() => {
  for (const listener of listeners) listener.close();
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const run = async (program: string): Promise<{ child: ChildProcess; ports: Ports }> => {
  const ports = { STREAM_PORT: '0', EDGE_PORT: '0', ENGINE_PORT: '0' };
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, ENGINE_TOKEN: token, ...ports };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as Ports & { msg: string; level: number };
    if (line.level >= 50) throw new Error(line.msg);
    if (line.msg === 'on the air' || line.msg === 'listening') return { child, ports: line };
  }
  throw new Error('The child ended before it was ready.');
};
const call = (ports: Ports, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${ports.control}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const adState = async (ports: Ports): Promise<AdState> => (await (await call(ports, 'GET', '/ads')).json()) as AdState;
const listen = async (port: number): Promise<StrictListener> => {
  const listener = await listenStrictly({ port, path: '/tone', headers: { 'Icy-MetaData': '1' } });
  listeners.push(listener);
  return listener;
};
/** Reads and acknowledges the spool until its events satisfy `enough`. */
const eventsUntil = async (ports: Ports, enough: (events: EngineEvent[]) => boolean): Promise<EngineEvent[]> => {
  const events: EngineEvent[] = [];
  while (!enough(events)) {
    const reply = await call(ports, 'GET', '/spool?wait=15000');
    expect(reply.status).toBe(200);
    const batch = (await reply.json()) as SpoolBatch;
    events.push(...batch.events);
    await call(ports, 'POST', '/spool/ack', { batch: batch.batch });
  }
  return events;
};

it('plays a break by hand to the listeners of two processes, counts each, and keeps plan and leases over a kill', async () => {
  mkdirSync(join(folder, 'files'), { recursive: true });
  const spotSound = await ffmpeg([
    ...[...tone(1300, 2), '-ac', '2', '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0'],
    ...['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
  ]);
  const spot = writeSpot(join(folder, 'files'), 1, spotSound, format);
  const campaign = plannedCampaign('Acme', '', spot, { attempts: [{ rules: [], spot: spot.id }] });
  const plan = { ...planOf([spot], [campaign]), revision: 7 };
  const track = await prepareTrack(join(folder, 'files'), 440, 60);
  const lease = { id: '00000000-0000-4000-8000-0000000000aa', campaign: campaign.key, count: 20 };
  const engine = await run('streaming/main.ts');
  const edge = await run('streaming/edge-main.ts');
  const desired: StationDesired = desiredStation({
    ...{ key: key as StationDesired['key'], mount: 'tone', burst_ms: 1000 },
    autodj: { items: [track], shuffle: false, generation: 1 },
  });
  const { ports } = engine;
  expect((await call(ports, 'PUT', `/stations/${key}`, desired)).status).toBe(204);
  expect((await call(ports, 'PUT', '/ads', plan)).status).toBe(204);
  expect((await call(ports, 'PUT', '/ads', { ...plan, revision: 6 })).status).toBe(409);
  const lent = await call(ports, 'PUT', '/ads/leases', { leases: [{ ...lease, until: Date.now() + 3_600_000 }] });
  expect(await lent.json()).toMatchObject({ revision: 7, unreadable: [], leases: [{ id: lease.id, count: 20 }] });

  const heard = await Promise.all([ports.stream, edge.ports.port].map(listen));
  await expect.poll(async () => (await adState(ports)).leases[0]?.spent, { timeout: 20_000 }).toBeGreaterThanOrEqual(8);
  let started: BreakStarted | undefined;
  const start = async (): Promise<number | undefined> => {
    const reply = await call(ports, 'POST', `/stations/${key}/break`, { seconds: 30 });
    if (reply.ok) started = (await reply.json()) as BreakStarted;
    return started?.withSpot;
  };
  await expect.poll(start, { timeout: 20_000, interval: 500 }).toBeGreaterThanOrEqual(1);
  expect((await call(ports, 'POST', `/stations/${key}/break`, { seconds: 30 })).status).toBe(409);

  const isDone = (events: EngineEvent[]): boolean =>
    events.filter((event) => event.type === 'spot').length >= 10 && events.some(({ type }) => type === 'break');
  const events = await eventsUntil(ports, isDone);
  const spots = events.filter((event) => event.type === 'spot');
  expect(new Set(spots.map(({ session, quartile }) => `${session} ${quartile}`)).size).toBe(10);
  expect(new Set(spots.map((event) => event.lease))).toEqual(new Set([lease.id]));
  expect(events.find(({ type }) => type === 'break')).toMatchObject({
    ...{ id: started!.id, kind: 'hand', listeners: 2, withSpot: 2, station: key },
  });
  for (const listener of heard) {
    const tones = await detectTones(listener.audio(), 'mp3', [440, 1300]);
    expect(sequence(tones)).toEqual([440, 1300, 440]);
    expect(listener.titles().map(({ title }) => title)).toContain('Advertisement: Acme');
  }

  const { spent } = (await adState(ports)).leases[0]!;
  engine.child.kill('SIGKILL');
  await once(engine.child, 'exit');
  const again = await run('streaming/main.ts');
  const state = await adState(again.ports);
  expect(state).toMatchObject({ revision: 7, leases: [{ id: lease.id, count: 20 }] });
  expect(state.leases[0]!.spent).toBeGreaterThanOrEqual(spent);
});
