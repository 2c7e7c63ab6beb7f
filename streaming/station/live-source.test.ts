import { expect, it } from 'vitest';
import { mp3Stereo } from '#streaming/ingest/testing/air-rig.ts';
import { createLiveSource } from './live-source.ts';

const frame = { buffer: Buffer.alloc(417), start: 0, end: 417, samples: 1152 };

const sourceOf = (frames: number) => {
  const titles: string[] = [];
  const source = createLiveSource({ ...mp3Stereo, codec: 'aac' }, 2000, { now: () => 0 });
  const push = (count: number): void => {
    for (let i = 0; i < count; i++) source.push(frame);
  };
  push(frames);
  return { source, titles, push, title: (text: string) => source.mark(() => titles.push(text)) };
};

it('reports a title when its audio goes on the air, not before', () => {
  const { source, titles, push, title } = sourceOf(2);
  title('next');
  push(2);
  source.pull();
  source.pull();
  expect(titles).toEqual([]);
  source.pull();
  expect(titles).toEqual(['next']);
});

it('reports a title at once when the buffer is empty', () => {
  const { titles, title } = sourceOf(0);
  title('first');
  expect(titles).toEqual(['first']);
});

it('reports titles in order when the audio between them is dropped', () => {
  const { source, titles, push, title } = sourceOf(3);
  title('one');
  push(3);
  title('two');
  push(3);
  source.keepNewest(60);
  expect(titles).toEqual(['one', 'two']);
  expect(source.lead()).toBeLessThanOrEqual(60);
});

it('discards titles in the tail of a lost sender', () => {
  const { source, titles, push, title } = sourceOf(3);
  title('late');
  push(3);
  source.keepNext(30);
  while (source.pull());
  expect(titles).toEqual([]);
});
