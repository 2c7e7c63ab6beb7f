import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AutoDjItem, StreamFormat } from '#contract/engine/engine.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { freshKey } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { planTransition } from './transition-plan.ts';
import { renderTransition, type TrackFile } from './transition-render.ts';

const formats: StreamFormat[] = [
  { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
  { codec: 'mp3', sample_rate: 48_000, channels: 1, bitrate: 192_000 },
  { codec: 'mp3', sample_rate: 22_050, channels: 1, bitrate: 32_000 },
  { codec: 'aac', sample_rate: 44_100, channels: 2, bitrate: 96_000 },
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A prepared track, encoded from this ffmpeg source. */
const prepared = async (source: string, format: StreamFormat): Promise<TrackFile & { item: AutoDjItem }> => {
  const audio = ffmpegAudio();
  const key = freshKey<AutoDjItem['key']>('t');
  const [raw, path] = [join(folder, `${key}.wav`), join(folder, key)];
  await ffmpeg(['-f', 'lavfi', '-i', source, '-ac', '2', raw]);
  const measure = await audio.measure(raw, 'wav', format.channels);
  const { durationMs: duration_ms } = await audio.render({ path: raw, kind: 'wav', measure }, format, path);
  const item = { key, path: key, title: '', artist: '', album: '', duration_ms };
  return { path, size: (await stat(path)).size, duration_ms, item };
};

const samplesOf = async (path: string, codec: string): Promise<Float32Array> => {
  const raw = await ffmpeg(['-f', codec, '-i', path, '-ac', '1', '-f', 'f32le', 'pipe:1']);
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + (raw.length & ~3)));
};

const energy = (samples: Float32Array): number => samples.reduce((sum, value) => sum + value * value, 0);

it.each(formats)(
  'changes a track only by codec loss, sample-aligned ($codec, $sample_rate Hz, $channels)',
  async (format) => {
    const one = await prepared('anoisesrc=c=pink:r=44100:d=4:a=0.3:seed=7,lowpass=3000', format);
    const quiet = await prepared("aevalsrc='0.3*sin(2*PI*200*t)*gte(t,3)':s=44100:d=4", format);
    const plan = planTransition(one.item, quiet.item, { mix_offset: 1000, mix_speed: 0 }, format)!;
    const { leave, enter, sound } = (await renderTransition('ffmpeg', one, quiet, plan, format))!;
    const mixed = join(folder, 'mixed');
    const parts = [(await readFile(one.path)).subarray(0, leave), sound, (await readFile(quiet.path)).subarray(enter)];
    await writeFile(mixed, Buffer.concat(parts));
    const [before, after] = [await samplesOf(one.path, format.codec), await samplesOf(mixed, format.codec)];
    const seam = before.length - plan.replaces.a * plan.frame;
    const error = (from: number, to: number): number =>
      energy(before.subarray(from, to).map((value, at) => value - after[from + at]!)) /
      energy(before.subarray(from, to));

    expect(error(plan.frame, seam - plan.frame)).toBe(0);
    expect(error(seam - plan.frame / 2, seam + plan.frame / 2)).toBeLessThan(0.003);
    const energies = [before, after].map((samples) =>
      energy(samples.subarray(seam + plan.frame, before.length - plan.frame)),
    );
    expect(Math.abs(10 * Math.log10(energies[1]! / energies[0]!))).toBeLessThan(0.2);
    expect(error(seam + plan.frame, before.length - 2 * plan.frame)).toBeLessThan(0.05);
    const overlap = plan.replaces.a - 2;
    const whole = (await samplesOf(quiet.path, format.codec)).length + before.length - overlap * plan.frame;
    expect(after.length).toBe(whole);
  },
  180_000,
);

it('returns nothing for a truncated file or one in another format', async () => {
  const format = formats[0]!;
  const one = await prepared('sine=frequency=440:duration=3', format);
  const other = await prepared('sine=frequency=440:duration=3', { ...format, sample_rate: 48_000 });
  const plan = planTransition(one.item, one.item, { mix_offset: 1000, mix_speed: 500 }, format)!;
  const cut = { ...one, path: join(folder, 'cut') };
  await writeFile(cut.path, (await readFile(one.path)).subarray(0, 8000));
  for (const bad of [cut, other]) {
    expect(await renderTransition('ffmpeg', one, bad, plan, format)).toBeUndefined();
    expect(await renderTransition('ffmpeg', bad, one, plan, format)).toBeUndefined();
  }
}, 180_000);
