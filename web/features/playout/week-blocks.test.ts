import { expect, test } from 'vitest';
import {
  blocksOf,
  blocksOverlap,
  freeBlock,
  hoursOf,
  lanesOf,
  movedBlock,
  resizedBlock,
  segmentsOf,
} from './week-blocks.ts';

test('splits hours into a block a day, and joins them again', () => {
  const hours = [
    { days: [1, 2], from: 360, to: 600 },
    { days: [6], from: 1320, to: 120 },
    { days: [7], from: 0, to: 1440 },
  ];
  expect(blocksOf(hours)).toEqual([
    { day: 1, from: 360, to: 600 },
    { day: 2, from: 360, to: 600 },
    { day: 6, from: 1320, to: 1560 },
    { day: 7, from: 0, to: 1440 },
  ]);
  expect(hoursOf(blocksOf(hours))).toEqual(hours);
});

test('one day of several moves alone, and joins hours of the same times', () => {
  const [monday, tuesday] = blocksOf([{ days: [1, 2], from: 360, to: 600 }]);
  const later = movedBlock(monday!, 0, 60);
  expect(hoursOf([later, tuesday!])).toEqual([
    { days: [1], from: 420, to: 660 },
    { days: [2], from: 360, to: 600 },
  ]);
  expect(hoursOf([movedBlock(later, 4, -60), tuesday!])).toEqual([{ days: [2, 5], from: 360, to: 600 }]);
});

test('moves stay within the week and keep the length', () => {
  expect(movedBlock({ day: 7, from: 1380, to: 1500 }, 3, 300)).toEqual({ day: 7, from: 1425, to: 1545 });
  expect(movedBlock({ day: 1, from: 30, to: 90 }, -1, -60)).toEqual({ day: 1, from: 0, to: 60 });
});

test('edges leave a quarter of an hour, and less than a day', () => {
  const block = { day: 1, from: 600, to: 660 };
  expect(resizedBlock(block, 'to', -300).to).toBe(615);
  expect(resizedBlock(block, 'to', 3000).to).toBe(600 + 1440 - 15);
  expect(resizedBlock({ day: 1, from: 0, to: 60 }, 'to', 3000).to).toBe(1440);
  expect(resizedBlock(block, 'from', 300).from).toBe(645);
  expect(resizedBlock({ day: 1, from: 1320, to: 1500 }, 'from', -3000).from).toBe(75);
  for (const edge of ['from', 'to'] as const)
    for (const minutes of [-3000, 3000]) {
      const [hours] = hoursOf([resizedBlock({ day: 3, from: 1320, to: 1500 }, edge, minutes)]);
      expect(hours!.from).not.toBe(hours!.to);
    }
});

test('a block past midnight is also in the next day, on Sunday in Monday', () => {
  expect(segmentsOf({ day: 7, from: 1320, to: 1500 })).toEqual([
    { day: 7, from: 1320, to: 1440 },
    { day: 1, from: 0, to: 60 },
  ]);
  expect(blocksOverlap({ day: 7, from: 1320, to: 1500 }, { day: 1, from: 30, to: 90 })).toBe(true);
  expect(blocksOverlap({ day: 7, from: 1320, to: 1500 }, { day: 1, from: 60, to: 90 })).toBe(false);
});

test('new hours are where nothing else is', () => {
  expect(freeBlock([])).toEqual({ day: 1, from: 360, to: 480 });
  expect(freeBlock([{ day: 1, from: 0, to: 1440 }])).toEqual({ day: 2, from: 360, to: 480 });
  expect(freeBlock(blocksOf([{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 1440 }]))).toEqual({
    day: 1,
    from: 360,
    to: 480,
  });
});

test('overlapping blocks share the width of their day, others have all of it', () => {
  const segments = [
    { from: 0, to: 120 },
    { from: 60, to: 180 },
    { from: 120, to: 240 },
    { from: 300, to: 360 },
  ];
  expect(lanesOf(segments)).toEqual([
    { lane: 0, of: 2 },
    { lane: 1, of: 2 },
    { lane: 0, of: 2 },
    { lane: 0, of: 1 },
  ]);
});
