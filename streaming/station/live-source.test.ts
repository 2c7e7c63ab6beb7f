import { expect, it } from 'vitest';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { createLiveSource } from './live-source.ts';

const frame = { buffer: Buffer.alloc(417), start: 0, end: 417, samples: 1152 };

function sourceOf(frames: number) {
  const told: string[] = [];
  const source = createLiveSource({ ...mp3Stereo, codec: 'aac' }, 2000, { now: () => 0 });
  const push = (count: number): void => {
    for (let i = 0; i < count; i++) source.push(frame);
  };
  push(frames);
  return { source, told, push, title: (text: string) => source.mark(() => told.push(text)) };
}

it('tells a title when the sound it came with goes out, not before', () => {
  const { source, told, push, title } = sourceOf(2);
  title('next');
  push(2);
  source.pull();
  source.pull();
  expect(told).toEqual([]);
  source.pull();
  expect(told).toEqual(['next']);
});

it('tells a title at once where nothing waits', () => {
  const { told, title } = sourceOf(0);
  title('first');
  expect(told).toEqual(['first']);
});

it('tells titles in their order where the sound between them is left out', () => {
  const { source, told, push, title } = sourceOf(3);
  title('one');
  push(3);
  title('two');
  push(3);
  source.keepNewest(60);
  expect(told).toEqual(['one', 'two']);
  expect(source.lead).toBeLessThanOrEqual(60);
});

it('forgets what the tail of a lost sender would have told', () => {
  const { source, told, push, title } = sourceOf(3);
  title('late');
  push(3);
  source.keepNext(30);
  while (source.pull());
  expect(told).toEqual([]);
});
