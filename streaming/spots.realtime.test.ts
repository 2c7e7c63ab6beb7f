import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EngineEvent, SpoolBatch, SpotEvent, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import type { AdState, BreakStarted } from '#contract/engine/engine-ads.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { openHlsPlayer } from '#streaming/edge/testing/hls-player.ts';
import { plannedCampaign, planOf, station as key, writeSpot } from '#streaming/edge/testing/spot-rig.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { desiredStation, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, ffmpeg, sequence, tone } from '#streaming/ingest/testing/audio.ts';

const token = 'a token for tests only';
const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
type Ports = { stream: number; control: number; port: number };

let folder: string;
const children: ChildProcess[] = [];
const listeners: StrictListener[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-spots-'));
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.close();
  // Until they have ended they write to the folder.
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const run = async (program: string): Promise<{ child: ChildProcess; ports: Ports }> => {
  const ports = { STREAM_PORT: '0', EDGE_PORT: '0', ENGINE_PORT: '0' };
  const env = { ...childEnvironment(), DATA_DIR: folder, ENGINE_TOKEN: token, ...ports };
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
/** An HLS player that plays until it is stopped; resolves once it has some segments. */
const startHlsPlayer = async (port: number) => {
  const index = `http://127.0.0.1:${port}/hls/tone/index.m3u8`;
  await expect.poll(async () => (await fetch(index)).ok, { timeout: 30_000 }).toBe(true);
  const player = await openHlsPlayer(port, '127.0.0.1');
  let isPlaying = true;
  const play = async (): Promise<void> => {
    for (; isPlaying; await setTimeout(300)) await player.poll();
  };
  const played = play();
  await expect.poll(() => player.names().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
  const stop = (): Promise<void> => {
    isPlaying = false;
    return played;
  };
  return { audio: player.audio, stop };
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

/** A station that plays 440 Hz, with a campaign of one spot of 2 s at 1300 Hz and a lease of `count` impressions. */
const prepare = async (count: number) => {
  mkdirSync(join(folder, 'files'), { recursive: true });
  const sound = await ffmpeg([
    ...[...tone(1300, 2), '-ac', '2', '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0'],
    ...['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
  ]);
  const spot = writeSpot(join(folder, 'files'), 1, sound, format);
  const campaign = plannedCampaign('Acme', '', spot, { attempts: [{ rules: [], spot: spot.id }] });
  const plan = { ...planOf([spot], [campaign]), revision: 7 };
  const track = await prepareTrack(join(folder, 'files'), 440, 60);
  const lease = { id: '00000000-0000-4000-8000-0000000000aa', campaign: campaign.key, count };
  const engine = await run('streaming/main.ts');
  const edge = await run('streaming/edge-main.ts');
  const desired: StationDesired = desiredStation({
    ...{ key: key as StationDesired['key'], mount: 'tone', burst_ms: 1000, hls: true },
    autodj: { items: [track], shuffle: false, generation: 1 },
  });
  const { ports } = engine;
  expect((await call(ports, 'PUT', `/stations/${key}`, desired)).status).toBe(204);
  expect((await call(ports, 'PUT', '/ads', plan)).status).toBe(204);
  expect((await call(ports, 'PUT', '/ads', { ...plan, revision: 6 })).status).toBe(409);
  const lent = await call(ports, 'PUT', '/ads/leases', { leases: [{ ...lease, until: Date.now() + 3_600_000 }] });
  expect(await lent.json()).toMatchObject({ revision: 7, unreadable: [], leases: [{ id: lease.id, count }] });
  return { engine, edge, lease };
};
/** Starts a break as soon as at least `listeners` have a spot. */
const startBreak = async (ports: Ports, listeners: number): Promise<BreakStarted> => {
  let started: BreakStarted | undefined;
  const start = async (): Promise<number | undefined> => {
    const reply = await call(ports, 'POST', `/stations/${key}/break`, { seconds: 30 });
    if (reply.ok) started = (await reply.json()) as BreakStarted;
    return started?.withSpot;
  };
  await expect.poll(start, { timeout: 20_000, interval: 250 }).toBeGreaterThanOrEqual(listeners);
  return started!;
};

it('plays a break by hand to the listeners of two processes, one by HLS, counts each, and keeps plan and leases over a kill', async () => {
  const { engine, edge, lease } = await prepare(20);
  const { ports } = engine;
  const heard = await Promise.all([ports.stream, edge.ports.port].map(listen));
  const player = await startHlsPlayer(edge.ports.port);
  await expect.poll(async () => (await adState(ports)).leases[0]?.spent, { timeout: 20_000 }).toBeGreaterThanOrEqual(8);
  const started = await startBreak(ports, 1);
  expect((await call(ports, 'POST', `/stations/${key}/break`, { seconds: 30 })).status).toBe(409);

  const isDone = (events: EngineEvent[]): boolean =>
    events.filter((event) => event.type === 'spot').length >= 15 && events.some(({ type }) => type === 'break');
  const events = await eventsUntil(ports, isDone);
  const spots = events.filter((event) => event.type === 'spot');
  expect(new Set(spots.map(({ session, quartile }) => `${session} ${quartile}`)).size).toBe(15);
  expect(new Set(spots.map((event) => event.lease))).toEqual(new Set([lease.id]));
  expect(events.find(({ type }) => type === 'break')).toMatchObject({
    ...{ id: started.id, kind: 'hand', listeners: 3, withSpot: 3, station: key },
  });
  for (const listener of heard) {
    const tones = await detectTones(listener.audio(), 'mp3', [440, 1300]);
    expect(sequence(tones)).toEqual([440, 1300, 440]);
    expect(listener.titles().map(({ title }) => title)).toContain('Advertisement: Acme');
  }

  const inHls = async (): Promise<number[]> => sequence(await detectTones(player.audio(), 'mp3', [440, 1300]));
  await expect.poll(inHls, { timeout: 30_000, interval: 1000 }).toEqual([440, 1300, 440]);
  await player.stop();

  const { spent } = (await adState(ports)).leases[0]!;
  engine.child.kill('SIGKILL');
  await once(engine.child, 'exit');
  const again = await run('streaming/main.ts');
  const state = await adState(again.ports);
  expect(state).toMatchObject({ revision: 7, leases: [{ id: lease.id, count: 20 }] });
  expect(state.leases[0]!.spent).toBeGreaterThanOrEqual(spent);
});

it('never plays more than it was lent, nor counts anything twice, whatever is killed in a break', async () => {
  const { engine, edge, lease } = await prepare(48);
  let [own, remote] = [engine, edge];
  const spots: SpotEvent[] = [];
  /** Everything in the spool now. */
  const read = async (): Promise<void> => {
    for (;;) {
      const reply = await call(own.ports, 'GET', '/spool?wait=1500');
      if (reply.status === 204) return;
      const batch = (await reply.json()) as SpoolBatch;
      spots.push(...batch.events.filter((event) => event.type === 'spot'));
      await call(own.ports, 'POST', '/spool/ack', { batch: batch.batch });
    }
  };
  const killed = async ({ child }: typeof own, program: string): Promise<typeof own> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    return run(program);
  };
  for (let round = 0; round < 3; round++) {
    const arrived = [own.ports.stream, own.ports.stream, remote.ports.port, remote.ports.port].map(listen);
    await Promise.all(arrived);
    await startBreak(own.ports, 1);
    // In the burst, in the spot, and when most of it was counted.
    await setTimeout(700 + round * 900);
    if (round !== 1) remote = await killed(remote, 'streaming/edge-main.ts');
    if (round !== 0) own = await killed(own, 'streaming/main.ts');
    await read();
  }
  // The portal wants back what no process can use any more.
  expect((await adState(own.ports)).leases).toMatchObject([{ phase: 'former' }]);
  const closing = { ...lease, until: Date.now() + 3_600_000, closing: true };
  await call(own.ports, 'PUT', '/ads/leases', { leases: [closing] });
  const phase = async (): Promise<string | undefined> => {
    await read();
    return (await adState(own.ports)).leases[0]?.phase;
  };
  await expect.poll(phase, { timeout: 30_000 }).toBe('closed');
  const [state] = (await adState(own.ports)).leases;
  const counted = spots.filter(({ quartile, cut }) => quartile === 0 && !cut);
  expect(counted.length).toBeGreaterThan(0);
  expect(counted.length).toBeLessThanOrEqual(state!.spent);
  expect(state!.spent).toBeLessThanOrEqual(lease.count);
  const identities = spots.map((one) => [one.session, one.break_id, one.slot, one.quartile, one.cut].join(' '));
  expect(new Set(identities).size).toBe(identities.length);
});
