import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SliceEvent, StreamFormat } from '#contract/engine/engine.ts';
import type { Bus, BusMessage } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createEdge, type Edge } from './edge.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { noJournal } from './testing/no-journal.ts';
import { plannedCampaign, planOf, startSpotRig, station as spotStation, writeSpot } from './testing/spot-rig.ts';
import { listenStrictly, type StrictListener } from './testing/strict-listener.ts';
import { createSyntheticStation, type SyntheticStation } from './testing/synthetic-station.ts';

const framesPerBatch = 18;

describe('a listener between two processes', () => {
  let slices: SliceEvent[];
  let buses: [Bus, Bus];
  let edges: [Edge, Edge];
  let sessions: [Sessions, Sessions];
  let router: ConnectionRouter;
  let station: SyntheticStation;
  /** What the second process has not received yet. */
  let waiting: BusMessage[];
  const open: StrictListener[] = [];

  beforeEach(async () => {
    // Not at a quarter hour, when sessions are cut.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 10, 5) });
    slices = [];
    waiting = [];
    buses = [createBus(), createBus()];
    const openSessions = (): Sessions =>
      createSessions({ journal: noJournal, append: (some) => void slices.push(...some), hasSlice: () => false });
    sessions = [openSessions(), openSessions()];
    const trust = createTrust([]);
    const edgeAt = (at: 0 | 1): Edge =>
      createEdge({ bus: buses[at], sessions: sessions[at], trust, changed: () => {} });
    edges = [edgeAt(0), edgeAt(1)];
    router = await openConnectionRouter({ port: 0, trust, route: edges[0].handle });
    buses[0].subscribe((message) => void waiting.push(message));
    station = createSyntheticStation(buses[0]);
  });
  afterEach(async () => {
    vi.useRealTimers();
    open.splice(0).forEach((listener) => listener.close());
    await router.stop();
    for (const one of [...sessions, ...edges]) one.stop();
  });

  const emit = (batches: number): void => {
    for (let batch = 0; batch < batches; batch++) station.emit(framesPerBatch);
  };
  /** The second process receives what it has not yet, but for some batches at the end. */
  const arrive = (but = 0): void => {
    for (const message of waiting.splice(0, waiting.length - but)) buses[1].publish(message);
  };
  const listen = async (headers: Record<string, string> = {}): Promise<StrictListener> => {
    const listener = await listenStrictly({ port: router.port, path: '/tone', headers });
    open.push(listener);
    return listener;
  };
  const handOver = async (): Promise<number> => {
    const listeners = await edges[0].handOver(station.head.station, 100);
    edges[1].adopt(station.head.station, listeners);
    return listeners.length;
  };
  /** Each has received the station's audio from the burst's first byte on. */
  const expectAll = async (listeners: readonly StrictListener[], from: number): Promise<void> => {
    const expected = station.audio().subarray(from);
    for (const listener of listeners) {
      const audio = await listener.receive(expected.length);
      expect(audio.equals(expected)).toBe(true);
    }
  };
  const burstFrom = (): number => station.audio().length - 3 * framesPerBatch * 400;

  it.each([0, 1, 4])('continues at the next byte at one that is %i batches behind', async (behind) => {
    emit(5);
    const from = burstFrom();
    const listeners = [await listen(), await listen({ 'Icy-MetaData': '1' })];
    emit(7);
    station.title('Second');
    emit(2);
    arrive(behind);
    expect(await handOver()).toBe(2);
    emit(5);
    arrive(2);
    emit(2);
    arrive();
    await expectAll(listeners, from);
    expect(listeners[1]!.titles().map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(edges.map((edge) => edge.listeners(station.head.station))).toEqual([0, 2]);
  });

  it('continues at the next byte at one that is ahead', async () => {
    emit(5);
    const from = burstFrom();
    const listeners = [await listen(), await listen({ 'Icy-MetaData': '1' })];
    emit(2);
    const released = await edges[0].handOver(station.head.station, 100);
    emit(2);
    arrive();
    edges[1].adopt(station.head.station, released);
    emit(2);
    arrive();
    await expectAll(listeners, from);
  });

  it('is disconnected as a slow one where its place is not there any more', async () => {
    emit(5);
    const listener = await listen();
    const released = await edges[0].handOver(station.head.station, 100);
    emit(9);
    arrive();
    edges[1].adopt(station.head.station, released);
    await listener.ended;
    expect(edges[1].stats().slow).toBe(1);
  });

  it('is one session with all of its bytes', async () => {
    emit(5);
    const from = burstFrom();
    const listener = await listen();
    emit(2);
    arrive();
    await handOver();
    emit(2);
    arrive();
    await expectAll([listener], from);
    listener.close();
    await expect.poll(() => slices.length).toBe(2);
    expect(new Set(slices.map(({ session }) => session)).size).toBe(1);
    expect(slices.map(({ n, first, last }) => [n, first, last])).toEqual([
      [0, true, false],
      [1, false, true],
    ]);
    expect(slices[1]!.from).toBe(slices[0]!.to);
    expect(slices[0]!.bytes + slices[1]!.bytes).toBe(station.audio().length - from);
  });

  it('is given up by so many at a time', async () => {
    emit(5);
    await Promise.all([listen(), listen(), listen()]);
    arrive();
    expect((await edges[0].handOver(station.head.station, 2)).length).toBe(2);
    expect(edges[0].listeners(station.head.station)).toBe(1);
  });
});

it('a listener stays until their spots are over and counted', async () => {
  const mp3: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
  const encoded = (hertz: number, seconds: number): Promise<Buffer> =>
    ffmpeg([
      ...['-f', 'lavfi', '-i', `sine=${hertz}:d=${seconds}`, '-ac', '2', '-ar', '44100', '-c:a', 'libmp3lame'],
      ...['-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
    ]);
  const rig = await startSpotRig(mp3);
  try {
    const spot = writeSpot(rig.folder, 1, await encoded(1300, 3), mp3);
    rig.ads.setPlan(planOf([spot], [plannedCampaign('Acme', 'DE', spot)]));
    await rig.ads.loaded();
    const programme: ParsedFrame[] = createFrameParser('mp3').push(await encoded(440, 12));
    const play = (from: number, to: number): void =>
      rig.play(programme.slice(...[from, to].map((ms) => Math.round(ms / (1152 / 44.1)))));
    play(0, 2000);
    await rig.listen('192.0.2.49');
    await rig.listen('192.0.2.33');
    rig.ads.refill();
    rig.bus.publish({ type: 'break', station: spotStation, id: 'b-1', at: rig.at(), ms: 3000, kind: 'hand' });
    play(2000, 4000);
    const handOver = async (): Promise<string[]> =>
      (await rig.edge.handOver(spotStation, 10)).map(({ socket, session }) => (socket.destroy(), session.ip));
    await expect.poll(handOver).toEqual(['192.0.2.33']);
    // The spot has been sent, but not heard: players are a burst behind.
    play(4000, 5500);
    expect(await handOver()).toEqual([]);
    play(5500, 8000);
    await expect.poll(handOver).toEqual(['192.0.2.49']);
    expect(rig.spots().map(({ quartile }) => quartile)).toEqual([0, 1, 2, 3, 4]);
  } finally {
    await rig.close();
  }
});
