import { expect, test } from 'vitest';
import { barsPath, deliveredPeaks } from './peaks.ts';

const wave = (loud: number[], perSecond = 1) => ({
  duration: loud.length / perSecond,
  perSecond,
  peaks: loud.flatMap((peak) => [-peak, peak - 1]),
});

test('takes the loudest peak of each interval', () => {
  expect(deliveredPeaks(wave([0, 64, 128, 0]), [], 2)).toEqual([0.5, 1]);
});

test('omits the cut parts of the file', () => {
  const peaks = deliveredPeaks(
    wave([128, 128, 32, 32, 128, 128]),
    [
      { from: 0, to: 2 },
      { from: 4, to: 6 },
    ],
    2,
  );
  expect(peaks).toEqual([0.25, 0.25]);
});

test('fills all columns even when there are fewer peaks', () => {
  expect(deliveredPeaks(wave([64]), [], 3)).toEqual([0.5, 0.5, 0.5]);
  expect(deliveredPeaks(wave([]), [], 2)).toEqual([0, 0]);
});

test('draws bars around the middle', () => {
  expect(barsPath([1, 0])).toBe('M0.5 0.0v100.0M1.5 49.5v1.0');
});
