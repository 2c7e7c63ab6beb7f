import { expect, it } from 'vitest';
import { splitIntoRollups } from './time-ranges.ts';

const covered = (from: string, to: string, steps = [168, 24, 1]) => {
  const { covered: found, ends } = splitIntoRollups({ start: Date.parse(from), end: Date.parse(to) }, steps);
  const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
  return [
    ...found.map(({ hours, start, end }) => `${hours} ${iso(start)} ${iso(end)}`),
    ...ends.map(({ start, end }) => `ends ${iso(start)} ${iso(end)}`),
  ];
};

it('uses weeks from Monday, and days around them', () => {
  expect(covered('2026-11-01T00:00Z', '2026-11-18T00:00Z')).toEqual([
    '24 2026-11-01T00:00 2026-11-02T00:00',
    '168 2026-11-02T00:00 2026-11-16T00:00',
    '24 2026-11-16T00:00 2026-11-18T00:00',
  ]);
});

it('uses a week that begins and ends exactly with the period', () => {
  expect(covered('2026-11-02T00:00Z', '2026-11-09T00:00Z')).toEqual(['168 2026-11-02T00:00 2026-11-09T00:00']);
});

it('uses hours around days where midnight is at another hour', () => {
  expect(covered('2026-11-10T23:00Z', '2026-11-12T23:00Z')).toEqual([
    '1 2026-11-10T23:00 2026-11-11T00:00',
    '24 2026-11-11T00:00 2026-11-12T00:00',
    '1 2026-11-12T00:00 2026-11-12T23:00',
  ]);
  expect(covered('2026-11-10T23:00Z', '2026-11-11T23:00Z')).toEqual(['1 2026-11-10T23:00 2026-11-11T23:00']);
});

it('leaves partial hours at the ends', () => {
  expect(covered('2026-11-10T18:30Z', '2026-11-11T18:30Z')).toEqual([
    '1 2026-11-10T19:00 2026-11-11T18:00',
    'ends 2026-11-10T18:30 2026-11-10T19:00',
    'ends 2026-11-11T18:00 2026-11-11T18:30',
  ]);
});

it('uses only the given bucket lengths, and splits an empty range into nothing', () => {
  expect(covered('2026-11-10T00:00Z', '2026-11-11T01:00Z', [168, 24])).toEqual([
    '24 2026-11-10T00:00 2026-11-11T00:00',
    'ends 2026-11-11T00:00 2026-11-11T01:00',
  ]);
  expect(covered('2026-11-10T00:00Z', '2026-11-10T00:00Z')).toEqual([]);
});
