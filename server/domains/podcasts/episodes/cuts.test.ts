import { describe, expect, it } from 'vitest';
import { cleanCuts, toDeliveredTime, toOriginalTime, remainingParts, moveChapters } from './cuts.ts';

const cuts = [
  { from: 10, to: 20 },
  { from: 40, to: 45 },
];

describe('cuts', () => {
  it('are sorted, merged and clamped to the file', () => {
    const given = [
      { from: 40, to: 99 },
      { from: 5, to: 12 },
      { from: 10, to: 20 },
      { from: 30, to: 30.001 },
      { from: 25, to: 22 },
    ];
    expect(cleanCuts(given, 50)).toEqual([
      { from: 5, to: 20 },
      { from: 40, to: 50 },
    ]);
  });

  it('leave the parts between them, undefined without cuts, and refuse to leave nothing', () => {
    expect(remainingParts(cuts, 50)).toEqual([
      { from: 0, to: 10 },
      { from: 20, to: 40 },
      { from: 45, to: 50 },
    ]);
    expect(remainingParts([{ from: 0, to: 10 }], 50)).toEqual([{ from: 10, to: 50 }]);
    expect(remainingParts([], 50)).toBeUndefined();
    expect(() => remainingParts([{ from: 0, to: 50 }], 50)).toThrow('episode.nothingLeft');
  });

  it('shift later times, in both directions', () => {
    expect([5, 15, 25, 42, 50].map((moment) => toDeliveredTime(moment, cuts))).toEqual([5, 10, 15, 30, 35]);
    expect([5, 10, 15, 30, 35].map((moment) => toOriginalTime(moment, cuts))).toEqual([5, 20, 25, 45, 50]);
  });
});

it('chapters move with the cuts; one that is cut out entirely is removed', () => {
  const chapter = (start: number) => ({ start, title: `At ${start}`, url: '' });
  const whole = [0, 11, 15, 25, 48].map(chapter);
  const moved = moveChapters(whole, [], cuts, 35);
  expect(moved.map(({ start, title }) => [start, title])).toEqual([
    [0, 'At 0'],
    [10, 'At 15'],
    [15, 'At 25'],
    [33, 'At 48'],
  ]);
  expect(moveChapters(moved, cuts, cuts, 35)).toEqual(moved);
  expect(moveChapters(moved, cuts, [], 50).map(({ start }) => start)).toEqual([0, 20, 25, 48]);
  expect(moveChapters(whole, [], [{ from: 30, to: 60 }], 30).map(({ start }) => start)).toEqual([0, 11, 15, 25]);
});
