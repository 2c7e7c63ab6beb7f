import { describe, expect, it } from 'vitest';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/sound.ts';
import { measureLoudness } from './measure-loudness.ts';

type Codec = 'mp3' | 'aac';

const encoders: Record<Codec, string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'],
  aac: ['-c:a', 'aac', '-b:a', '128k', '-f', 'adts', 'pipe:1'],
};

/** About a second out of the middle of an encoder's sound, its bit reservoir reaching before it. */
async function middle(source: string[], codec: Codec, channels = 2): Promise<Buffer> {
  const sound = await ffmpeg([...source, '-ac', String(channels), ...encoders[codec]]);
  const frames = createFrameParser(codec).push(sound).slice(60, 100);
  return Buffer.concat(frames.map(({ buffer, start, end }) => buffer.subarray(start, end)));
}

const noise = (decibels: number): string[] => [
  ...['-f', 'lavfi', '-i', 'anoisesrc=color=white:sample_rate=44100:duration=4:amplitude=1:seed=7'],
  ...['-af', `volume=${decibels}dB`],
];

/** What ffmpeg's own meter calls it. */
async function reference(sound: Buffer, codec: Codec): Promise<number> {
  const meter = ['-af', 'ebur128=metadata=1,ametadata=print:key=lavfi.r128.M:file=-', '-f', 'null', '-'];
  const told = (await ffmpeg(['-f', codec, '-i', 'pipe:0', ...meter], sound)).toString();
  return Math.max(...[...told.matchAll(/r128\.M=(-?[\d.]+)/g)].map(([, lufs]) => Number(lufs)));
}

describe.each(['mp3', 'aac'] as const)('the loudness of %s', (codec) => {
  it.each([
    { what: 'a tone', source: tone(1000, 4), channels: 2 },
    { what: 'a tone in mono', source: tone(1000, 4), channels: 1 },
    { what: 'a low tone', source: tone(60, 4), channels: 2 },
    { what: 'noise', source: noise(-20), channels: 2 },
  ])('is what a meter of EBU R128 tells of $what', async ({ source, channels }) => {
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

  it('is told each for their own where many ask at once', async () => {
    const [loud, soft] = [await middle(noise(-10), codec), await middle(noise(-30), codec)];
    const told = await Promise.all(
      Array.from({ length: 60 }, (_, i) => measureLoudness(i % 2 === 0 ? loud : soft, codec)),
    );
    const differences = told.filter((_, i) => i % 2 === 0).map((lufs, i) => lufs - told[i * 2 + 1]!);
    for (const difference of differences) expect(Math.abs(difference - 20)).toBeLessThan(0.5);
  });
});

it('measures the others where one of many cannot be decoded', async () => {
  const good = await middle(noise(-20), 'aac');
  const spoiled = Buffer.from(good);
  for (let at = 0; at < spoiled.length - 1; at++) {
    // Headers stay, so that frames are found and nothing in them is right.
    const isHeader = spoiled[at] === 0xff && (spoiled[at + 1]! & 0xf6) === 0xf0;
    if (isHeader) at += 6;
    else spoiled[at] = 0xaa;
  }
  const told = await Promise.allSettled(
    Array.from({ length: 9 }, (_, i) => measureLoudness(i === 4 ? spoiled : good, 'aac')),
  );
  const [first, ...rest] = told.toSpliced(4, 1).map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  expect(first).toBeGreaterThan(-40);
  for (const lufs of rest) expect(lufs).toBeCloseTo(first!, 1);
});

it('refuses what is too short to be heard', async () => {
  await expect(measureLoudness(Buffer.alloc(0), 'mp3')).rejects.toThrow('too little sound');
});
