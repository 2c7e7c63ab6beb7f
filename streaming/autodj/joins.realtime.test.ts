import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AutoDjItem } from '#contract/engine/engine.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { longestGap } from '#server/engines/audio/testing/test-audio.ts';
import { desiredStation, freshKey, mp3Stereo, startAirRig, type AirRig } from '#streaming/ingest/testing/air-rig.ts';
import { hasSent } from '#streaming/ingest/testing/real-encoder.ts';
import { decode, ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';

/**
 * Tracks whose length is no whole number of frames. The tones differ, because two sides of a join in one tone can
 * cancel out.
 */
const tracks = [
  { hertz: 440, seconds: 1.2345 },
  { hertz: 700, seconds: 1.4837 },
  { hertz: 1100, seconds: 1.001 },
];

let rig: AirRig;

beforeAll(async () => {
  rig = await startAirRig();
});
afterAll(() => rig.close());

const prepared = async (): Promise<AutoDjItem[]> => {
  const audio = ffmpegAudio();
  const items = tracks.map(async ({ hertz, seconds }) => {
    const key = freshKey<AutoDjItem['key']>('t');
    const path = join(rig.folder, `${key}.wav`);
    await ffmpeg([...tone(hertz, seconds), '-ac', '2', path]);
    const measure = await audio.measure(path, 'wav', 2);
    const rendition = await audio.render({ path, kind: 'wav', measure }, mp3Stereo, join(rig.folder, key));
    expect((await stat(join(rig.folder, key))).size).toBe(rendition.size);
    return { key, path: key, title: `Tone ${hertz}`, artist: '', album: '', duration_ms: rendition.durationMs };
  });
  return Promise.all(items);
};

it('joins tracks prepared by the library within 3 ms', async () => {
  const station = desiredStation({ autodj: { items: await prepared(), shuffle: false, generation: 1 } });
  rig.stations.apply(station);
  await rig.until(hasSent(rig, station, 5500), 'the list has repeated');
  const audio = await decode(rig.audio(station.key), 'mp3');
  const played = rig.messages.filter((message) => message.type === 'title' && message.station === station.key);
  rig.stations.remove(station.key);
  expect(played.length).toBeGreaterThanOrEqual(4);
  // Overlapping audio at a join may partly cancel out; 30 dB below the peak counts as quiet.
  expect(longestGap(audio, 0.03)).toBeLessThanOrEqual(3);
});
