import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { onTime, plays, soundFor, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { ffmpeg, listen, longestGap, sequence } from '#streaming/ingest/testing/sound.ts';
import { startStreamServer, type StreamServer } from './testing/stream-server.ts';

/** The meter yields to everything else, so a machine that runs all tests takes its time over an excerpt. */
const busyMs = 300_000;

let rig: AirRig;
let server: StreamServer;
let track: AutoDjItem;
let sounds: { first: Buffer; second: Buffer; silent: Buffer };
let encoder: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startAirRig({ mayDial: (address) => address === '127.0.0.1' });
  server = await startStreamServer();
  track = await prepareTrack(rig.folder, 440, 30);
  const read = async (hertz: number): Promise<Buffer> =>
    await readFile(join(rig.folder, (await prepareTrack(rig.folder, hertz, 30)).path));
  const quiet = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo', '-t', '30', '-c:a', 'libmp3lame', '-b:a', '128k'];
  sounds = {
    first: await read(1000),
    second: await read(2000),
    silent: await ffmpeg([...quiet, '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1']),
  };
});
beforeEach(() => {
  server.answer('/first', { sound: sounds.first, title: 'One - The First' });
  server.answer('/second', { sound: sounds.second });
});
afterEach(() => {
  encoder?.kill('SIGKILL');
  for (const { key } of rig.stations.states()) rig.stations.remove(key);
});
afterAll(async () => {
  server.close();
  await rig.close();
});

/** The Auto DJ plays while the first connection is made, which may be too short to be heard. */
const afterStart = (tones: number[]): number[] => (tones[0] === 440 ? tones.slice(1) : tones);
const sourceUrl = (station: StationDesired) => rig.stations.state(station.key)?.source_url;

function put(changes: Partial<StationDesired> = {}): StationDesired {
  const failover = [server.url('/first'), server.url('/second')];
  const station = desiredStation({ autodj: { items: [track], shuffle: false, generation: 1 }, failover, ...changes });
  rig.stations.apply(station);
  return station;
}

const hears = (station: StationDesired, path: string) => (): boolean => sourceUrl(station) === server.url(path);

