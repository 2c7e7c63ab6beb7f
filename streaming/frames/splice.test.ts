import { beforeAll, describe, expect, it } from 'vitest';
import { decoderErrors } from '#streaming/ingest/testing/decoder-errors.ts';
import { decode, ffmpeg } from '#streaming/ingest/testing/audio.ts';
import { createCleanStart } from './clean-start.ts';
import { createFrameParser, type ParsedFrame } from './frame-parser.ts';
import type { Frame } from './frame.ts';
import { mainDataBegin } from './mpeg.ts';
import { silenceOf } from './silence.ts';
import { createSpliceGuard } from './splice.ts';

let withReservoir: Buffer;

const bytesOf = (frames: Frame[]): Buffer =>
  Buffer.concat(frames.map((frame) => frame.buffer.subarray(frame.start, frame.end)));
const parse = (bytes: Buffer): ParsedFrame[] => createFrameParser('mp3').push(bytes);

/** Encodes noise that swells and fades, so that the encoder fills its bit reservoir for the loud parts. */
const withRate = (rate: number, bitrate: string, channels = 2): (() => Promise<Buffer>) => {
  const noise = `anoisesrc=d=3:a=0.3:r=${rate}:seed=1,volume=0.8*(1+sin(9*t))/2:eval=frame`;
  const encode = ['-ac', String(channels), '-c:a', 'libmp3lame', '-b:a', bitrate];
  const plain = ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', 'pipe:1'];
  return () => ffmpeg(['-f', 'lavfi', '-i', noise, ...encode, ...plain]);
};

beforeAll(async () => {
  withReservoir = await withRate(44_100, '128k')();
});

describe('a splice', () => {
  const format = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 } as const;
  const silentFrames = (): Frame[] => Array.from({ length: 40 }, () => silenceOf(format).frame);
  const decodeFrames = (frames: Frame[]): Promise<Float32Array> => decode(bytesOf(frames), 'mp3');

  /** A stream with a bit reservoir, joined at a frame that reaches at least 100 bytes back. */
  const joined = (bytes: Buffer): { live: ParsedFrame[]; from: number } => {
    const live = parse(bytes);
    const from = live.findIndex((frame, at) => at > 20 && mainDataBegin(frame.buffer, frame.start) > 100);
    expect(from).toBeGreaterThan(20);
    return { live, from };
  };

  /** The largest difference between two signals. */
  const difference = (a: Float32Array, b: Float32Array): number =>
    a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0);

  it.each([
    ['44.1 kHz', withRate(44_100, '128k'), 1152],
    ['44.1 kHz at 192 kbit/s', withRate(44_100, '192k'), 1152],
    ['22.05 kHz', withRate(22_050, '64k'), 576],
  ])('plays from its first frame on as in the unspliced stream (%s)', async (_, encode, samples) => {
    const { live, from } = joined(await encode());
    const guard = createSpliceGuard('mp3');
    for (const frame of live.slice(0, from)) guard.skip(frame);
    guard.cut();
    const guarded = live.slice(from).map((frame) => guard.pass(frame));
    const changed = guarded.filter((frame, at) => frame.buffer !== live[from + at]!.buffer).length;
    expect(changed).toBeGreaterThanOrEqual(1);
    expect(changed).toBeLessThanOrEqual(3);
    const whole = await decodeFrames(live);
    const spliced = await decodeFrames([...live.slice(0, 3), ...guarded]);
    const rate = 44_100 / live[0]!.header.sample_rate;
    const after = (frames: number): number => frames * samples * rate;
    // The first frame overlaps with what precedes it, as MP3 frames do.
    const a = whole.subarray(after(from + 2), after(from + 20));
    const b = spliced.subarray(after(5), after(23));
    expect(a.some((value) => Math.abs(value) > 0.1)).toBe(true);
    expect(difference(a, b)).toBeLessThan(rate === 1 ? 1e-4 : 0.02);
  });

  it('mutes frames whose reservoir is unknown, so that no noise is heard', async () => {
    const { live, from } = joined(withReservoir);
    const tail = live.slice(from, from + 30);
    const guard = createSpliceGuard('mp3');
    const guarded = tail.map((frame) => guard.pass(frame));
    const muted = guarded.filter((frame, at) => frame.buffer !== tail[at]!.buffer).length;
    expect(muted).toBeGreaterThanOrEqual(1);
    expect(muted).toBeLessThanOrEqual(3);
    const peak = async (frames: Frame[], count: number): Promise<number> => {
      const pcm = await decodeFrames([...silentFrames(), ...frames]);
      const spliced = pcm.subarray(40 * 1152, (40 + count) * 1152);
      return spliced.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    };
    expect(await peak(guarded, muted)).toBeLessThan(1e-3);
    expect(await peak(tail, muted)).toBeGreaterThan(1e-2);
    expect(await peak(guarded, 10)).toBeGreaterThan(0.05);
  });
});

describe('decoder errors at a splice', () => {
  it.each([
    ['44.1 kHz at 128 kbit/s', withRate(44_100, '128k'), 128_000],
    ['44.1 kHz at 64 kbit/s', withRate(44_100, '64k'), 64_000],
    ['mono at 32 kbit/s', withRate(44_100, '32k', 1), 32_000],
    ['22.05 kHz at 32 kbit/s', withRate(22_050, '32k', 1), 32_000],
  ])('are absent where the reservoir is unknown (%s)', async (_, encode, bitrate) => {
    const live = parse(await encode());
    const { sample_rate, channels } = live[0]!.header;
    const silence = silenceOf({ codec: 'mp3', sample_rate, channels, bitrate }).frame;
    const parts = [20, 33, 47, 59, 72].map((from) => {
      const guard = createSpliceGuard('mp3');
      return [silence, ...live.slice(from, from + 25).map((frame) => guard.pass(frame))];
    });
    expect(decoderErrors(bytesOf(parts.flat()))).toEqual([]);
    const unguarded = [20, 33, 47, 59, 72].map((from) => [silence, ...live.slice(from, from + 25)]);
    expect(decoderErrors(bytesOf(unguarded.flat()))).not.toEqual([]);
  });

  it('are absent where an encoder forwards files with truncated beginnings', async () => {
    const live = parse(withReservoir);
    const from = live.findIndex((frame, at) => at > 20 && mainDataBegin(frame.buffer, frame.start) > 300);
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0]);
    const files = Buffer.concat([bytesOf(live.slice(0, 40)), tag, bytesOf(live.slice(from, from + 40))]);
    const guard = createSpliceGuard('mp3');
    const passed = parse(files).map((frame) => guard.pass(frame));
    expect(passed.length).toBe(80);
    expect(passed.slice(0, 40).every((frame) => frame.buffer === files)).toBe(true);
    expect(passed[40]!.buffer).not.toBe(files);
    expect(decoderErrors(bytesOf(passed))).toEqual([]);
  });

  it('are absent at the beginning of a burst, which keeps its length', async () => {
    const live = parse(withReservoir);
    const from = live.findIndex((frame, at) => at > 20 && mainDataBegin(frame.buffer, frame.start) > 300);
    const data = bytesOf(live.slice(from, from + 40));
    const start = live[from]!.start;
    const offsets = live.slice(from, from + 40).map((frame) => frame.start - start);
    const clean = createCleanStart('mp3')({ data, offsets });
    expect(clean.length).toBe(data.length);
    expect(clean.equals(data)).toBe(false);
    expect(clean.subarray(offsets[12]).equals(data.subarray(offsets[12]))).toBe(true);
    expect(decoderErrors(clean)).toEqual([]);
    expect(decoderErrors(data)).not.toEqual([]);
  });
});
