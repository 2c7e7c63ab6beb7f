import { describe, expect, it } from 'vitest';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { measureLoudness } from './measure-loudness.ts';

type Codec = 'mp3' | 'aac';

const encoders: Record<Codec, string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
  aac: ['-c:a', 'aac', '-b:a', '128k', '-f', 'adts', 'pipe:1'],
};

/** About a second from the middle of encoded audio, whose bit reservoir reaches before it. */
const middle = async (source: string[], codec: Codec, channels = 2): Promise<Buffer> => {
  const encoded = await ffmpeg([...source, '-ac', String(channels), ...encoders[codec]]);
  const frames = createFrameParser(codec).push(encoded).slice(60, 100);
  return Buffer.concat(frames.map(({ buffer, start, end }) => buffer.subarray(start, end)));
};

const noise = (decibels: number): string[] => [
  ...['-f', 'lavfi', '-i', 'anoisesrc=color=white:sample_rate=44100:duration=4:amplitude=1:seed=7'],
  ...['-af', `volume=${decibels}dB`],
];

/** The loudness according to ffmpeg's own meter. */
const reference = async (sound: Buffer, codec: Codec): Promise<number> => {
  const meter = ['-af', 'ebur128=metadata=1,ametadata=print:key=lavfi.r128.M:file=-', '-f', 'null', '-'];
  const output = (await ffmpeg(['-f', codec, '-i', 'pipe:0', ...meter], sound)).toString();
  return Math.max(...[...output.matchAll(/r128\.M=(-?[\d.]+)/g)].map(([, lufs]) => Number(lufs)));
};

describe.each(['mp3', 'aac'] as const)('the loudness of %s', (codec) => {
  it.each([
    { what: 'a tone', source: tone(1000, 4), channels: 2 },
    { what: 'a tone in mono', source: tone(1000, 4), channels: 1 },
    { what: 'a low tone', source: tone(60, 4), channels: 2 },
    { what: 'noise', source: noise(-20), channels: 2 },
  ])('matches an EBU R128 meter for $what', async ({ source, channels }) => {
    const sound = await middle(source, codec, channels);
    expect(Math.abs((await measureLoudness(sound, codec)) - (await reference(sound, codec)))).toBeLessThan(0.5);
  });

  it('is low for faint noise, and none at all for digital silence', async () => {
    const frame = silenceOf({ ...mp3Stereo, codec }).frame;
    const one = frame.buffer.subarray(frame.start, frame.end);
    const silence = Buffer.concat(Array.from({ length: 40 }, () => one));
    const [faint, none] = await Promise.all([
      measureLoudness(await middle(noise(-70), codec), codec),
      measureLoudness(silence, codec),
    ]);
    expect(faint).toBeLessThan(-60);
    expect(faint).toBeGreaterThan(-90);
    expect(none).toBe(-Infinity);
  });

  it('is correct for each of many concurrent requests', async () => {
    const [loud, soft] = [await middle(noise(-10), codec), await middle(noise(-30), codec)];
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, i) => measureLoudness(i % 2 === 0 ? loud : soft, codec)),
    );
    const differences = results.filter((_, i) => i % 2 === 0).map((lufs, i) => lufs - results[i * 2 + 1]!);
    for (const difference of differences) expect(Math.abs(difference - 20)).toBeLessThan(0.5);
  });
});

it('measures the others when one of many cannot be decoded', async () => {
  const good = await middle(noise(-20), 'aac');
  const spoiled = Buffer.from(good);
  for (let at = 0; at < spoiled.length - 1; at++) {
    // Headers stay valid, so that frames are found but their content is broken.
    const isHeader = spoiled[at] === 0xff && (spoiled[at + 1]! & 0xf6) === 0xf0;
    if (isHeader) at += 6;
    else spoiled[at] = 0xaa;
  }
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, i) => measureLoudness(i === 4 ? spoiled : good, 'aac')),
  );
  const [first, ...rest] = results.toSpliced(4, 1).map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  expect(first).toBeGreaterThan(-40);
  for (const lufs of rest) expect(lufs).toBeCloseTo(first!, 1);
});

it('refuses audio that is too short', async () => {
  await expect(measureLoudness(Buffer.alloc(0), 'mp3')).rejects.toThrow('too little audio');
});
