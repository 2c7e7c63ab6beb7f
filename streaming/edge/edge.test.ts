import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SliceEvent } from '#contract/engine/engine.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { mainDataBegin } from '#streaming/frames/mpeg.ts';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { createEdge, type Edge } from './edge.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { listenStrictly, type StrictListener } from './testing/strict-listener.ts';
import { createSyntheticStation, type SyntheticStation } from './testing/synthetic-station.ts';
import { noJournal } from './testing/no-journal.ts';

/** Compares bytes without a diff, which is useless for two streams. */
const expectSameBytes = (actual: Buffer, expected: Buffer): void => {
  expect(actual.length).toBe(expected.length);
  expect(actual.equals(expected)).toBe(true);
};

describe('the edge', () => {
  let bus: Bus;
  let edge: Edge;
  let router: ConnectionRouter;
  let sessions: Sessions;
  let slices: SliceEvent[];
  let changes: string[];
  let awaitSlice: () => void;
  let station: SyntheticStation;
  const open: StrictListener[] = [];

  const listen = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const listener = await listenStrictly({ port: router.port, path, headers, method });
    open.push(listener);
    return listener;
  };
  const nextSlice = (): Promise<void> => new Promise((resolve) => (awaitSlice = resolve));

  beforeEach(async () => {
    // Not at a quarter hour, when sessions are cut.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 10, 5) });
    bus = createBus((error) => {
      throw error;
    });
    slices = [];
    const ownChanges: string[] = [];
    changes = ownChanges;
    awaitSlice = () => {};
    sessions = createSessions({
      journal: noJournal,
      append(some) {
        slices.push(...some);
        awaitSlice();
      },
      hasSlice: () => false,
    });
    const trust = createTrust(['127.0.0.1']);
    edge = createEdge({ bus, sessions, trust, changed: (key) => ownChanges.push(key) });
    router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
    station = createSyntheticStation(bus);
  });
  afterEach(async () => {
    vi.useRealTimers();
    open.splice(0).forEach((listener) => listener.close());
    await router.stop();
    sessions.stop();
    edge.stop();
  });

  it('starts with the burst on a frame boundary and continues without a gap', async () => {
    for (let batch = 0; batch < 10; batch++) station.emit(18);
    const listener = await listen('/tone');
    expect(listener.reply.status).toBe('HTTP/1.0 200 OK');
    const burst = await listener.receive(3 * 18 * 400);
    expectSameBytes(burst, station.audio().subarray(-3 * 18 * 400));
    station.emit(18);
    station.emit(18);
    expectSameBytes(await listener.receive(5 * 18 * 400), station.audio().subarray(-5 * 18 * 400));
  });

  it('starts the burst of an encoder with a bit reservoir so that a decoder reports no error', async () => {
    const noise = 'anoisesrc=d=3:a=0.3:r=44100:seed=1,volume=0.8*(1+sin(9*t))/2:eval=frame';
    const encode = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-f', 'mp3', 'pipe:1'];
    const frames = createFrameParser('mp3').push(await ffmpeg(['-f', 'lavfi', '-i', noise, ...encode]));
    const from = frames.findIndex(({ buffer, start }, at) => at > 20 && mainDataBegin(buffer, start) > 300);
    const live = frames.slice(from, from + 40);
    const data = Buffer.concat(live.map(({ buffer, start, end }) => buffer.subarray(start, end)));
    station.play(live);
    const listener = await listen('/tone');
    const received = await listener.receive(data.length);
    expect(received.length).toBe(data.length);
    expect(decoderErrors(data)).not.toEqual([]);
    expect(decoderErrors(received)).toEqual([]);
  });

  it('replies with Icecast’s headers, and CORS for any site', async () => {
    station.emit(18);
    const { reply } = await listen('/tone.mp3', { 'Icy-MetaData': '1' });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'icy-name': 'Tone FM',
      'icy-genre': 'Test',
      'icy-url': 'https://tone.example',
      'icy-description': 'Tones',
      'icy-pub': '1',
      'icy-br': '128',
      'icy-metaint': '16000',
      'ice-audio-info': 'ice-samplerate=44100;ice-bitrate=128;ice-channels=2',
      'cache-control': 'no-cache, no-store',
      connection: 'close',
      'access-control-allow-origin': '*',
    });
    expect(reply.headers.get('access-control-expose-headers')).toContain('icy-metaint');
    expect(reply.headers.has('transfer-encoding')).toBe(false);
  });

  it('sends changed titles at the right bytes, to listeners that connected at different times', async () => {
    station.emit(18);
    const early = await listen('/tone', { 'Icy-MetaData': '1' });
    station.emit(7);
    const late = await listen('/tone', { 'Icy-MetaData': '1' });
    const plain = await listen('/tone');
    for (let batch = 0; batch < 5; batch++) station.emit(18);
    const awkward = `Beyoncé - Don't "stop'; now; 日本語`;
    station.title(awkward);
    const from = station.audio().length;
    for (let batch = 0; batch < 8; batch++) station.emit(18);
    const total = station.audio().length;

    const expected = awkward.replace("';", '’;');
    for (const [listener, start] of [
      [early, 0],
      [late, 0],
    ] as const) {
      expectSameBytes(await listener.receive(total - start), station.audio().subarray(start));
      expect(listener.titles().map(({ title }) => title)).toEqual(['First', expected]);
      expect(listener.titles()[0]!.at).toBe(16_000);
      expect(listener.titles()[1]!.at).toBeGreaterThan(from - start);
      expect(listener.titles()[1]!.at).toBeLessThanOrEqual(from - start + 16_000);
    }
    expectSameBytes(await plain.receive(total), station.audio());
  });

  it('serves a large audience over several turns without mixing up listeners', async () => {
    station.emit(18);
    const listeners = await Promise.all(
      Array.from({ length: 600 }, (_, index) => listen('/tone', index % 2 ? { 'Icy-MetaData': '1' } : {})),
    );
    for (let batch = 0; batch < 12; batch++) station.emit(18);
    const total = station.audio().length;
    for (const listener of listeners) expectSameBytes(await listener.receive(total), station.audio());
    expect(edge.listeners(station.head.station)).toBe(600);
  });

  it('answers HEAD with the expectSameBytes headers and no session', async () => {
    station.emit(18);
    const { reply, ended, audio } = await listen('/tone', {}, 'HEAD');
    await ended;
    expect(reply.status).toBe('HTTP/1.0 200 OK');
    expect(reply.headers.get('icy-name')).toBe('Tone FM');
    expect(audio()).toHaveLength(0);
    expect(sessions.list(undefined, 10).total).toBe(0);
  });

  it('answers CORS preflight requests', async () => {
    const { reply } = await listen('/tone', { Origin: 'https://any.example' }, 'OPTIONS');
    expect(reply.status).toBe('HTTP/1.0 204 No Content');
    expect(reply.headers.get('access-control-allow-headers')).toContain('Icy-MetaData');
  });

  it.each([
    ['an unknown mount', '/nobody', 'GET', 'HTTP/1.0 404 Not Found'],
    ['a path out of the ordinary', '/../../etc/passwd', 'GET', 'HTTP/1.0 404 Not Found'],
    ['a broken escape', '/%E0%A4%A', 'GET', 'HTTP/1.0 400 Bad Request'],
    ['another method', '/tone', 'POST', 'HTTP/1.0 405 Method Not Allowed'],
  ])('refuses %s', async (_case, path, method, status) => {
    const { reply, ended } = await listen(path, {}, method);
    await ended;
    expect(reply.status).toBe(status);
  });

  it('refuses listeners of a stopped station with its reason and disconnects the others', async () => {
    station.emit(18);
    const listener = await listen('/tone');
    const slice = nextSlice();
    station.change({ running: false, reason: 'Back at noon.' });
    await listener.ended;
    await slice;
    const { reply, ended, audio } = await listen('/tone');
    await ended;
    expect(reply.status).toBe('HTTP/1.0 503 Service Unavailable');
    expect(reply.headers.get('retry-after')).toBe('60');
    expect(audio().toString()).toBe('Back at noon.\n');
    expect(slices).toHaveLength(1);
  });

  it('enforces the listener limit', async () => {
    station.change({ max_listeners: 1 });
    station.emit(18);
    await listen('/tone');
    const { reply } = await listen('/tone');
    expect(reply.status).toBe('HTTP/1.0 503 Service Unavailable');
    expect(sessions.list(undefined, 10).total).toBe(1);
  });

  it('disconnects everyone when the format changes, and never mixes old and new audio', async () => {
    station.emit(18);
    const listener = await listen('/tone');
    station.change({ format: { ...station.head.format, sample_rate: 48_000 } });
    await listener.ended;
    const next = station.emit(18);
    const reconnected = await listen('/tone');
    expectSameBytes(await reconnected.receive(next.data.length), next.data);
  });

  it('disconnects only a listener that does not read', async () => {
    station.emit(18);
    const slow = await listen('/tone');
    slow.socket.pause();
    const good = await listen('/tone');
    const slice = nextSlice();
    let dropped = false;
    void slice.then(() => (dropped = true));
    while (!dropped) {
      station.emit(400);
      await good.receive(station.audio().length - 400 * 400);
    }
    expect(edge.stats().slow).toBe(1);
    expect(edge.listeners(station.head.station)).toBe(1);
    expectSameBytes(await good.receive(station.audio().length), station.audio());
  });

  it('records a session with its start, end, bytes, IP address and player', async () => {
    station.emit(18);
    const listener = await listen('/tone', {
      'User-Agent': 'Icecast 2.4.4',
      Referer: 'https://page.example/',
      'X-Forwarded-For': '203.0.113.9, 198.51.100.7, 127.0.0.1',
    });
    await listener.receive(18 * 400);
    expect(sessions.list(station.head.station, 10).sessions).toMatchObject([{ ip: '198.51.100.7', n: 0, bytes: 7200 }]);
    const slice = nextSlice();
    listener.close();
    await slice;
    expect(slices).toMatchObject([
      { ip: '198.51.100.7', user_agent: 'Icecast 2.4.4', output: 'relay', referer: 'https://page.example/' },
    ]);
    expect(slices[0]).toMatchObject({ first: true, last: true, n: 0, bytes: 7200, station: station.head.station });
    expect(changes).toEqual([station.head.station, station.head.station]);
  });

  it('serves playlists with the requested host name', async () => {
    const m3u = await listen('/tone.m3u');
    await m3u.ended;
    expect(m3u.audio().toString()).toContain(`http://localhost:${router.port}/tone\r\n`);
    const pls = await listen('/tone.pls');
    await pls.ended;
    expect(pls.reply.headers.get('content-type')).toBe('audio/x-scpls');
    expect(pls.audio().toString()).toContain(`File1=http://localhost:${router.port}/tone\r\n`);
  });

  it('serves Icecast’s status page', async () => {
    station.emit(18);
    await listen('/tone');
    const status = await listen('/status-json.xsl');
    await status.ended;
    const { icestats } = JSON.parse(status.audio().toString()) as { icestats: Record<string, unknown> };
    expect(icestats['source']).toMatchObject({ listeners: 1, server_name: 'Tone FM', title: 'First', bitrate: 128 });
    createSyntheticStation(bus, { station: 's-2', mount: 'other', public: false });
    const hidden = await listen('/status-json.xsl');
    await hidden.ended;
    expect(hidden.audio().toString()).not.toContain('other');
  });
});
