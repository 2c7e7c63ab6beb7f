import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { listen, longestGap, sequence, tone } from '#streaming/ingest/testing/sound.ts';

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

/** A real encoder, as a broadcaster starts it. */
function encode(station: StationDesired, args: string[], from: string[] = tone(1000, 60)): ChildProcess {
  const encoder = spawn('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-re'],
    ...from,
    ...args,
    `icecast://source:${station.password}@127.0.0.1:${rig.port}/${station.mount}`,
  ]);
  encoders.push(encoder);
  return encoder;
}

const mp3 = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', '-content_type', 'audio/mpeg', '-f', 'mp3'];

function withAutoDj(changes: Partial<StationDesired> = {}): StationDesired {
  return desiredStation({ autodj: { items: [track], shuffle: false, generation: 1 }, ...changes });
}

function sourceIs(station: StationDesired, source: string): () => boolean {
  return () => rig.stations.state(station.key)?.source === source;
}

function soundFor(station: StationDesired, ms: number): () => boolean {
  const start = rig.batches.length;
  return () => {
    const mine = rig.batches.slice(start).filter(({ batch }) => batch.station === station.key);
    return mine.reduce((sum, { batch }) => sum + batch.duration / 1000, 0) >= ms;
  };
}

describe('live over Auto DJ', () => {
  it('takes the encoder within a second, and the Auto DJ back when it is killed, with no gap', async () => {
    const station = withAutoDj();
    rig.stations.apply(station);
    await rig.until(soundFor(station, 2000), 'the Auto DJ plays');
    const encoder = encode(station, mp3);
    await rig.until(
      () => rig.events.some((event) => event.type === 'source' && event.station === station.key),
      'it connects',
    );
    const connected = Date.now();
    await rig.until(sourceIs(station, 'live'), 'live is taken');
    await rig.until(soundFor(station, 50), 'live is heard');
    expect(Date.now() - connected).toBeLessThan(1000);
    await rig.until(soundFor(station, 2500), 'live plays');
    encoder.kill('SIGKILL');
    const killed = Date.now();
    await rig.until(sourceIs(station, 'autodj'), 'the Auto DJ is back');
    expect(Date.now() - killed).toBeLessThan(250);
    await rig.until(soundFor(station, 1500), 'the Auto DJ plays on');
    const heard = await listen(rig.sound(station.key), 'mp3', [440, 1000]);
    expect(sequence(heard)).toEqual([440, 1000, 440]);
    expect(longestGap(heard)).toBeLessThanOrEqual(60);
    expect(Math.abs(rig.stations.state(station.key)!.clock_ms)).toBeLessThan(100);
  });
});
