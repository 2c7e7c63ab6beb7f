import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { desiredStation, prepareTrack, startAirRig, type AirRig } from './testing/air-rig.ts';
import { plays, hasSent, startEncoder } from './testing/real-encoder.ts';
import { detectTones, longestGap, sequence } from './testing/audio.ts';

let rig: AirRig;
let encoder: ChildProcess | undefined;

beforeAll(async () => {
  rig = await startAirRig();
});
afterEach(() => encoder?.kill('SIGKILL'));
afterAll(() => rig.close());

const mp3At = (rate: string): string[] => [
  ...['-ac', '2', '-c:a', 'libmp3lame', '-b:a', rate],
  ...['-content_type', 'audio/mpeg', '-f', 'mp3'],
];

it('converts an encoder above the station’s bit rate, with advice and without a gap', async () => {
  const track = await prepareTrack(rig.folder, 440, 20);
  const station = desiredStation({ autodj: { items: [track], shuffle: false, generation: 1 } });
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 2000), 'the Auto DJ plays');
  encoder = startEncoder(rig, station, mp3At('320k'));
  await rig.until(plays(rig, station, 'live'), 'the encoder plays');
  await rig.until(() => rig.stations.state(station.key)?.encoder?.adapted === true, 'it is converted');
  expect(rig.stations.state(station.key)?.encoder?.advice).toBe(
    'The encoder sends 320 kbit/s, which is converted. Set it to 128 kbit/s to avoid conversion.',
  );
  await rig.until(hasSent(rig, station, 4000), 'the unconverted audio has played');
  const from = rig.batches.length;
  await rig.until(hasSent(rig, station, 5000), 'it continues');
  const ownBatches = rig.batches.slice(from).filter(({ batch }) => batch.station === station.key);
  const [bytes, seconds] = ownBatches.reduce(
    ([sum, time], { batch }) => [sum + batch.data.length, time + batch.duration / 1e6] as const,
    [0, 0] as readonly [number, number],
  );
  expect((bytes * 8) / seconds).toBeLessThan(132_000);
  const tones = await detectTones(rig.audio(station.key), 'mp3', [440, 1000]);
  expect(sequence(tones)).toEqual([440, 1000]);
  expect(longestGap(tones)).toBeLessThanOrEqual(60);
}, 180_000);
