import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { onTime, plays, hasSent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { ffmpeg, detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { startStreamServer, type StreamServer } from './testing/stream-server.ts';

/** The loudness meter has low priority, so a machine that runs all tests needs long for an excerpt. */
const busyMs = 300_000;

let rig: AirRig;
let server: StreamServer;
let track: AutoDjItem;
let streams: { first: Buffer; second: Buffer; silent: Buffer };
let encoder: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startAirRig({ mayDial: (address) => address === '127.0.0.1' });
  server = await startStreamServer();
  track = await prepareTrack(rig.folder, 440, 30);
  const read = async (hertz: number): Promise<Buffer> =>
    await readFile(join(rig.folder, (await prepareTrack(rig.folder, hertz, 30)).path));
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo', '-t', '30', '-c:a', 'libmp3lame', '-b:a', '128k'];
  streams = {
    first: await read(1000),
    second: await read(2000),
    silent: await ffmpeg([...silence, '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1']),
  };
});
beforeEach(() => {
  server.answer('/first', { sound: streams.first, title: 'One - The First' });
  server.answer('/second', { sound: streams.second });
});
afterEach(() => {
  encoder?.kill('SIGKILL');
  for (const { key } of rig.stations.states()) rig.stations.remove(key);
});
afterAll(async () => {
  server.close();
  await rig.close();
});

/** Drops the Auto DJ's tone at the start, which may be too short to be detected. */
const afterStart = (tones: number[]): number[] => (tones[0] === 440 ? tones.slice(1) : tones);
const sourceUrl = (station: StationDesired) => rig.stations.state(station.key)?.source_url;

const addStation = (changes: Partial<StationDesired> = {}): StationDesired => {
  const failover = [server.url('/first'), server.url('/second')];
  const station = desiredStation({ autodj: { items: [track], shuffle: false, generation: 1 }, failover, ...changes });
  rig.stations.apply(station);
  return station;
};

const playsUrl = (station: StationDesired, path: string) => (): boolean => sourceUrl(station) === server.url(path);

