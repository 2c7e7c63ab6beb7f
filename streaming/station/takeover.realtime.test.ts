import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { mainDataBegin } from '#streaming/frames/mpeg.ts';
import type { AirState } from '#streaming/base/station-state.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { asMp3, onTime, plays, hasSent, sourceEvent, startEncoder } from '#streaming/ingest/testing/real-encoder.ts';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';
import { ffmpeg, detectTones, longestGap, sequence, tone } from '#streaming/ingest/testing/audio.ts';

let rig: AirRig;
let track: AutoDjItem;
let encoders: ChildProcess[] = [];

beforeAll(async () => {
  rig = await startAirRig();
  track = await prepareTrack(rig.folder, 440, 30);
});
afterEach(() => {
  for (const encoder of encoders) encoder.kill('SIGKILL');
  encoders = [];
});
afterAll(() => rig.close());

const encode = (station: StationDesired, args?: string[], from?: string[]): ChildProcess => {
  const encoder = startEncoder(rig, station, args, from);
  encoders.push(encoder);
  return encoder;
};

const onAir = async (changes: Partial<StationDesired> = {}): Promise<StationDesired> => {
  const autodj = { items: [track], shuffle: false, generation: 1 };
  const station = desiredStation({ autodj, ...changes });
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 2000), 'the Auto DJ plays');
  return station;
};

/** ms from now until audio of `source` is sent, after a switch to it. */
const timeUntil = async (station: StationDesired, source: AirState['source']): Promise<number> => {
  const begin = Date.now();
  return (await rig.waitForSource(station.key, source)) - begin;
};

/** An upper bound that holds on a busy machine too. */
const generousMs = 10_000;

