import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { connectBus, type BusClient } from '#streaming/bus/bus-client.ts';
import { serveBus, type BusServer } from '#streaming/bus/bus-server.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createEdge, type Edge } from './edge.ts';
import { createSessions } from './sessions.ts';
import { createStationSupply, type StationSupply } from './station-supply.ts';
import { openHlsPlayer } from './testing/hls-player.ts';
import { noJournal } from './testing/no-journal.ts';
import { listenStrictly, type StrictListener } from './testing/strict-listener.ts';
import { createSyntheticStation } from './testing/synthetic-station.ts';

const trust = createTrust(['127.0.0.1']);
const frame = 400;

describe('the sound of stations at an edge', () => {
  let folder: string;
  let bus: Bus;
  let owner: Edge;
  let server: BusServer;
  let client: BusClient;
  let edge: Edge;
  let supply: StationSupply;
  let router: ConnectionRouter;
  let heads: StationHead[];
  let batches: FrameBatch[];
  const ends: (() => unknown)[] = [];

  const sessions = () => {
    const made = createSessions({ journal: noJournal, append() {}, hasSlice: () => false });
    ends.push(() => made.stop());
    return made;
  };
  const serve = (): Promise<BusServer> =>
    serveBus({ bus, path: join(folder, 'bus.sock'), received() {}, closed() {}, recent: owner.latest });

  /** Nobody waits in vain, and no station is left out between two requests, unless a test says otherwise. */
  const start = async (times: { lingerMs?: number; patienceMs?: number } = {}): Promise<void> => {
    folder = mkdtempSync(join(tmpdir(), 'supply-'));
    bus = createBus();
    owner = createEdge({ bus, sessions: sessions(), trust, changed() {} });
    server = await serve();

    const own = createBus();
    [heads, batches] = [[], []];
    supply = createStationSupply({
      want: (stations) => client.want(stations),
      rested: (station) => own.publish({ type: 'rest', station }),
      listeners: (station) => edge.listeners(station),
      ...{ patienceMs: 60_000, checkMs: 10, ...times },
    });
    edge = createEdge({ bus: own, supply, sessions: sessions(), trust, changed() {} });
    own.subscribe((message) => {
      if (message.type === 'head') heads.push(message.head);
      if (message.type === 'batch') batches.push(message.batch);
      if (message.type === 'gone') supply.gone(message.station);
    });
    client = connectBus({
      ...{ path: join(folder, 'bus.sock'), bus: own, connected() {}, received() {}, retryMs: 5 },
      arrived: supply.arrived,
    });
    router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
  };
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    await router.stop();
    supply.stop();
    client.stop();
    await server.stop();
    edge.stop();
    owner.stop();
    rmSync(folder, { recursive: true });
  });

  const station = async (own: Partial<StationHead> = {}) => {
    const made = createSyntheticStation(bus, own);
    await expect.poll(() => heads.map(({ mount }) => mount)).toContain(made.head.mount);
    return made;
  };
  const listen = async (path = '/tone'): Promise<StrictListener> => {
    const listener = await listenStrictly({ port: router.port, path, headers: { 'Icy-MetaData': '1' } });
    ends.push(listener.close);
    return listener;
  };

  it('give the first listener the burst of the engine, with titles at their places, and nobody else’s sound', async () => {
    await start();
    const tone = await station({ burst_ms: 3000 });
    const other = await station({ station: 's-other', mount: 'other' });
    for (let second = 0; second < 4; second++) tone.emit(40);
    tone.title('Second');
    tone.emit(20);
    other.emit(40);
    const listener = await listen();
    expect(listener.reply.status).toBe('HTTP/1.0 200 OK');
    tone.emit(30);
    other.emit(40);
    // Three batches of a second and a half of one: the burst; then what followed.
    const burst = (3 * 40 + 20) * frame;
    const received = await listener.receive(burst + 30 * frame);
    expect(received.equals(tone.audio().subarray(-burst - 30 * frame))).toBe(true);
    // Its first block is in the first title's sound, 2.5 s before the second one's.
    expect(listener.titles().map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(listener.titles()[0]!.at).toBe(16_000);
    expect(listener.titles()[1]!.at).toBeGreaterThanOrEqual(48_000);
    expect(new Set(batches.map((batch) => batch.station))).toEqual(new Set([tone.head.station]));
  });

  it('end a while after the last listener, and begin again with the sound of then', async () => {
    await start({ lingerMs: 50 });
    const tone = await station();
    tone.emit(40);
    const first = await listen();
    await first.receive(40 * frame);
    expect(supply.size()).toBe(1);
    first.close();
    await expect.poll(() => supply.size()).toBe(0);
    const before = batches.length;
    for (let second = 0; second < 5; second++) tone.emit(40);
    const again = await listen();
    expect((await again.receive(40 * frame)).equals(tone.audio().subarray(-40 * frame))).toBe(true);
    expect(batches.length).toBe(before + 1);
  });

  it('have all segments of a playlist for the first HLS player, with their times', async () => {
    await start();
    const tone = await station({ hls: true });
    for (let n = 0; n < 30; n++) tone.emit(40);
    const player = await openHlsPlayer(router.port, '203.0.113.5');
    await player.poll();
    expect(player.names().length).toBeGreaterThanOrEqual(4);
    const audio = player.audio();
    expect(audio.length).toBeGreaterThan(18 * 40 * frame);
    expect(tone.audio().includes(audio)).toBe(true);
    const list = await (await player.request('live.m3u8')).text();
    const dates = Array.from(list.matchAll(/DATE-TIME:(\S+)/g), ([, date]) => Date.parse(date!));
    const lengths = Array.from(list.matchAll(/EXTINF:([\d.]+)/g), ([, seconds]) => Number(seconds) * 1000);
    for (const [at, date] of dates.slice(1).entries())
      expect(Math.abs(date - dates[at]! - lengths[at]!)).toBeLessThan(1000);
  });

  it('are not waited for by who may not listen', async () => {
    await start();
    await station({ running: false, reason: 'Back at noon.' });
    const { reply, ended } = await listen();
    await ended;
    expect(reply.status).toBe('HTTP/1.0 503 Service Unavailable');
    expect(supply.size()).toBe(0);
  });

  it('are asked for again after a restart of the engine, whose listeners stay', async () => {
    await start();
    const before = await station();
    before.emit(40);
    const listener = await listen();
    await listener.receive(40 * frame);
    await server.stop();
    owner.stop();
    bus = createBus();
    owner = createEdge({ bus, sessions: sessions(), trust, changed() {} });
    const after = createSyntheticStation(bus);
    after.emit(10);
    server = await serve();
    const received = await listener.receive(50 * frame);
    after.emit(20);
    expect((await listener.receive(70 * frame)).length).toBe(70 * frame);
    expect(received.subarray(-10 * frame).equals(after.audio().subarray(0, 10 * frame))).toBe(true);
  });

  it('reach a listener who came while the engine was away', async () => {
    await start({ patienceMs: 100 });
    const tone = await station();
    tone.emit(40);
    await server.stop();
    const listener = await listen();
    // The edge has known the station for a moment only, so this listener may wait for its sound.
    expect(listener.reply.status).toBe('HTTP/1.0 200 OK');
    expect(listener.audio().length).toBe(0);
    server = await serve();
    expect((await listener.receive(40 * frame)).equals(tone.audio())).toBe(true);
  });
});
