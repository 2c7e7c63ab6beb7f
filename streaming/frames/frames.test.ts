import { beforeAll, describe, expect, it } from 'vitest';
import { decode, ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { createFrameParser, type ParsedFrame } from './frame-parser.ts';
import type { Frame } from './frame.ts';
import { silenceOf } from './silence.ts';

let mp3: Buffer;

const bytesOf = (frames: Frame[]): Buffer =>
  Buffer.concat(frames.map((frame) => frame.buffer.subarray(frame.start, frame.end)));

const parse = (bytes: Buffer, step: number, codec: 'mp3' | 'aac' = 'mp3'): ParsedFrame[] => {
  const parser = createFrameParser(codec);
  const frames: ParsedFrame[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    frames.push(...parser.push(bytes.subarray(at, at + step)));
  }
  return frames;
};

beforeAll(async () => {
  const plain = ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];
  const encode = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k'];
  mp3 = await ffmpeg([...tone(440, 3), ...encode, '-reservoir', '0', ...plain]);
});

describe('cutting audio into frames', () => {
  it.each([1, 7, 1000, 1_000_000])('returns every byte, read %d at a time', (step) => {
    const frames = parse(mp3, step);
    expect(bytesOf(frames).equals(mp3)).toBe(true);
    expect(frames[0]!.header).toMatchObject({ sample_rate: 44_100, channels: 2, bitrate: 128_000 });
    expect(frames.map((frame) => frame.samples)).toEqual(frames.map(() => 1152));
  });

  it('returns every byte when incomplete frames are discarded and read again', () => {
    const parser = createFrameParser('mp3');
    const frames: ParsedFrame[] = [];
    let [at, partial] = [0, 0];
    while (at < mp3.length) {
      at -= partial;
      frames.push(...parser.push(mp3.subarray(at, at + partial + 1000)));
      at += partial + 1000;
      partial = parser.discardPartial();
    }
    expect(bytesOf(frames).equals(mp3)).toBe(true);
    expect(frames.map(({ offset }) => offset)).toEqual(parse(mp3, 999).map(({ offset }) => offset));
  });

  it('skips tags, contents frames and garbage, and resynchronises', async () => {
    const tagged = await ffmpeg([
      ...tone(440, 2),
      ...['-c:a', 'libmp3lame', '-b:a', '64k', '-metadata', 'title=x', '-write_id3v1', '1'],
      ...['-f', 'mp3', 'pipe:1'],
    ]);
    const ape = Buffer.alloc(40);
    ape.write('APETAGEX');
    ape.writeUInt32LE(8, 12);
    ape.writeUInt32LE(0xa0000000, 20);
    const garbage = Buffer.from('\xff\xfb\x90 not a frame \xff\xfb', 'latin1');
    const parser = createFrameParser('mp3');
    const frames = parser.push(Buffer.concat([tagged, ape, garbage, mp3, tagged]));
    const rates = frames.map((frame) => frame.header.bitrate);
    expect(rates.filter((rate) => rate === 128_000).length).toBe(parse(mp3, 9999).length);
    expect(rates.filter((rate) => rate === 64_000).length % 2).toBe(0);
    expect(bytesOf(frames).includes('Info')).toBe(false);
    expect(bytesOf(frames).includes('Lavf')).toBe(false);
    expect(parser.garbage).toBeLessThanOrEqual(garbage.length);
  });

  it('cuts AAC, with exact durations', async () => {
    const adts = ['-ac', '2', '-c:a', 'aac', '-b:a', '96k', '-f', 'adts', 'pipe:1'];
    const aac = await ffmpeg([...tone(440, 2), ...adts]);
    const frames = parse(aac, 333, 'aac');
    expect(bytesOf(frames).equals(aac)).toBe(true);
    expect(frames[0]!.header).toMatchObject({ sample_rate: 44_100, channels: 2, samples: 1024 });
  });

  it('resynchronises when the sample rate changes', async () => {
    const other = await ffmpeg([
      ...tone(440, 1),
      ...['-ar', '48000', '-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0'],
      ...['-f', 'mp3', 'pipe:1'],
    ]);
    const rates = parse(Buffer.concat([mp3, other]), 500).map((frame) => frame.header.sample_rate);
    expect([...new Set(rates)]).toEqual([44_100, 48_000]);
  });
});

describe('silence', () => {
  it.each([
    ['mp3', 44_100, 2],
    ['mp3', 48_000, 1],
    ['mp3', 22_050, 1],
    ['mp3', 11_025, 2],
    ['aac', 44_100, 2],
    ['aac', 48_000, 1],
  ] as const)('decodes to silence in %s at %d Hz with %d channels', async (codec, sample_rate, channels) => {
    const frame = silenceOf({ codec, sample_rate, channels, bitrate: 128_000 }).frame;
    const frames = parse(bytesOf(Array.from({ length: 20 }, () => frame)), 500, codec);
    expect(frames.length).toBe(20);
    expect(frames[0]!.header).toMatchObject({ sample_rate, channels });
    const pcm = await decode(bytesOf(frames), codec);
    expect(pcm.length).toBeGreaterThan(10_000);
    expect(pcm.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(1e-4);
  });
});