/** The exact delay is measured by `npm run bench -- --only switches`. */
describe('live over Auto DJ', () => {
  it('plays once it connects, and the Auto DJ once it is killed, without a gap', async () => {
    const station = await onAir();
    const encoder = encode(station);
    await rig.until(sourceEvent(rig, station, 'connected'), 'it connects');
    await rig.waitForSource(station.key, 'live');
    await rig.until(hasSent(rig, station, 2000), 'the encoder plays');
    encoder.kill('SIGKILL');
    await rig.waitForSource(station.key, 'autodj');
    await rig.until(hasSent(rig, station, 1500), 'the Auto DJ continues');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
    expect(sequence(tones)).toEqual([440, 1000, 440]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('is lost when the network stops, and returns, without a gap', async () => {
    // Longer than an encoder may have to wait for a processor on a busy machine.
    const station = await onAir({ stall_ms: 2500 });
    const encoder = encode(station);
    await timeUntil(station, 'live');
    await rig.until(hasSent(rig, station, 1500), 'the encoder plays');
    // Right after it sent something: on a busy machine its last sound may be older.
    for (const before = rig.received(); rig.received() === before;) await breath();
    encoder.kill('SIGSTOP');
    const lostAfter = await timeUntil(station, 'autodj');
    expect(lostAfter).toBeGreaterThan(2400);
    expect(lostAfter).toBeLessThan(generousMs);
    expect(rig.stations.state(station.key)!.encoder).not.toBeNull();
    await rig.until(hasSent(rig, station, 1500), 'the Auto DJ plays');
    encoder.kill('SIGCONT');
    await timeUntil(station, 'live');
    await rig.until(hasSent(rig, station, 1500), 'the encoder plays');
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
    expect(sequence(tones)).toEqual([440, 1000, 440, 1000]);
    expect(longestGap(tones)).toBeLessThanOrEqual(30);
    await rig.until(onTime(rig, station), 'it is on time');
  });

  it('paces an encoder that sends as fast as possible, and pauses it at ten seconds of lead', async () => {
    const station = await onAir();
    const file = await prepareTrack(rig.folder, 1000, 40);
    const args = ['-c:a', 'copy', '-content_type', 'audio/mpeg', '-f', 'mp3'];
    const unpaced = ['-readrate', '0', '-f', 'mp3', '-i', `${rig.folder}/${file.path}`];
    encode(station, args, unpaced);
    await timeUntil(station, 'live');
    const from = rig.batches.length;
    const began = Date.now();
    await rig.until(hasSent(rig, station, 3000), 'three seconds of live');
    expect(Date.now() - began).toBeGreaterThan(2400);
    const tones = await detectTones(rig.audio(station.key, from), 'mp3', [440, 1000]);
    expect(sequence(tones)).toEqual([1000]);
  });

  it('accepts a new encoder when the old one is stalled', async () => {
    const station = await onAir({ stall_ms: 500 });
    const stopped = encode(station);
    await timeUntil(station, 'live');
    stopped.kill('SIGSTOP');
    await rig.until(plays(rig, station, 'autodj'), 'it counts as lost');
    encode(station, asMp3, tone(2000, 30));
    await timeUntil(station, 'live');
    const from = rig.batches.length;
    await rig.until(hasSent(rig, station, 1000), 'the new one plays');
    const tones = await detectTones(rig.audio(station.key, from), 'mp3', [440, 1000, 2000]);
    expect(sequence(tones)).toEqual([2000]);
  });
});

it('does not consider an encoder lost when the engine itself stalls for longer than the stall limit', async () => {
  const station = await onAir({ stall_ms: 1500 });
  encode(station);
  await timeUntil(station, 'live');
  await rig.until(hasSent(rig, station, 1500), 'the encoder plays');
  // Stalled so that due timers run before pending input is read.
  await new Promise<void>((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
  await rig.until(hasSent(rig, station, 4000), 'the encoder continues');
  const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
  expect(sequence(tones)).toEqual([440, 1000]);
  expect(sourceEvent(rig, station, 'lost')()).toBe(false);
});

it('switches to a stream with an unknown bit reservoir and back, without decoder errors or gaps', async () => {
  const station = await onAir();
  const swell = ['-f', 'lavfi', '-i', 'sine=1000:d=40,volume=0.6+0.4*sin(9*t):eval=frame'];
  const whole = await ffmpeg([
    ...swell,
    ...['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-f', 'mp3', 'pipe:1'],
  ]);
  const frames = createFrameParser('mp3').push(whole);
  const from = frames.find(({ buffer, start }, at) => at > 20 && mainDataBegin(buffer, start) > 300)!;
  const cut = join(rig.folder, 'cut.mp3');
  await writeFile(cut, whole.subarray(from.start));
  for (let turn = 0; turn < 2; turn++) {
    const encoder = encode(
      station,
      ['-c:a', 'copy', '-content_type', 'audio/mpeg', '-write_xing', '0', '-f', 'mp3'],
      ['-f', 'mp3', '-i', cut],
    );
    await timeUntil(station, 'live');
    await rig.until(hasSent(rig, station, 1500), 'the encoder plays');
    encoder.kill('SIGKILL');
    await timeUntil(station, 'autodj');
    await rig.until(hasSent(rig, station, 1500), 'the Auto DJ continues');
  }
  const audio = rig.audio(station.key);
  expect(decoderErrors(audio)).toEqual([]);
  const tones = await detectTones(audio, 'mp3', [440, 1000]);
  expect(sequence(tones)).toEqual([440, 1000, 440, 1000, 440]);
  expect(longestGap(tones)).toBeLessThanOrEqual(60);
});

describe('with nothing to play', () => {
  it('keeps listeners connected with silence, then rests, and wakes for an encoder', async () => {
    const station = desiredStation({ hold_ms: 1200 });
    rig.stations.apply(station);
    await rig.until(hasSent(rig, station, 1500), 'silence plays');
    expect(rig.stations.state(station.key)!.source).toBe('silence');
    await rig.until(plays(rig, station, 'none'), 'it rests');
    const head = rig.messages.findLast((message) => message.type === 'head' && message.head.station === station.key);
    expect(head).toMatchObject({ head: { running: false, reason: 'Nothing is playing.' } });
    const tones = await detectTones(rig.audio(station.key), 'mp3', [440]);
    expect(tones.map(({ hertz }) => hertz)).toEqual([0]);
    encode(station);
    await timeUntil(station, 'live');
    await rig.until(hasSent(rig, station, 500), 'the encoder plays');
    expect(rig.stations.state(station.key)!.status).toBe('active');
  });
});
