import { expect, it } from 'vitest';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import { createFrameQueue } from './frame-queue.ts';

it('returns frames in order, with the input offset of the next one', () => {
  const sound = silenceOf({ codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 }).run(20).data;
  const parser = createFrameParser('mp3');
  const queue = createFrameQueue();
  expect([queue.isEmpty(), queue.nextOffset(), queue.endOffset(), queue.samples()]).toEqual([true, undefined, 0, 0]);
  const parsed = [sound.subarray(0, 5000), sound.subarray(5000)].flatMap((part) => parser.push(part));
  for (const frame of parsed) queue.push(frame);
  expect(queue.samples()).toBe(20 * 1152);
  for (const [at, frame] of parsed.entries()) {
    expect(queue.nextOffset()).toBe(frame.offset);
    const { buffer, start, end, samples } = queue.shift()!;
    expect(buffer.subarray(start, end)).toEqual(sound.subarray(frame.offset, frame.offset + frame.header.length));
    expect([samples, queue.samples()]).toEqual([1152, (19 - at) * 1152]);
    expect(queue.endOffset()).toBe(frame.offset + frame.header.length);
  }
  expect([queue.isEmpty(), queue.nextOffset(), queue.shift()]).toEqual([true, undefined, undefined]);
});
