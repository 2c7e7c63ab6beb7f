import { execFileSync, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine.ts';
import {
  desiredStation,
  mp3Stereo,
  prepareTrack,
  startAirRig,
  type AirRig,
} from '#streaming/ingest/testing/air-rig.ts';
import { plays, soundFor, sourceEvent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { listen, longestGap, sequence } from '#streaming/ingest/testing/sound.ts';

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

/** Sends bytes as an encoder, all at once; gives the socket. */
function send(station: StationDesired, sound: Buffer) {
  const socket = connect(rig.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const credentials = Buffer.from(`source:${station.password}`).toString('base64');
  const head = `PUT /${station.mount} HTTP/1.1\r\nAuthorization: Basic ${credentials}\r\nContent-Type: audio/mpeg\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(head), sound]));
  return socket;
}

async function live(station: StationDesired, args?: string[]): Promise<void> {
  rig.stations.apply(station);
  await rig.until(soundFor(rig, station, 1500), 'it sounds');
  encoder = startEncoder(rig, station, args);
  await rig.until(plays(rig, station, 'live'), 'live is taken');
  await rig.until(soundFor(rig, station, 600), 'live plays');
}

const drops = (station: StationDesired): string[] =>
  rig.messages.flatMap((one) => (one.type === 'drop' && one.station === station.key ? [one.reason] : []));

describe('a station on the air', () => {
  it('lets its listeners go where its format changes, and goes on in the new one, its encoder too', async () => {
    const station = desiredStation({ autodj: list(track) });
    await live(station);
    const from = rig.batches.length;
    rig.stations.apply({ ...station, revision: 2, format: aacStereo, autodj: list(aacTrack) });
    expect(drops(station)).toEqual(['The format of this station changes.']);
    await rig.until(plays(rig, station, 'live'), 'live is taken again');
    await rig.until(soundFor(rig, station, 1500), 'live plays');
    const heard = await listen(rig.sound(station.key, from), 'aac', [440, 700, 1000]);
    rig.stations.remove(station.key);
    // The Auto DJ bridges what the encoder's conversion takes to begin, which may be too short to be told apart.
    expect([[700, 1000], [1000]]).toContainEqual(sequence(heard));
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
  });

  it('keeps its listeners at another bit rate, and their sound without a gap', async () => {
    const station = desiredStation({ autodj: list(track) });
    await live(station);
    const format = { ...station.format, bitrate: 192_000 };
    rig.stations.apply({ ...station, revision: 2, format });
    await rig.until(soundFor(rig, station, 800), 'live plays on');
    encoder?.kill('SIGKILL');
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    await rig.until(soundFor(rig, station, 800), 'the Auto DJ plays on');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000]);
    const heads = rig.messages.flatMap((one) =>
      one.type === 'head' && one.head.station === station.key ? [one.head.format.bitrate] : [],
    );
    rig.stations.remove(station.key);
    expect([drops(station), heads.at(-1)]).toEqual([[], 192_000]);
    expect(sequence(heard)).toEqual([440, 1000, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
  });

  it('begins anew at a restart, without its listeners and its encoder', async () => {
    const station = desiredStation({ autodj: list(track) });
    await live(station);
    rig.stations.restart(station.key);
    expect(drops(station)).toEqual(['The station restarts.']);
    await rig.until(sourceEvent(rig, station, 'disconnected'), 'the encoder is gone');
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    rig.stations.remove(station.key);
  });

  it('lets an encoder go when told to, and falls to the Auto DJ without a gap', async () => {
    const station = desiredStation({ autodj: list(track) });
    await live(station);
    rig.stations.kick(station.key);
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    await rig.until(soundFor(rig, station, 800), 'the Auto DJ plays on');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000]);
    rig.stations.remove(station.key);
    expect(sequence(heard)).toEqual([440, 1000, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(30);
    expect(drops(station)).toEqual([]);
  });

  it('falls to the Auto DJ where the conversion of its encoder dies, and says so', async () => {
    const station = desiredStation({ autodj: list(track) });
    const before = converters();
    await live(station, ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '64k', '-content_type', 'audio/mpeg', '-f', 'mp3']);
    const [child] = converters().filter((pid) => !before.includes(pid));
    process.kill(child!, 'SIGKILL');
    await rig.until(plays(rig, station, 'autodj'), 'the Auto DJ plays');
    const told = rig.events.filter((event) => event.type === 'source' && event.station === station.key);
    expect(told.map((event) => 'reason' in event && event.reason)).toEqual(
      expect.arrayContaining([expect.stringContaining('could not be converted')]),
    );
    rig.stations.remove(station.key);
  });

  it('tells its own text while nobody tells a title, and its name without one', async () => {
    const station = desiredStation({ idle_title: 'Back at eight' });
    rig.stations.apply(station);
    await rig.until(soundFor(rig, station, 500), 'silence goes out');
    const title = () => rig.stations.state(station.key)?.title;
    expect(title()).toBe('Back at eight');
    rig.stations.apply({ ...station, revision: 2, idle_title: 'Back at nine' });
    expect(title()).toBe('Back at nine');
    rig.stations.apply({ ...station, revision: 3, idle_title: '' });
    expect(title()).toBe(station.name);
    rig.stations.remove(station.key);
  });

  it('is silent in AAC where nothing plays', async () => {
    const station = desiredStation({ format: aacStereo });
    rig.stations.apply(station);
    await rig.until(soundFor(rig, station, 2000), 'silence goes out');
    const heard = await listen(rig.sound(station.key), 'aac', [440]);
    rig.stations.remove(station.key);
    expect(heard.map(({ hertz }) => hertz)).toEqual([0]);
    expect(heard.at(-1)!.to).toBeGreaterThan(1900);
  });
});

describe('an encoder', () => {
  it('may change its format in mid-source: each part is heard, as it is or converted', async () => {
    const parts = [
      await prepareTrack(rig.folder, 440, 2),
      await prepareTrack(rig.folder, 1000, 2, mono48),
      await prepareTrack(rig.folder, 2000, 2),
    ];
    const sound = await Promise.all(parts.map(({ path }) => readFile(join(rig.folder, path))));
    const station = desiredStation();
    rig.stations.apply(station);
    const socket = send(station, Buffer.concat(sound));
    await rig.until(soundFor(rig, station, 7000), 'all of it is heard');
    socket.destroy();
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000, 2000]);
    rig.stations.remove(station.key);
    expect(sequence(heard)).toEqual([440, 1000, 2000]);
  });

  it('is let go with the reason where the server converts as many as it can', async () => {
    const other = desiredStation({ autodj: list(track) });
    await live(other, ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '64k', '-content_type', 'audio/mpeg', '-f', 'mp3']);
    const station = desiredStation();
    rig.stations.apply(station);
    const mono = await prepareTrack(rig.folder, 1000, 2, mono48);
    send(station, await readFile(join(rig.folder, mono.path)));
    await rig.until(sourceEvent(rig, station, 'disconnected'), 'it is let go');
    const told = rig.events.findLast((event) => event.type === 'source' && event.station === station.key);
    expect(told).toMatchObject({ reason: expect.stringContaining('converts as many encoders as it can') as string });
    rig.stations.remove(station.key);
    rig.stations.remove(other.key);
  });

  it('is held at ten seconds of lead, however fast it sends', async () => {
    const long = await prepareTrack(rig.folder, 1000, 120, { ...mp3Stereo, bitrate: 320_000 });
    const once = await readFile(join(rig.folder, long.path));
    // More than the system takes off an encoder by itself, which is some megabytes.
    const sound = Buffer.concat(Array.from({ length: 8 }, () => once));
    const station = desiredStation();
    rig.stations.apply(station);
    const socket = send(station, sound);
    await rig.until(soundFor(rig, station, 3000), 'it plays');
    const taken = sound.length - socket.writableLength;
    socket.destroy();
    rig.stations.remove(station.key);
    expect(taken).toBeLessThan(sound.length);
  });
});

/** The process ids of this process's children that convert. */
function converters(): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', `${process.pid}`], { encoding: 'utf8' });
  const mine = lines.split('\n').filter((line) => line.includes('pipe:0') && line.includes('protocol_whitelist'));
  return mine.map((line) => Number.parseInt(line, 10));
}
