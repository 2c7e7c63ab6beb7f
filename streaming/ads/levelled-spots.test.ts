import { expect, it } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { createBus } from '#streaming/bus/bus.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { lowerAacGain } from '#streaming/frames/aac-gain.ts';
import { gainStepDb, lowerGain, mute } from '#streaming/frames/mpeg.ts';
import { ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';
import { measureWith } from '#streaming/monitor/measure-loudness.ts';
import { createLevelledSpots } from './levelled-spots.ts';
import { createProgrammeLoudness } from './programme-loudness.ts';
import { renditionOf } from './spot-files.ts';

const { measure } = measureWith('ffmpeg');
const stereo: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
const speech = (db: number, seconds: number): string =>
  `anoisesrc=c=pink:a=0.5:d=${seconds}:seed=7,volume=${db}dB,tremolo=f=3:d=0.7`;
const mp3 = (source: string, { sample_rate, channels, bitrate }: StreamFormat, own: string[] = []): Promise<Buffer> =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', source, '-ac', `${channels}`, '-ar', `${sample_rate}`, '-c:a', 'libmp3lame'],
    ...['-b:a', `${bitrate}`, '-write_xing', '0', '-id3v2_version', '0', ...own, '-f', 'mp3', 'pipe:1'],
  ]);
/** As the portal renders spots. */
const spotOf = (db: number, format: StreamFormat): Promise<Buffer> =>
  format.codec === 'mp3' ? mp3(speech(db, 6), format, ['-reservoir', '0']) : aac(speech(db, 6), format);
const aac = (source: string, { sample_rate, channels, bitrate }: StreamFormat): Promise<Buffer> =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', source, '-ac', `${channels}`, '-ar', `${sample_rate}`, '-c:a', 'aac'],
    ...['-b:a', `${bitrate}`, '-f', 'adts', 'pipe:1'],
  ]);
const aacStereo: StreamFormat = { ...stereo, codec: 'aac' };

const formats = [
  ['MPEG-1 in stereo', stereo],
  ['MPEG-1 in mono', { ...stereo, channels: 1, bitrate: 64_000 }],
  ['MPEG-2 in stereo', { ...stereo, sample_rate: 22_050, bitrate: 64_000 }],
  ['MPEG-2 in mono', { ...stereo, sample_rate: 24_000, channels: 1, bitrate: 48_000 }],
  ['AAC in stereo', aacStereo],
  ['AAC in stereo at a low bitrate', { ...aacStereo, sample_rate: 48_000, bitrate: 48_000 }],
  ['AAC in mono', { ...aacStereo, channels: 1, bitrate: 64_000 }],
  ['AAC at a low sample rate', { ...aacStereo, sample_rate: 22_050, bitrate: 48_000 }],
] as const;

it.each(formats)('makes a spot quieter by whole gain steps without encoding it: %s', async (_name, format) => {
  const rendition = renditionOf(await spotOf(0, format), format);
  const { codec } = format;
  const levelled = createLevelledSpots();
  expect(levelled.get(rendition, 4)).toBe(rendition);
  await levelled.prepare([{ rendition, codec, steps: 4 }]);
  const quiet = levelled.get(rendition, 4);
  expect([quiet.data.length, quiet.offsets]).toEqual([rendition.data.length, rendition.offsets]);
  const [before, after] = [await measure!(rendition.data, codec), await measure!(quiet.data, codec)];
  expect(Math.abs(before - after - 4 * gainStepDb)).toBeLessThan(0.1);
  expect(decoderErrors(quiet.data, codec)).toEqual([]);
  await levelled.prepare([]);
  expect(levelled.get(rendition, 4)).toBe(rendition);
});

it('holds one copy of a spot for all stations that need it as quiet, and no more than 64 MB', async () => {
  const big = () => ({ data: Buffer.alloc(40 * 1024 ** 2), offsets: [], ms: 1 });
  const [shared, other] = [big(), big()];
  const levelled = createLevelledSpots();
  await levelled.prepare([
    ...Array.from({ length: 10 }, () => ({ rendition: shared, codec: 'mp3' as const, steps: 2 })),
    { rendition: other, codec: 'mp3', steps: 2 },
  ]);
  // Compared here: vitest would compare the bytes.
  expect([levelled.get(shared, 2) === shared, levelled.get(other, 2) === other]).toEqual([false, true]);
});

it('keeps the checksum of a frame right, and never goes below the least gain', () => {
  const [frame, same] = [Buffer.alloc(417), Buffer.alloc(417)];
  for (const one of [frame, same]) one.set([0xff, 0xfa, 0x90, 0x40]);
  lowerGain(frame, 0, 200);
  mute(same, 0);
  expect(frame.readUInt16BE(4)).not.toBe(0);
  expect(frame).toEqual(same);
});

const headOf = (format: StreamFormat) => ({ station: 's', format }) as StationHead;
/** Publishes a programme again and again until the meter knows its steps. */
const stepsFor = async (programme: Buffer, codec: 'mp3' | 'aac' = 'mp3'): Promise<number> => {
  const bus = createBus((error) => {
    throw error;
  });
  let isKnown = false;
  let measured = 0;
  const meter = createProgrammeLoudness({
    ...{ bus, stations: () => ['s'], everyMs: 1, workShare: 1, changed: () => (isKnown = true) },
    failed: (error) => {
      throw error;
    },
    measure: async (sound, codec) => {
      const lufs = await measure!(sound, codec);
      measured += 1;
      return lufs;
    },
  });
  bus.publish({ type: 'head', head: headOf({ ...stereo, codec }) });
  const frames = createFrameParser(codec).push(programme);
  for (let seq = 0; !isKnown && measured < 8; seq++) {
    const at = (seq * 38) % (frames.length - 38);
    const data = Buffer.concat(frames.slice(at, at + 38).map(({ buffer, start, end }) => buffer.subarray(start, end)));
    bus.publish({
      type: 'batch',
      batch: { station: 's', seq, at: seq, duration: 992_653, offsets: [], data, title: 0 },
    });
    await new Promise((next) => setTimeout(next, 1));
  }
  meter.stop();
  return meter.stepsOf('s');
};

