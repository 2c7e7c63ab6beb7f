import { execFileSync, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import {
  desiredStation,
  mp3Stereo,
  prepareTrack,
  startAirRig,
  type AirRig,
} from '#streaming/ingest/testing/air-rig.ts';
import { plays, hasSent, sourceEvent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';

const aacStereo: StreamFormat = { ...mp3Stereo, codec: 'aac' };
const mono48: StreamFormat = { ...mp3Stereo, sample_rate: 48_000, channels: 1, bitrate: 64_000 };

let rig: AirRig;
let track: AutoDjItem;
let aacTrack: AutoDjItem;
let encoder: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startAirRig({ maxAdapt: 1 });
  track = await prepareTrack(rig.folder, 440, 20);
  aacTrack = await prepareTrack(rig.folder, 700, 20, aacStereo);
});
afterEach(() => void encoder?.kill('SIGKILL'));
afterAll(() => rig.close());

const list = (...items: AutoDjItem[]) => ({ items, shuffle: false, generation: 1 });

/** Sends bytes as an encoder, all at once; returns the socket. */
const send = (station: StationDesired, audio: Buffer) => {
  const socket = connect(rig.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const credentials = Buffer.from(`source:${station.password}`).toString('base64');
  const head = `PUT /${station.mount} HTTP/1.1\r\nAuthorization: Basic ${credentials}\r\nContent-Type: audio/mpeg\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(head), audio]));
  return socket;
};

const goLive = async (station: StationDesired, args?: string[]): Promise<void> => {
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 1500), 'it plays');
  encoder = startEncoder(rig, station, args);
  await rig.until(plays(rig, station, 'live'), 'the station goes live');
  await rig.until(hasSent(rig, station, 600), 'the encoder plays');
};

const drops = (station: StationDesired): string[] =>
  rig.messages.flatMap((one) => (one.type === 'drop' && one.station === station.key ? [one.reason] : []));

/** The process ids of this process's ffmpeg children that convert. */
const converters = (): number[] => {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', `${process.pid}`], { encoding: 'utf8' });
  const conversions = lines
    .split('\n')
    .filter((line) => line.includes('pipe:0') && line.includes('protocol_whitelist'));
  return conversions.map((line) => Number.parseInt(line, 10));
};

describe('a station on the air', () => {
  it('disconnects its listeners when its format changes, and continues in the new one with its encoder', async () => {
    const station = desiredStation({ autodj: list(track) });
    await goLive(station);
    const from = rig.batches.length;
    rig.stations.apply({ ...station, revision: 2, format: aacStereo, autodj: list(aacTrack) });
    expect(drops(station)).toEqual(['The format of the station changed.']);
    await rig.until(plays(rig, station, 'live'), 'the station goes live again');
    await rig.until(hasSent(rig, station, 1500), 'the encoder plays');
    const tones = await detectTones(rig.audio(station.key, from), 'aac', [440, 700, 1000]);
    rig.stations.remove(station.key);
    // The Auto DJ bridges the start of the encoder's conversion, which may be too short to be detected.
    expect([[700, 1000], [1000]]).toContainEqual(sequence(tones));
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });

  it('keeps its listeners when the bit rate changes, without a gap', async () => {
    const station = desiredStation({ autodj: list(track) });
    await goLive(station);
    const format = { ...station.format, bitrate: 192_000 };
    rig.stations.apply({ ...station, revision: 2, format });
    await rig.until(hasSent(rig, station, 800), 'the encoder continues');
    encoder?.kill('SIGKILL');
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    await rig.until(hasSent(rig, station, 800), 'the Auto DJ continues');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
    const heads = rig.messages.flatMap((one) =>
      one.type === 'head' && one.head.station === station.key ? [one.head.format.bitrate] : [],
    );
    rig.stations.remove(station.key);
    expect([drops(station), heads.at(-1)]).toEqual([[], 192_000]);
    expect(sequence(tones)).toEqual([440, 1000, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
  });

  it('disconnects its listeners and its encoder at a restart', async () => {
    const station = desiredStation({ autodj: list(track) });
    await goLive(station);
    rig.stations.restart(station.key);
    expect(drops(station)).toEqual(['The station restarts.']);
    await rig.until(sourceEvent(rig, station, 'disconnected'), 'the encoder has disconnected');
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    rig.stations.remove(station.key);
  });

  it('disconnects an encoder on request, and falls back to the Auto DJ without a gap', async () => {
    const station = desiredStation({ autodj: list(track) });
    await goLive(station);
    rig.stations.kick(station.key);
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    await rig.until(hasSent(rig, station, 800), 'the Auto DJ continues');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
    rig.stations.remove(station.key);
    expect(sequence(tones)).toEqual([440, 1000, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    expect(drops(station)).toEqual([]);
  });

  it('falls back to the Auto DJ when its encoder’s conversion dies, with the reason', async () => {
    const station = desiredStation({ autodj: list(track) });
    const before = converters();
    await goLive(station, [
      '-ac',
      '1',
      '-c:a',
      'libmp3lame',
      '-b:a',
      '64k',
      '-content_type',
      'audio/mpeg',
      '-f',
      'mp3',
    ]);
    const [child] = converters().filter((pid) => !before.includes(pid));
    process.kill(child!, 'SIGKILL');
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    const sourceEvents = rig.events.filter((event) => event.type === 'source' && event.station === station.key);
    expect(sourceEvents.map((event) => 'reason' in event && event.reason)).toEqual(
      expect.arrayContaining([expect.stringContaining('could not be converted')]),
    );
    rig.stations.remove(station.key);
  });

  it('shows its idle title without a title, and its name without an idle title', async () => {
    const station = desiredStation({ idle_title: 'Back at eight' });
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 500), 'silence plays');
    const title = () => rig.stations.state(station.key)?.title;
    expect(title()).toBe('Back at eight');
    rig.stations.apply({ ...station, revision: 2, idle_title: 'Back at nine' });
    expect(title()).toBe('Back at nine');
    rig.stations.apply({ ...station, revision: 3, idle_title: '' });
    expect(title()).toBe(station.name);
    rig.stations.remove(station.key);
  });

  it('plays silence in AAC when it has nothing else', async () => {
    const station = desiredStation({ format: aacStereo });
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 2000), 'silence plays');
    const tones = await detectTones(rig.audio(station.key), 'aac', [440]);
    rig.stations.remove(station.key);
    expect(tones.map(({ hertz }) => hertz)).toEqual([0]);
    expect(tones.at(-1)!.to).toBeGreaterThan(1900);
  });
});

describe('an encoder', () => {
  it('may change its format while connected: each part plays, unchanged or converted', async () => {
    const parts = [
      await prepareTrack(rig.folder, 440, 2),
      await prepareTrack(rig.folder, 1000, 2, mono48),
      await prepareTrack(rig.folder, 2000, 2),
    ];
    const audio = await Promise.all(parts.map(({ path }) => readFile(join(rig.folder, path))));
    const station = desiredStation();
    rig.stations.apply(station);
    const socket = send(station, Buffer.concat(audio));
    await rig.until(hasSent(rig, station, 7000), 'all of it has played');
    socket.destroy();
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000, 2000]);
    rig.stations.remove(station.key);
    expect(sequence(tones)).toEqual([440, 1000, 2000]);
  });

  it('is disconnected with the reason when all conversion slots are in use', async () => {
    const other = desiredStation({ autodj: list(track) });
    await goLive(other, ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '64k', '-content_type', 'audio/mpeg', '-f', 'mp3']);
    const station = desiredStation();
    rig.stations.apply(station);
    const mono = await prepareTrack(rig.folder, 1000, 2, mono48);
    send(station, await readFile(join(rig.folder, mono.path)));
    await rig.until(sourceEvent(rig, station, 'disconnected'), 'it is disconnected');
    const lastEvent = rig.events.findLast((event) => event.type === 'source' && event.station === station.key);
    expect(lastEvent).toMatchObject({
      reason: expect.stringContaining('already converts as many encoders as it can') as string,
    });
    rig.stations.remove(station.key);
    rig.stations.remove(other.key);
  });

  it('is paused at ten seconds of lead, however fast it sends', async () => {
    const long = await prepareTrack(rig.folder, 1000, 120, { ...mp3Stereo, bitrate: 320_000 });
    const once = await readFile(join(rig.folder, long.path));
    // More than the system buffers for an encoder, which is a few megabytes.
    const audio = Buffer.concat(Array.from({ length: 8 }, () => once));
    const station = desiredStation();
    rig.stations.apply(station);
    const socket = send(station, audio);
    await rig.until(hasSent(rig, station, 3000), 'it plays');
    const sentBytes = audio.length - socket.writableLength;
    socket.destroy();
    rig.stations.remove(station.key);
    expect(sentBytes).toBeLessThan(audio.length);
  });
});
