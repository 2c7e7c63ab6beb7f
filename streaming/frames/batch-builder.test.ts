import { describe, expect, it } from 'vitest';
import { createBatchBuilder } from './batch-builder.ts';
import type { Frame } from './frame.ts';
import { silenceOf } from './silence.ts';

const format = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 } as const;
const silence = silenceOf(format);
const bytes = silence.frame.buffer.subarray(silence.frame.start, silence.frame.end);
const sound = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 251));
const frame = (start: number, end: number): Frame => ({ buffer: sound, start, end, samples: 1152 });

describe('a batch', () => {
  it('of adjacent frames is not copied', () => {
    const builder = createBatchBuilder(silence);
    builder.add(frame(10, 110));
    builder.add(frame(110, 200));
    const run = builder.take()!;
    expect(run.data.buffer).toBe(sound.buffer);
    expect(run.data).toEqual(sound.subarray(10, 200));
    expect(run.offsets).toEqual([0, 100]);
    expect(builder.take()).toBeUndefined();
  });

  it('of silence alone shares its bytes between stations of the format', () => {
    const [one, other] = [createBatchBuilder(silence), createBatchBuilder(silenceOf({ ...format }))].map((builder) => {
      for (let at = 0; at < 3; at++) builder.add(silence.frame);
      return builder.take()!;
    });
    expect(one!.data).toBe(other!.data);
    expect(one!.data).toEqual(Buffer.concat([bytes, bytes, bytes]));
    expect(one!.offsets).toEqual([0, bytes.length, 2 * bytes.length]);
  });

  it('of audio and silence has each frame in its place', () => {
    const builder = createBatchBuilder(silence);
    for (const one of [silence.frame, silence.frame, frame(0, 50), silence.frame, frame(50, 80)]) builder.add(one);
    const { data, offsets } = builder.take()!;
    expect(data).toEqual(Buffer.concat([bytes, bytes, sound.subarray(0, 50), bytes, sound.subarray(50, 80)]));
    expect(offsets).toEqual([0, 1, 2, 2, 3].map((count, at) => count * bytes.length + (at > 2 ? 50 : 0)));
    builder.add(silence.frame);
    expect(builder.take()!.data).toEqual(bytes);
  });
});
