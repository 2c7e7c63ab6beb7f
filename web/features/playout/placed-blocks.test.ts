import { expect, test } from 'vitest';
import { changedHours, mergedBlocks, placedBlocks } from './placed-blocks.ts';

const night = { id: 'night', hours: [{ days: [6, 7], from: 1320, to: 120 }] };
const charts = { id: 'charts', hours: [{ days: [1], from: 600, to: 720 }] };
const saved = [night, charts];
const at = (day: number, from: number, to: number, playlist: string) => expect.objectContaining({ day, from, to, playlist }); // oxfmt-ignore

test('places blocks in the order of the week, and keeps the IDs of those that were there', () => {
  const before = placedBlocks(saved);
  expect(before).toEqual([at(1, 600, 720, 'charts'), at(6, 1320, 1560, 'night'), at(7, 1320, 1560, 'night')]);
  const [monday, ...weekend] = placedBlocks([night, { ...charts, hours: [{ days: [2], from: 600, to: 720 }] }], before);
  expect(weekend).toEqual(before.slice(1));
  expect(monday?.id).not.toBe(before[0]?.id);
});

test('gives two blocks of the same times IDs of their own', () => {
  const twice = [{ id: 'night', hours: [...night.hours, ...night.hours] }];
  const before = placedBlocks(twice);
  expect(new Set(placedBlocks(twice, before).map(({ id }) => id)).size).toBe(4);
});

test('tells which playlists have other hours than those saved', () => {
  const blocks = placedBlocks(saved);
  expect(changedHours(blocks, saved)).toEqual([]);
  const moved = blocks.map((block) => (block.playlist === 'charts' ? { ...block, day: 2 } : block));
  expect(changedHours(moved, saved)).toEqual([{ id: 'charts', hours: [{ days: [2], from: 600, to: 720 }] }]);
  expect(changedHours([], saved).map(({ hours }) => hours)).toEqual([[], []]);
});

test('shows what others saved, but for playlists with unsaved hours; without those that were removed', () => {
  const blocks = placedBlocks(saved);
  const moved = blocks.map((block) => (block.playlist === 'charts' ? { ...block, day: 2 } : block));
  const theirs = [
    { id: 'night', hours: [{ days: [6], from: 1320, to: 120 }] },
    { id: 'charts', hours: [] },
    { id: 'new', hours: [{ days: [3], from: 0, to: 60 }] },
  ];
  const merged = mergedBlocks(moved, saved, theirs);
  expect(merged).toEqual([moved[0], moved[1], at(3, 0, 60, 'new')]);
  expect(changedHours(merged, theirs)).toEqual([{ id: 'charts', hours: [{ days: [2], from: 600, to: 720 }] }]);
  expect(mergedBlocks(moved, saved, [night])).toEqual(moved.slice(1));
});

test('keeps all blocks once they are saved', () => {
  const moved = placedBlocks(saved).map((block) => (block.playlist === 'charts' ? { ...block, day: 7 } : block));
  expect(mergedBlocks(moved, saved, [night, { id: 'charts', hours: [{ days: [7], from: 600, to: 720 }] }])).toEqual(moved); // oxfmt-ignore
});
