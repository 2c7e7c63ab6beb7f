import { expect, test } from 'vitest';
import { toFileTime, cutEndAt, toEditedTime, areSameCuts, lengthOf, normalizeCuts } from './cuts.ts';

test('sorts cuts, merges adjacent ones and drops tiny ones', () => {
  const cuts = [
    { from: 20, to: 15 },
    { from: 2, to: 5 },
    { from: 4, to: 8 },
    { from: 8.02, to: 9 },
    { from: 30, to: 30.01 },
    { from: 58, to: 70 },
  ];
  expect(normalizeCuts(cuts, 60)).toEqual([
    { from: 2, to: 9 },
    { from: 15, to: 20 },
    { from: 58, to: 60 },
  ]);
});

test('returns the remaining length', () => {
  expect(
    lengthOf(
      [
        { from: 0, to: 5 },
        { from: 10, to: 20 },
      ],
      60,
    ),
  ).toBe(45);
});

const cuts = [
  { from: 0, to: 5 },
  { from: 10, to: 20 },
];

test.each([
  [5, 0],
  [7, 2],
  [10, 5],
  [15, 5],
  [20, 5],
  [25, 10],
])('plays second %d of the file at %d', (position, playedAt) => {
  expect(toEditedTime(cuts, position)).toBe(playedAt);
});

test.each([0, 2, 4.9, 5, 10])('finds the position in the file that plays at %d', (playedAt) => {
  expect(toEditedTime(cuts, toFileTime(cuts, playedAt))).toBe(playedAt);
  expect(cutEndAt(cuts, toFileTime(cuts, playedAt))).toBeUndefined();
});

test('returns where playback continues only within a cut', () => {
  expect(cutEndAt(cuts, 0)).toBe(5);
  expect(cutEndAt(cuts, 19.99)).toBe(20);
  expect(cutEndAt(cuts, 20)).toBeUndefined();
});

test('compares lists of cuts', () => {
  expect(areSameCuts(cuts, [...cuts])).toBe(true);
  expect(areSameCuts(cuts, cuts.slice(1))).toBe(false);
});