describe('fail-over streams', { timeout: 2 * busyMs }, () => {
  it('are heard before the Auto DJ, the first of them, with its titles', async () => {
    const station = put({ failover: [server.url('/first').replace('//', '//user:secret@'), server.url('/second')] });
    await rig.until(hears(station, '/first'), 'the first is heard');
    expect(rig.stations.state(station.key)?.source).toBe('failover');
    await rig.until(() => rig.stations.state(station.key)?.title === 'One - The First', 'the title comes');
    server.retitle('/first', 'Two - Für Élise');
    await rig.until(() => rig.stations.state(station.key)?.title === 'Two - Für Élise', 'the next title comes');
    expect(rig.events).toContainEqual(
      expect.objectContaining({ type: 'play', station: station.key, source: 'failover', title: 'Für Élise' }),
    );
    expect(server.listeners('/second')).toBe(0);
    expect(server.requests.at(-1)).toContain('Authorization: Basic dXNlcjpzZWNyZXQ=');
    expect(JSON.stringify([rig.events, rig.states])).not.toContain('secret');
  });

  it('follow each other when one dies, without a gap, and the higher one returns when it is steady', async () => {
    const station = put();
    await rig.until(hears(station, '/first'), 'the first is heard');
    await rig.until(soundFor(rig, station, 3000), 'it plays on');
    server.kill('/first');
    await rig.until(hears(station, '/second'), 'the second is heard');
    await rig.until(soundFor(rig, station, 2000), 'it plays on');
    server.answer('/first', { sound: sounds.first });
    const back = Date.now();
    await rig.until(hears(station, '/first'), 'the first is heard again');
    expect(Date.now() - back).toBeGreaterThan(4900);
    await rig.until(soundFor(rig, station, 1500), 'it plays on');
    expect(server.listeners('/second')).toBe(0);
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000, 2000]);
    expect(afterStart(sequence(heard))).toEqual([1000, 2000, 1000]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('are bridged by the Auto DJ, without a gap, where the one that dies had nothing in reserve', async () => {
    server.answer('/first', { sound: sounds.first, burstMs: 0 });
    const station = put({ failover: [server.url('/first')] });
    await rig.until(hears(station, '/first'), 'the first is heard');
    await rig.until(soundFor(rig, station, 2000), 'it plays on');
    server.kill('/first');
    await rig.heard(station.key, 'autodj');
    await rig.until(soundFor(rig, station, 1000), 'the Auto DJ plays on');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000]);
    expect(afterStart(sequence(heard))).toEqual([1000, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
  });

  it('are lost where nothing comes any more, though the connection stays, and return', async () => {
    const station = put({ stall_ms: 1500 });
    await rig.until(hears(station, '/first'), 'the first is heard');
    await rig.until(soundFor(rig, station, 2000), 'it plays on');
    server.hold('/first', true);
    await rig.until(hears(station, '/second'), 'the second is heard');
    await rig.until(soundFor(rig, station, 1500), 'it plays on');
    server.hold('/first', false);
    await rig.until(hears(station, '/first'), 'the first is heard again');
    await rig.until(soundFor(rig, station, 1500), 'it plays on');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000, 2000]);
    // The Auto DJ bridges what the second takes to be steady.
    expect(sequence(heard).filter((hertz) => hertz !== 440)).toEqual([1000, 2000, 1000]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('are passed over while they are silent, and taken again when they sound', async () => {
    const silence = Array.from({ length: 12 }, () => sounds.silent);
    server.answer('/first', { sound: Buffer.concat([sounds.first.subarray(0, 80_000), ...silence]) });
    const station = put({ dead_air: { below_lufs: -50, after_ms: 2000 } });
    await rig.until(hears(station, '/first'), 'the first is heard');
    await rig.until(hears(station, '/second'), 'it is silent, so the second is heard', busyMs);
    expect(rig.events).toContainEqual(
      expect.objectContaining({ type: 'source', station: station.key, event: 'lost', reason: 'it is silent' }),
    );
    await rig.until(soundFor(rig, station, 7000), 'it plays on');
    expect(hears(station, '/second')()).toBe(true);
    server.kill('/first');
    server.answer('/first', { sound: sounds.first });
    await rig.until(hears(station, '/first'), 'the first sounds again', busyMs);
  });

  it('are dialled only while nothing above them is heard', async () => {
    const before = server.requests.length;
    const station = put({ failover: [] });
    encoder = startEncoder(rig, station);
    await rig.until(plays(rig, station, 'live'), 'live is heard');
    rig.stations.apply({ ...station, revision: 2, failover: [server.url('/first')] });
    await rig.until(soundFor(rig, station, 2000), 'live plays on');
    expect(server.requests.length).toBe(before);
    encoder.kill('SIGKILL');
    await rig.until(hears(station, '/first'), 'the stream is heard');
    encoder = startEncoder(rig, station);
    await rig.until(plays(rig, station, 'live'), 'live is heard again');
    await rig.until(() => server.listeners('/first') === 0, 'the stream is let go');
    await rig.until(soundFor(rig, station, 1000), 'live plays on');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
  });

  it('are held at ten seconds of lead where they send as fast as they can', async () => {
    server.answer('/fast', { sound: sounds.first, burstMs: 3_600_000 });
    const station = put({ failover: [server.url('/fast')] });
    await rig.until(hears(station, '/fast'), 'it is heard');
    await rig.until(soundFor(rig, station, 3000), 'it plays on');
    const from = rig.batches.length;
    await rig.until(soundFor(rig, station, 2000), 'it plays at its pace');
    expect(sequence(await listen(rig.sound(station.key, from), 'mp3', [440, 1000]))).toEqual([1000]);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('go when the settings leave them out', async () => {
    const station = put();
    await rig.until(hears(station, '/first'), 'the first is heard');
    rig.stations.apply({ ...station, revision: 2, failover: [] });
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    await rig.until(() => server.listeners('/first') === 0, 'the stream is let go');
  });
});

describe('a relay of a URL', { timeout: 180_000 }, () => {
  it('stays connected, and falls to a fail-over stream and back', async () => {
    server.answer('/relay', { sound: sounds.second });
    const station = put({ relay: { kind: 'url', url: server.url('/relay') }, failover: [server.url('/first')] });
    await rig.until(plays(rig, station, 'relay'), 'it is heard');
    expect(sourceUrl(station)).toBe(server.url('/relay'));
    await rig.until(soundFor(rig, station, 1500), 'it plays on');
    server.kill('/relay');
    await rig.until(plays(rig, station, 'failover'), 'the fail-over stream is heard');
    server.answer('/relay', { sound: sounds.second });
    await rig.until(plays(rig, station, 'relay'), 'it is heard again');
    await rig.until(soundFor(rig, station, 1000), 'it plays on');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000, 2000]);
    expect(afterStart(sequence(heard))).toEqual([2000, 1000, 2000]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
  });
});
