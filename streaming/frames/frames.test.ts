import { beforeAll, describe, expect, it } from 'vitest';
import { decode, ffmpeg, tone } from '#streaming/ingest/testing/sound.ts';
import { createFrameParser, type ParsedFrame } from './frame-parser.ts';
import type { Frame } from './frame.ts';
import { mainDataBegin } from './mpeg.ts';
import { silenceOf } from './silence.ts';
import { createSpliceGuard } from './splice.ts';

let mp3: Buffer;
let withReservoir: Buffer;

const bytesOf = (frames: Frame[]): Buffer =>
  Buffer.concat(frames.map((frame) => frame.buffer.subarray(frame.start, frame.end)));

function parse(bytes: Buffer, step: number, codec: 'mp3' | 'aac' = 'mp3'): ParsedFrame[] {
  const parser = createFrameParser(codec);
  const frames: ParsedFrame[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    frames.push(...parser.push(bytes.subarray(at, at + step)));
  }
  return frames;
}

beforeAll(async () => {
  const plain = ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];
  const encode = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k'];
  mp3 = await ffmpeg([...tone(440, 3), ...encode, '-reservoir', '0', ...plain]);
  withReservoir = await withRate(44_100, '128k')();
});

/** Makes noise that swells and ebbs, so that its encoder saves bytes for the loud parts. */
function withRate(rate: number, bitrate: string): () => Promise<Buffer> {
  const noise = `anoisesrc=d=3:a=0.3:r=${rate}:seed=1,volume=0.8*(1+sin(9*t))/2:eval=frame`;
  const encode = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', bitrate, '-write_xing', '0', '-id3v2_version', '0'];
  return () => ffmpeg(['-f', 'lavfi', '-i', noise, ...encode, '-f', 'mp3', 'pipe:1']);
}

describe('cutting sound into frames', () => {
  it.each([1, 7, 1000, 1_000_000])('gives every byte back, read %d at a time', (step) => {
    const frames = parse(mp3, step);
    expect(bytesOf(frames).equals(mp3)).toBe(true);
    expect(frames[0]!.header).toMatchObject({ sample_rate: 44_100, channels: 2, bitrate: 128_000 });
    expect(frames.map((frame) => frame.samples)).toEqual(frames.map(() => 1152));
  });

  it('gives every byte back where the beginning of a frame is given back and read again', () => {
    const parser = createFrameParser('mp3');
    const frames: ParsedFrame[] = [];
    let [at, again] = [0, 0];
    while (at < mp3.length) {
      at -= again;
      frames.push(...parser.push(mp3.subarray(at, at + again + 1000)));
      at += again + 1000;
      again = parser.giveBack();
    }
    expect(bytesOf(frames).equals(mp3)).toBe(true);
    expect(frames.map(({ offset }) => offset)).toEqual(parse(mp3, 999).map(({ offset }) => offset));
  });

  it('leaves out tags, contents frames and garbage, and finds the step again', async () => {
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

  it('falls out of step where the sample rate changes, and follows', async () => {
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
  ] as const)('is heard as nothing in %s at %d Hz with %d channels', async (codec, sample_rate, channels) => {
    const frame = silenceOf({ codec, sample_rate, channels, bitrate: 128_000 }).frame;
    const frames = parse(bytesOf(Array.from({ length: 20 }, () => frame)), 500, codec);
    expect(frames.length).toBe(20);
    expect(frames[0]!.header).toMatchObject({ sample_rate, channels });
    const pcm = await decode(bytesOf(frames), codec);
    expect(pcm.length).toBeGreaterThan(10_000);
    expect(pcm.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(1e-4);
  });
});

describe('a splice', () => {
  const format = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 } as const;
  const quiet = (): Frame[] => Array.from({ length: 40 }, () => silenceOf(format).frame);
  const soundOf = (frames: Frame[]): Promise<Float32Array> => decode(bytesOf(frames), 'mp3');

  /** Where a stream that borrows from its past is joined: at a frame that reaches at least 100 bytes back. */
  function joined(bytes: Buffer): { live: ParsedFrame[]; from: number } {
    const live = parse(bytes, 9999);
    const from = live.findIndex((frame, at) => at > 20 && mainDataBegin(frame.buffer, frame.start) > 100);
    expect(from).toBeGreaterThan(20);
    return { live, from };
  }

  /** The largest difference of two sounds over `count` samples. */
  function difference(a: Float32Array, b: Float32Array): number {
    return a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0);
  }

  it.each([
    ['44.1 kHz', withRate(44_100, '128k'), 1152],
    ['44.1 kHz at 192 kbit/s', withRate(44_100, '192k'), 1152],
    ['22.05 kHz', withRate(22_050, '64k'), 576],
  ])('sounds from its first frame on as if it had always been there (%s)', async (_, encode, samples) => {
    const { live, from } = joined(await encode());
    const guard = createSpliceGuard('mp3');
    for (const frame of live.slice(0, from)) guard.skip(frame);
    guard.cut();
    const guarded = live.slice(from).map((frame) => guard.pass(frame));
    const changed = guarded.filter((frame, at) => frame.buffer !== live[from + at]!.buffer).length;
    expect(changed).toBeGreaterThanOrEqual(1);
    expect(changed).toBeLessThanOrEqual(3);
    const whole = await soundOf(live);
    const spliced = await soundOf([...live.slice(0, 3), ...guarded]);
    const rate = 44_100 / live[0]!.header.sample_rate;
    const after = (frames: number): number => frames * samples * rate;
    // The first frame fades in over what was before it, by the way MP3 overlaps.
    const a = whole.subarray(after(from + 2), after(from + 20));
    const b = spliced.subarray(after(5), after(23));
    expect(a.some((value) => Math.abs(value) > 0.1)).toBe(true);
    expect(difference(a, b)).toBeLessThan(rate === 1 ? 1e-4 : 0.02);
  });

  it('mutes frames that reach for what nobody knows, so that no noise is heard', async () => {
    const { live, from } = joined(withReservoir);
    const tail = live.slice(from, from + 30);
    const guard = createSpliceGuard('mp3');
    const guarded = tail.map((frame) => guard.pass(frame));
    const muted = guarded.filter((frame, at) => frame.buffer !== tail[at]!.buffer).length;
    expect(muted).toBeGreaterThanOrEqual(1);
    expect(muted).toBeLessThanOrEqual(3);
    const peak = async (frames: Frame[], count: number): Promise<number> => {
      const pcm = await soundOf([...quiet(), ...frames]);
      const spliced = pcm.subarray(40 * 1152, (40 + count) * 1152);
      return spliced.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    };
    expect(await peak(guarded, muted)).toBeLessThan(1e-3);
    expect(await peak(tail, muted)).toBeGreaterThan(1e-2);
    expect(await peak(guarded, 10)).toBeGreaterThan(0.05);
  });
});