it('many stations take turns: 128 in a round', async () => {
  const bus = createBus((error) => {
    throw error;
  });
  const keys = Array.from({ length: 300 }, (_, n) => `s${String(n)}`);
  let [now, most] = [0, 0];
  const measured = new Set<string>();
  const meter = createProgrammeLoudness({
    ...{ bus, stations: () => keys, everyMs: 1, changed: () => undefined, failed: () => undefined },
    measure: async (sound) => {
      most = Math.max(most, (now += 1));
      measured.add(sound.toString().split(' ')[0]!);
      await new Promise((next) => setTimeout(next, 1));
      now -= 1;
      return -20;
    },
  });
  for (const station of keys) bus.publish({ type: 'head', head: { ...headOf(stereo), station } });
  for (let seq = 0; measured.size < keys.length; seq++) {
    for (const station of keys) {
      const data = Buffer.from(`${station} `);
      bus.publish({ type: 'batch', batch: { station, seq, at: seq, duration: 992_653, offsets: [], data, title: 0 } });
    }
    await new Promise((next) => setTimeout(next, 1));
  }
  meter.stop();
  expect(most).toBeLessThanOrEqual(128);
});

/** A station whose loudness is what `lufs` says; `pieces` are the numbers of the batches that were measured. */
const stubMeter = (lufs: () => number) => {
  const bus = createBus((error) => {
    throw error;
  });
  const pieces: number[] = [];
  let changes = 0;
  const meter = createProgrammeLoudness({
    ...{ bus, stations: () => ['s'], everyMs: 1, workShare: 1, changed: () => (changes += 1), failed: () => undefined },
    measure: async (sound) => {
      pieces.push(sound.readUInt32BE());
      return lufs();
    },
  });
  bus.publish({ type: 'head', head: headOf(stereo) });
  let seq = 0;
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      const data = Buffer.alloc(4);
      data.writeUInt32BE(seq);
      bus.publish({
        type: 'batch',
        batch: { station: 's', seq, at: seq++, duration: 3e6, offsets: [], data, title: 0 },
      });
      await new Promise((next) => setTimeout(next, 1));
    }
  };
  return { meter, pieces, until, changed: () => changes };
};

it.each([
  ['louder', -10, 0],
  ['much quieter', -50, Math.round(9 / gainStepDb)],
])(
  'spots over a programme that is %s are never louder than stored, and at most 9 dB quieter',
  async (_, lufs, steps) => {
    const { meter, until, pieces } = stubMeter(() => lufs);
    await until(() => pieces.length >= 6);
    expect(meter.stepsOf('s')).toBe(steps);
    meter.stop();
  },
);

it('a loudness that does not move is measured less and less often, and at once again when it moves', async () => {
  let lufs = -20;
  const { meter, until, pieces, changed } = stubMeter(() => lufs);
  await until(() => pieces.length >= 8);
  expect([meter.stepsOf('s'), changed()]).toEqual([Math.round(4 / gainStepDb), 1]);
  const pauses = pieces.slice(1).map((piece, at) => piece - pieces[at]!);
  expect(pauses[6]!).toBeGreaterThan(2 * pauses[1]!);
  lufs = -27;
  await until(() => changed() >= 2);
  expect(meter.stepsOf('s')).toBeGreaterThan(Math.round(4 / gainStepDb));
  meter.stop();
});

it.each([
  ['MP3', stereo],
  ['AAC', aacStereo],
] as const)('a spot is as loud as a quieter programme within 1 LU, as decoded: %s', async (_, format) => {
  const { codec } = format;
  const programmeOf = (db: number): Promise<Buffer> =>
    codec === 'mp3' ? mp3(speech(db, 12), format) : aac(speech(db, 12), format);
  const spot = await spotOf(0, format);
  const loudness = await measure!(spot, codec);
  // Both as much quieter as brings the spot to −16 LUFS.
  const toTarget = -16 - loudness;
  const quietProgramme = await programmeOf(toTarget - 5.2);
  const rendition = renditionOf(await spotOf(toTarget, format), format);
  const steps = await stepsFor(quietProgramme, codec);
  expect(steps).toBeGreaterThan(0);
  const levelled = createLevelledSpots();
  await levelled.prepare([{ rendition, codec, steps }]);
  const heard = await measure!(levelled.get(rendition, steps).data, codec);
  expect(Math.abs(heard - (await measure!(quietProgramme, codec)))).toBeLessThanOrEqual(1);
});

it('a spot of AAC with a frame that is not understood stays as it is', async () => {
  const data = await spotOf(0, aacStereo);
  const { offsets } = renditionOf(data, aacStereo);
  for (let bit = 60; bit < 1000; bit += 37) {
    const damaged = Buffer.from(data);
    damaged[offsets[100]! + (bit >> 3)]! ^= 0x80 >> (bit & 7);
    const before = Buffer.from(damaged);
    if (lowerAacGain(damaged, offsets[100]!, offsets[101]!, 4)) continue;
    expect(damaged).toEqual(before);
    const rendition = { ...renditionOf(before, aacStereo), data: before, offsets };
    const levelled = createLevelledSpots();
    await levelled.prepare([{ rendition, codec: 'aac', steps: 4 }]);
    expect(levelled.get(rendition, 4)).toBe(rendition);
    return;
  }
  throw new Error('Every damaged frame was understood.');
});
