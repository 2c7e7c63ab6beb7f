import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConverters, type Converters } from '#streaming/adapt/converters.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { longestGap, detectTones as decode, sequence } from '#streaming/ingest/testing/audio.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createEdge, type Edge } from './edge.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { listenStrictly, type StrictListener } from './testing/strict-listener.ts';
import { createSyntheticStation, type SyntheticStation } from './testing/synthetic-station.ts';
import { noJournal } from './testing/no-journal.ts';

const hertz = 440;
/** Ten seconds of a tone as a station's output. */
const tone = execFileSync(
  'ffmpeg',
  [
    ...[
      '-hide_banner',
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=${hertz}:sample_rate=44100:duration=10`,
    ],
    ...['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0'],
    ...['-f', 'mp3', 'pipe:1'],
  ],
  { maxBuffer: 1e7 },
);

let bus: Bus;
let edge: Edge;
let router: ConnectionRouter;
let sessions: Sessions;
let converters: Converters;
let station: SyntheticStation;
const open: StrictListener[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
  bus = createBus((error) => {
    throw error;
  });
  sessions = createSessions({ journal: noJournal, append() {}, hasSlice: () => false });
  converters = createConverters('/usr/bin/ffmpeg', 2);
  const trust = createTrust(['127.0.0.1']);
  edge = createEdge({ bus, sessions, trust, changed() {}, converters });
  router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
  station = createSyntheticStation(bus, { burst_ms: 5000, outputs: { aac: true, low_bitrate: 48_000 } });
});
afterEach(async () => {
  open.splice(0).forEach((listener) => listener.close());
  await router.stop();
  sessions.stop();
  edge.stop();
  await converters.stop();
  vi.useRealTimers();
});

const listen = async (path: string, headers: Record<string, string> = {}): Promise<StrictListener> => {
  const listener = await listenStrictly({ port: router.port, path, headers });
  open.push(listener);
  return listener;
};
let seq = 0;
/** Publishes the tone in batches of 17 frames. */
const play = (): void => {
  const frames = createFrameParser('mp3').push(tone);
  for (let n = 0; n + 17 <= frames.length; n += 17) {
    const some = frames.slice(n, n + 17);
    const data = Buffer.concat(some.map(({ buffer, start, end }) => buffer.subarray(start, end)));
    let at = 0;
    const offsets = some.map(({ start, end }) => (at += end - start) - (end - start));
    const { station: key } = station.head;
    bus.publish({
      type: 'batch',
      batch: { station: key, seq: seq++, at: seq * 444_082, duration: 444_082, offsets, data, title: 0 },
    });
  }
};

it('plays in AAC and at a lower bit rate, with the same audio and no gap', async () => {
  play();
  const [aac, low, main] = await Promise.all([listen('/tone.aac'), listen('/tone-low'), listen('/tone')]);
  expect(aac.reply.headers.get('content-type')).toBe('audio/aac');
  expect(low.reply.headers.get('icy-br')).toBe('48');
  expect(main.reply.headers.get('content-type')).toBe('audio/mpeg');
  play();
  for (const [listener, kind] of [
    [aac, 'aac'],
    [low, 'mp3'],
  ] as const) {
    const sound = await listener.receive(kind === 'aac' ? 120_000 : 48_000);
    const tones = await decode(sound, kind, [hertz]);
    expect(sequence(tones)).toEqual([hertz]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  }
  const { sessions: listed, total } = sessions.list(station.head.station, 10);
  expect(total).toBe(3);
  expect(new Set(listed.map((session) => session.station))).toEqual(new Set([station.head.station]));
  expect(edge.listeners(station.head.station)).toBe(3);
});

it('sends titles in the additional formats too', async () => {
  play();
  const low = await listen('/tone-low', { 'Icy-MetaData': '1' });
  await low.receive(20_000);
  expect(low.titles().map(({ title }) => title)).toContain('First');
});

it('is converted once from the first listener on, until a minute after the last', async () => {
  play();
  expect(converters.running).toBe(0);
  const [one, other] = [await listen('/tone.aac'), await listen('/tone.aac')];
  expect(converters.running).toBe(1);
  one.close();
  other.close();
  await vi.waitFor(() => expect(edge.listeners(station.head.station)).toBe(0), { timeout: 20_000 });
  vi.advanceTimersByTime(50_000);
  expect(converters.running).toBe(1);
  vi.advanceTimersByTime(20_000);
  expect(converters.running).toBe(0);
});

it('counts towards the station’s limits, and follows its rules', async () => {
  play();
  station.change({ max_listeners: 1 });
  await listen('/tone.aac');
  expect((await listen('/tone')).reply.status).toBe('HTTP/1.0 503 Service Unavailable');
  expect((await listen('/tone-low')).reply.status).toBe('HTTP/1.0 503 Service Unavailable');
});

it('is not found if not configured, and stops with the station', async () => {
  play();
  const aac = await listen('/tone.aac');
  station.change({ running: false, reason: 'Off.' });
  await aac.ended;
  expect(converters.running).toBe(0);
  station.change({ running: true, outputs: undefined });
  expect((await listen('/tone.aac')).reply.headers.get('content-type')).not.toBe('audio/aac');
  expect((await listen('/tone-low')).reply.status).toBe('HTTP/1.0 404 Not Found');
});

it('is refused when all conversion slots are in use', async () => {
  station.change({ outputs: { aac: true, low_bitrate: 48_000 } });
  play();
  await Promise.all([listen('/tone.aac'), listen('/tone-low')]);
  const second = createSyntheticStation(bus, {
    station: 's-2',
    mount: 'second',
    outputs: { aac: true, low_bitrate: null },
  });
  second.emit(18);
  const refused = await listen('/second.aac');
  expect(refused.reply.status).toBe('HTTP/1.0 503 Service Unavailable');
});