describe('fail-over streams', { timeout: 2 * busyMs }, () => {
  it('play before the Auto DJ, the first of them, with its titles', async () => {
    const station = addStation({
      failover: [server.url('/first').replace('//', '//user:secret@'), server.url('/second')],
    });
    await rig.until(playsUrl(station, '/first'), 'the first plays');
    expect(rig.stations.state(station.key)?.source).toBe('failover');
    await rig.until(() => rig.stations.state(station.key)?.title === 'One - The First', 'the title is reported');
    server.retitle('/first', 'Two - Für Élise');
    await rig.until(() => rig.stations.state(station.key)?.title === 'Two - Für Élise', 'the next title is reported');
    expect(rig.events).toContainEqual(
      expect.objectContaining({ type: 'play', station: station.key, source: 'failover', title: 'Für Élise' }),
    );
    expect(server.listeners('/second')).toBe(0);
    expect(server.requests.at(-1)).toContain('Authorization: Basic dXNlcjpzZWNyZXQ=');
    expect(JSON.stringify([rig.events, rig.states])).not.toContain('secret');
  });

  it('replace each other without a gap when one dies, and the higher one returns when it is steady', async () => {
    const station = addStation();
    await rig.until(playsUrl(station, '/first'), 'the first plays');
    await rig.until(hasSent(rig, station, 3000), 'it continues');
    server.kill('/first');
    await rig.until(playsUrl(station, '/second'), 'the second plays');
    await rig.until(hasSent(rig, station, 2000), 'it continues');
    server.answer('/first', { sound: streams.first });
    const back = Date.now();
    await rig.until(playsUrl(station, '/first'), 'the first plays again');
    expect(Date.now() - back).toBeGreaterThan(4900);
    await rig.until(hasSent(rig, station, 1500), 'it continues');
    expect(server.listeners('/second')).toBe(0);
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000, 2000]);
    expect(afterStart(sequence(tones))).toEqual([1000, 2000, 1000]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('are bridged by the Auto DJ, without a gap, when the dying stream had no buffer', async () => {
    server.answer('/first', { sound: streams.first, burstMs: 0 });
    const station = addStation({ failover: [server.url('/first')] });
    await rig.until(playsUrl(station, '/first'), 'the first plays');
    await rig.until(hasSent(rig, station, 2000), 'it continues');
    server.kill('/first');
    await rig.waitForSource(station.key, 'autodj');
    await rig.until(hasSent(rig, station, 1000), 'the Auto DJ continues');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
    expect(afterStart(sequence(tones))).toEqual([1000, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });

  it('count as lost when they stall with the connection open, and return', async () => {
    const station = addStation({ stall_ms: 1500 });
    await rig.until(playsUrl(station, '/first'), 'the first plays');
    await rig.until(hasSent(rig, station, 2000), 'it continues');
    server.pause('/first', true);
    await rig.until(playsUrl(station, '/second'), 'the second plays');
    await rig.until(hasSent(rig, station, 1500), 'it continues');
    server.pause('/first', false);
    await rig.until(playsUrl(station, '/first'), 'the first plays again');
    await rig.until(hasSent(rig, station, 1500), 'it continues');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000, 2000]);
    // The Auto DJ bridges the time until the second is steady.
    expect(sequence(tones).filter((hertz) => hertz !== 440)).toEqual([1000, 2000, 1000]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('are skipped while they are silent, and used again when they have audio', async () => {
    const silence = Array.from({ length: 12 }, () => streams.silent);
    server.answer('/first', { sound: Buffer.concat([streams.first.subarray(0, 80_000), ...silence]) });
    const station = addStation({ dead_air: { below_lufs: -50, after_ms: 2000 } });
    await rig.until(playsUrl(station, '/first'), 'the first plays');
    await rig.until(playsUrl(station, '/second'), 'it is silent, so the second plays', busyMs);
    expect(rig.events).toContainEqual(
      expect.objectContaining({ type: 'source', station: station.key, event: 'lost', reason: 'it is silent' }),
    );
    await rig.until(hasSent(rig, station, 7000), 'it continues');
    expect(playsUrl(station, '/second')()).toBe(true);
    server.kill('/first');
    server.answer('/first', { sound: streams.first });
    await rig.until(playsUrl(station, '/first'), 'the first has audio again', busyMs);
  });

  it('are connected only while nothing of higher priority plays', async () => {
    const before = server.requests.length;
    const station = addStation({ failover: [] });
    encoder = startEncoder(rig, station);
    await rig.until(plays(rig, station, 'live'), 'the encoder plays');
    rig.stations.apply({ ...station, revision: 2, failover: [server.url('/first')] });
    await rig.until(hasSent(rig, station, 2000), 'the encoder continues');
    expect(server.requests.length).toBe(before);
    encoder.kill('SIGKILL');
    await rig.until(playsUrl(station, '/first'), 'the stream plays');
    encoder = startEncoder(rig, station);
    await rig.until(plays(rig, station, 'live'), 'the encoder plays again');
    await rig.until(() => server.listeners('/first') === 0, 'the stream is disconnected');
    await rig.until(hasSent(rig, station, 1000), 'the encoder continues');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });

  it('are paused at ten seconds of lead when they send as fast as possible', async () => {
    server.answer('/fast', { sound: streams.first, burstMs: 3_600_000 });
    const station = addStation({ failover: [server.url('/fast')] });
    await rig.until(playsUrl(station, '/fast'), 'it plays');
    await rig.until(hasSent(rig, station, 3000), 'it continues');
    const from = rig.batches.length;
    await rig.until(hasSent(rig, station, 2000), 'it plays in real time');
    expect(sequence(await detectTones(rig.audio(station.key, from), 'mp3', [440, 1000]))).toEqual([1000]);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('disconnect when removed from the settings', async () => {
    const station = addStation();
    await rig.until(playsUrl(station, '/first'), 'the first plays');
    rig.stations.apply({ ...station, revision: 2, failover: [] });
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    await rig.until(() => server.listeners('/first') === 0, 'the stream is disconnected');
  });
});

describe('a relay of a URL', { timeout: 180_000 }, () => {
  it('stays connected, and falls back to a fail-over stream and returns', async () => {
    server.answer('/relay', { sound: streams.second });
    const station = addStation({ relay: { kind: 'url', url: server.url('/relay') }, failover: [server.url('/first')] });
    await rig.until(plays(rig, station, 'relay'), 'it plays');
    expect(sourceUrl(station)).toBe(server.url('/relay'));
    await rig.until(hasSent(rig, station, 1500), 'it continues');
    server.kill('/relay');
    await rig.until(plays(rig, station, 'failover'), 'the fail-over stream plays');
    server.answer('/relay', { sound: streams.second });
    await rig.until(plays(rig, station, 'relay'), 'it plays again');
    await rig.until(hasSent(rig, station, 1000), 'it continues');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000, 2000]);
    expect(afterStart(sequence(tones))).toEqual([2000, 1000, 2000]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });
});
