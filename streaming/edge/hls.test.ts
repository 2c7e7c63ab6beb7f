import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SliceEvent } from '#contract/engine/engine.ts';
import { openRules } from '#contract/rules/listener-rules.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import { createEdge, type Edge } from './edge.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSyntheticStation, type SyntheticStation } from './testing/synthetic-station.ts';
import { noJournal } from './testing/no-journal.ts';

const second = 1000;

describe('HLS at the edge', () => {
  let bus: Bus;
  let edge: Edge;
  let router: ConnectionRouter;
  let sessions: Sessions;
  let slices: SliceEvent[];
  let changes: string[];
  let station: SyntheticStation;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: 1_800_000_000_000 });
    bus = createBus((error) => {
      throw error;
    });
    [slices, changes] = [[], []];
    const own = { slices, changes };
    sessions = createSessions({
      journal: noJournal,
      append: (some) => own.slices.push(...some),
      hasSlice: () => false,
    });
    const trust = createTrust(['127.0.0.1']);
    edge = createEdge({ bus, sessions, trust, changed: (key) => own.changes.push(key) });
    router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
    station = createSyntheticStation(bus, { hls: true });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await router.stop();
    sessions.stop();
    edge.stop();
  });

  const get = (path: string, player = 'hls.js', method = 'GET'): Promise<Response> =>
    fetch(`http://127.0.0.1:${router.port}${path}`, { method, headers: { 'User-Agent': player } });
  const index = '/hls/tone/index.m3u8';
  /** The playlist of a player without a token, one for each address and agent. */
  const live = '/hls/tone/live.m3u8';
  const segmentNames = async (): Promise<string[]> => (await (await get(live)).text()).match(/^\d+-\d+\.mp3$/gm) ?? [];

  it('serves an uncached playlist to any site, and segments with every byte in order', async () => {
    expect((await get(index)).status).toBe(503);
    for (let n = 0; n < 26; n++) station.emit(40);
    const first = (await (await get(index)).text()).trimEnd().split('\n');
    expect(first.slice(0, 3)).toEqual(['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-STREAM-INF:BANDWIDTH=128000']);
    expect(first[3]).toMatch(/^live\.m3u8\?l=[\w-]{24}$/);
    const list = await get(`/hls/tone/${first[3]}`);
    expect(Object.fromEntries(list.headers)).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-store',
      'access-control-allow-origin': '*',
    });
    const names = await segmentNames();
    const received: Buffer[] = [];
    for (const name of names) {
      const segment = await get(`/hls/tone/${name}`);
      expect(segment.headers.get('content-type')).toBe('audio/mpeg');
      expect(segment.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
      expect(segment.headers.get('expires')).toBeNull();
      received.push(Buffer.from(await segment.arrayBuffer()).subarray(73));
    }
    const all = Buffer.concat(received);
    expect(all.length).toBe(24 * 40 * 400);
    expect(all.equals(station.audio().subarray(0, all.length))).toBe(true);
  });

  it('counts one session per IP address and player while it polls, ending at its last request', async () => {
    station.emit(100);
    station.emit(100);
    const [name] = await segmentNames();
    const segment = await (await get(`/hls/tone/${name}`)).arrayBuffer();
    await get(live, 'other player');
    await get(live, 'a head', 'HEAD');
    await get(index, 'who never plays');
    await get('/hls/tone/1-1.mp3', 'too late');
    const open = sessions.list(station.head.station, 10);
    expect(open.sessions.map(({ user_agent, output }) => [user_agent, output])).toEqual([
      ['hls.js', 'hls'],
      ['other player', 'hls'],
    ]);
    expect(open.sessions[0]!.bytes).toBeGreaterThan(segment.byteLength);
    expect(edge.listeners(station.head.station)).toBe(2);
    expect(edge.counts().get(station.head.station)).toBe(2);
    vi.advanceTimersByTime(15 * second);
    await get(live);
    vi.advanceTimersByTime(10 * second);
    expect(edge.listeners(station.head.station)).toBe(1);
    vi.advanceTimersByTime(20 * second);
    await new Promise((resolve) => setImmediate(resolve));
    expect(edge.listeners(station.head.station)).toBe(0);
    expect(slices.map(({ user_agent, from, to }) => [user_agent, to - from])).toEqual([
      ['other player', 0],
      ['hls.js', 15 * second],
    ]);
    expect(changes).toHaveLength(4);
  });

  it('enforces the listener limit for streams and HLS together', async () => {
    station.emit(100);
    station.emit(100);
    station.change({ max_listeners: 1 });
    expect((await get(live, 'first')).status).toBe(200);
    for (const path of [index, live]) {
      const second = await get(path, 'second');
      expect([second.status, await second.text()]).toEqual([503, 'This station has reached its listener limit.\n']);
    }
    expect((await get('/tone', 'third')).status).toBe(503);
    for (const path of [index, `${live}?l=loaded-again`]) expect((await get(path, 'first')).status).toBe(200);
    expect(edge.listeners(station.head.station)).toBe(1);
  });

  it('counts two players of one IP address and user agent as two, by the playlists they were given', async () => {
    station.emit(100);
    station.emit(100);
    const lists = await Promise.all([0, 1].map(async () => (await (await get(index)).text()).split('\n')[3]!));
    expect(new Set(lists).size).toBe(2);
    for (const list of [...lists, ...lists]) expect((await get(`/hls/tone/${list}`)).status).toBe(200);
    expect(edge.listeners(station.head.station)).toBe(2);
  });

  it('is served only while it is enabled and the station runs', async () => {
    station.emit(100);
    station.emit(100);
    await get(live);
    station.change({ running: false, reason: 'Back at noon.' });
    const stopped = await get(index);
    expect([stopped.status, await stopped.text()]).toEqual([503, 'Back at noon.\n']);
    expect(edge.listeners(station.head.station)).toBe(0);
    station.change({ running: true });
    expect((await get(index)).status).toBe(503);
    station.change({ hls: false });
    for (const path of [
      index,
      '/hls/nobody/index.m3u8',
      '/hls/tone',
      '/hls/tone/x.mp3',
      '/hls/tone/1-1.mp3',
      '/hls/tone/1-1.lane.mp3',
      '/hls/',
    ])
      expect((await get(path)).status, path).toBe(404);
  });

  it('starts beside a station that is stopped', async () => {
    station.change({ running: false, reason: 'Back at noon.' });
    const late = createEdge({ bus, sessions, trust: createTrust([]), changed() {} });
    expect(late.listeners(station.head.station)).toBe(0);
    late.stop();
  });

  it('names the programme below the URL of a cache, whose requests are nobody’s', async () => {
    edge.stop();
    await router.stop();
    edge = createEdge({
      ...{ bus, sessions, trust: createTrust([]), hlsBase: 'https://cdn.example/radio' },
      changed: (key) => changes.push(key),
    });
    router = await openConnectionRouter({ port: 0, trust: createTrust([]), route: edge.handle });
    station.change({ max_listeners: 1 });
    for (let n = 0; n < 3; n++) station.emit(100);
    const [url] = (await (await get(live)).text()).match(/^https:.*$/gm) ?? [];
    const [, path] = /^https:\/\/cdn\.example\/radio(\/hls\/tone\/\d+-\d+\.mp3)$/.exec(url!) ?? [];
    const { bytes } = sessions.list(station.head.station, 10).sessions[0]!;
    const fetched = await get(path!, 'a cache');
    expect([fetched.status, fetched.headers.get('cache-control')]).toEqual([200, 'public, max-age=86400, immutable']);
    expect(edge.listeners(station.head.station)).toBe(1);
    expect(sessions.list(station.head.station, 10).sessions[0]!.bytes).toBe(bytes);
    // What is not for everyone is in no cache.
    station.change({ rules: { ...openRules, blocked_networks: ['203.0.113.0/24'] } });
    const [name] = await segmentNames();
    expect((await get(`/hls/tone/${name}`)).headers.get('cache-control')).toBe('private, max-age=60, immutable');
  });

  it('continues at a new mount', async () => {
    station.emit(100);
    station.emit(100);
    const before = await segmentNames();
    station.change({ mount: 'moved' });
    expect((await get(index)).status).toBe(404);
    expect(await (await get('/hls/moved/live.m3u8')).text()).toContain(before[0]!);
  });
});
