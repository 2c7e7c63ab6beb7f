import { expect, test } from 'vitest';
import { fileAt, goesOnAt, heardAt, isSame, lengthOf, tidy } from './cuts.ts';

test('brings cuts into order, joins what touches and leaves out what is next to nothing', () => {
  const cuts = [
    { from: 20, to: 15 },
    { from: 2, to: 5 },
    { from: 4, to: 8 },
    { from: 8.02, to: 9 },
    { from: 30, to: 30.01 },
    { from: 58, to: 70 },
  ];
  expect(tidy(cuts, 60)).toEqual([
    { from: 2, to: 9 },
    { from: 15, to: 20 },
    { from: 58, to: 60 },
  ]);
});

test('says how long what is left is', () => {
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
])('hears second %d of the file at %d', (moment, heard) => {
  expect(heardAt(cuts, moment)).toBe(heard);
});

test.each([0, 2, 4.9, 5, 10])('finds the moment of the file that is heard at %d again', (heard) => {
  expect(heardAt(cuts, fileAt(cuts, heard))).toBe(heard);
  expect(goesOnAt(cuts, fileAt(cuts, heard))).toBeUndefined();
});

test('knows where the sound goes on within a cut, and nowhere else', () => {
  expect(goesOnAt(cuts, 0)).toBe(5);
  expect(goesOnAt(cuts, 19.99)).toBe(20);
  expect(goesOnAt(cuts, 20)).toBeUndefined();
});

test('tells the same cuts from others', () => {
  expect(isSame(cuts, [...cuts])).toBe(true);
  expect(isSame(cuts, cuts.slice(1))).toBe(false);
});
