import { expect, test } from 'vitest';
import { id3Tag } from './id3.ts';
import { moveChapters } from './move-chapters.ts';

const none = { subtitle: '', artist: '', album: '', date: '', episode: null, season: null, cover: undefined };
const tagOf = (...times: [number, number][]) =>
  id3Tag({
    ...none,
    title: 'CHAP is only a word here',
    chapters: times.map(([startMs, endMs]) => ({ startMs, endMs, title: 'CHAP', url: '' })),
  });

test('chapters move by what plays before them: one that begins at a spot begins behind it', () => {
  const tag = tagOf([0, 60_000], [60_000, 90_000], [90_000, 120_000]);
  moveChapters(tag, [
    { atMs: 0, ms: 5000 },
    { atMs: 60_010, ms: 10_000 },
    { atMs: 120_000, ms: 7000 },
  ]);
  expect(tag.equals(tagOf([5000, 65_000], [75_000, 105_000], [105_000, 135_000]))).toBe(true);
});

test('a tag that ends too early, or is no tag, stays as it is', () => {
  const tag = tagOf([0, 60_000]);
  for (const bytes of [tag.subarray(0, 40), Buffer.from('ID3'), Buffer.alloc(20)]) {
    const before = Buffer.from(bytes);
    moveChapters(bytes, [{ atMs: 0, ms: 5000 }]);
    expect(bytes.subarray(0, 30).equals(before.subarray(0, 30))).toBe(true);
  }
});
