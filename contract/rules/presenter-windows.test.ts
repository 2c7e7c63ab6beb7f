import { describe, expect, it } from 'vitest';
import { windowEnd, windowsText, windowTimes } from './presenter-windows.ts';

const zone = 'Europe/Berlin';
const at = (text: string): number => Date.parse(text);
const every = [1, 2, 3, 4, 5, 6, 7];
const endOf = (windows: Parameters<typeof windowEnd>[0], text: string): string | undefined => {
  const end = windowEnd(windows, zone, at(text));
  return end === undefined ? undefined : new Date(end).toISOString();
};

describe('the hours of a presenter', () => {
  it('begin and end by the clocks of the station, in summer and in winter', () => {
    const hours = [{ days: [1], from: 20 * 60, to: 22 * 60 }];
    expect(endOf(hours, '2026-06-29T17:59:59Z')).toBeUndefined();
    expect(endOf(hours, '2026-06-29T18:00:00Z')).toBe('2026-06-29T20:00:00.000Z');
    expect(endOf(hours, '2026-06-29T20:00:00Z')).toBeUndefined();
    expect(endOf(hours, '2026-11-30T19:30:00Z')).toBe('2026-11-30T21:00:00.000Z');
    expect(endOf(hours, '2026-12-01T19:30:00Z')).toBeUndefined();
  });

  it('cross midnight, and the end of the week', () => {
    const hours = [{ days: [7], from: 22 * 60, to: 120 }];
    expect(endOf(hours, '2026-11-29T22:00:00Z')).toBe('2026-11-30T01:00:00.000Z');
    expect(endOf(hours, '2026-11-30T00:59:00Z')).toBe('2026-11-30T01:00:00.000Z');
    expect(endOf(hours, '2026-11-30T01:00:00Z')).toBeUndefined();
  });

  it('continue where the next ones begin', () => {
    const hours = [
      { days: [3], from: 600, to: 720 },
      { days: [3], from: 720, to: 780 },
    ];
    expect(endOf(hours, '2026-11-25T09:30:00Z')).toBe('2026-11-25T12:00:00.000Z');
  });

  it('have no end without any, or around the clock', () => {
    expect(windowEnd([], zone, at('2026-11-25T09:30:00Z'))).toBe(Infinity);
    expect(windowEnd([{ days: every, from: 0, to: 1440 }], zone, at('2026-11-25T09:30:00Z'))).toBe(Infinity);
  });

  it('begin after the hour that spring skips', () => {
    const hours = [{ days: [7], from: 150, to: 210 }];
    expect(endOf(hours, '2026-03-29T00:59:59Z')).toBeUndefined();
    expect(endOf(hours, '2026-03-29T01:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(endOf([{ days: [6], from: 1380, to: 180 }], '2026-03-28T22:30:00Z')).toBe('2026-03-29T01:00:00.000Z');
  });

  it('last through the hour that autumn repeats', () => {
    expect(endOf([{ days: [6], from: 1380, to: 180 }], '2026-10-24T22:30:00Z')).toBe('2026-10-25T02:00:00.000Z');
    const short = [{ days: [7], from: 120, to: 150 }];
    expect(endOf(short, '2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(endOf(short, '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });
});

it('are written for encoders', () => {
  expect(windowsText([{ days: [2, 1], from: 1200, to: 1320 }], zone)).toBe('Mon, Tue 20:00-22:00 (Europe/Berlin)');
  expect(windowsText([], zone)).toBe('at any time');
});

describe('the next times of a presenter', () => {
  const times = (windows: Parameters<typeof windowTimes>[0], from: string, days: number): string[] =>
    windowTimes(windows, zone, { from: at(from), to: at(from) + days * 86_400_000 }).map(
      ({ begin, end }) => `${new Date(begin).toISOString().slice(5, 16)} ${new Date(end).toISOString().slice(5, 16)}`,
    );

  it('are in order, with the one that has begun, also the day before', () => {
    const hours = [
      { days: [5], from: 22 * 60, to: 120 },
      { days: [1, 6], from: 600, to: 720 },
    ];
    expect(times(hours, '2026-11-28T00:30:00Z', 7)).toEqual([
      '11-27T21:00 11-28T01:00',
      '11-28T09:00 11-28T11:00',
      '11-30T09:00 11-30T11:00',
      '12-04T21:00 12-05T01:00',
    ]);
  });

  it('keep the clocks of the station over a change to summer time', () => {
    expect(times([{ days: [6, 7], from: 600, to: 660 }], '2026-03-27T12:00:00Z', 3)).toEqual([
      '03-28T09:00 03-28T10:00',
      '03-29T08:00 03-29T09:00',
    ]);
  });

  it('are one where hours follow each other, and none around the clock', () => {
    const two = [
      { days: [3], from: 600, to: 720 },
      { days: [3], from: 720, to: 780 },
    ];
    expect(times(two, '2026-11-25T00:00:00Z', 1)).toEqual(['11-25T09:00 11-25T12:00']);
    expect(times([{ days: every, from: 0, to: 1440 }], '2026-11-25T00:00:00Z', 7)).toEqual([]);
    expect(times([], '2026-11-25T00:00:00Z', 7)).toEqual([]);
  });
});
