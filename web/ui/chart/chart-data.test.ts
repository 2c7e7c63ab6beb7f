import { expect, test } from 'vitest';
import { namedPoints, runsOf, ticksOf, pointText } from './chart-data.ts';

const series = [{ name: 'peak', label: 'Peak' }];
const pointsOf = (...peaks: (number | null)[]) => peaks.map((peak, i) => ({ at: String(i), peak }));

test('the axis has round steps up to the highest value', () => {
  expect(ticksOf(pointsOf(0, 7), series)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksOf(pointsOf(93), series)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksOf(pointsOf(0.3, 0.9), series)).toEqual([0, 0.5, 1]);
});

test('whole numbers have whole steps, and an empty chart has an axis', () => {
  expect(ticksOf(pointsOf(1, 0), series)).toEqual([0, 1]);
  expect(ticksOf([], series)).toEqual([0, 1]);
});

test('names below the axis do not overlap', () => {
  expect(namedPoints(24, 1200, 40)).toHaveLength(12);
  expect(namedPoints(24, 300, 60)).toEqual([0, 6, 12, 18]);
  expect(namedPoints(0, 300, 60)).toEqual([]);
});

test('unknown values leave a gap', () => {
  expect(runsOf(pointsOf(1, 2, null, 4), 'peak')).toEqual([
    [
      [0, 1],
      [1, 2],
    ],
    [[3, 4]],
  ]);
});

test('describes a point as text', () => {
  const write = { at: (at: string) => `At ${at}`, value: String };
  expect(pointText({ at: '1', peak: 3 }, series, 'listeners', write)).toBe('At 1: 3 listeners');
  const both = [...series, { name: 'before', label: 'Before' }];
  expect(pointText({ at: '1', peak: 3, before: null }, both, 'listeners', write)).toBe('At 1: Peak 3, Before unknown');
});
