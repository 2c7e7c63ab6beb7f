import { expect, it } from 'vitest';
import { renditionOf } from '#streaming/ads/spot-files.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { decode, detectTones, ffmpeg, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';
import { spliced } from './spot-preview.ts';

const encoded = (source: string, own: string[]): Promise<Buffer> =>
  ffmpeg([
    ...['-f', 'lavfi', '-i', source, '-ac', '2', '-ar', '44100', ...own],
    ...(own.includes('aac') ? ['-f', 'adts'] : ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3']),
    'pipe:1',
  ]);
/** Batches of half a second. */
const batchesOf = (data: Buffer, codec: 'mp3' | 'aac'): FrameBatch[] => {
  const frames = createFrameParser(codec).push(data);
  return Array.from({ length: Math.floor(frames.length / 20) }, (_, seq) => {
    const some = frames.slice(seq * 20, seq * 20 + 20);
    let bytes = 0;
    const offsets = some.map(({ start, end }) => (bytes += end - start) - (end - start));
    const own = Buffer.concat(some.map(({ buffer, start, end }) => buffer.subarray(start, end)));
    return { station: 's', seq, at: 0, duration: 0, offsets, data: own, title: 0 };
  });
};

it.each([
  {
    codec: 'mp3',
    programme: ['-c:a', 'libmp3lame', '-b:a', '128k'],
    spot: ['-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0'],
  },
  { codec: 'aac', programme: ['-c:a', 'aac', '-b:a', '96k'], spot: ['-c:a', 'aac', '-b:a', '128k'] },
] as const)('plays a whole spot between the programme before and after it, in $codec', async ({ codec, ...own }) => {
  const [programme, spot] = await Promise.all([
    encoded('sine=440:d=6,volume=0.6+0.4*sin(9*t):eval=frame', [...own.programme]),
    encoded('sine=1300:d=2', [...own.spot]),
  ]);
  const batches = batchesOf(programme, codec);
  const format = { codec, sample_rate: 44_100, channels: 2, bitrate: 128_000 };
  const rendition = renditionOf(spot, format);
  const middle = Math.floor(batches.length / 2);
  const heard = spliced(format, batches.slice(0, middle), rendition, batches.slice(middle));
  const tones = await detectTones(heard, codec, [440, 1300]);
  expect(sequence(tones)).toEqual([440, 1300, 440]);
  expect(longestGap(tones)).toBeLessThanOrEqual(30);
  const frames = batches.reduce((sum, { offsets }) => sum + offsets.length, 0) + rendition.offsets.length;
  expect(createFrameParser(codec).push(heard)).toHaveLength(frames);
  if (codec === 'mp3') expect(decoderErrors(heard)).toEqual([]);
  expect((await decode(heard, codec)).length).toBeGreaterThan(0);
});
