import { describe, expect, it } from 'vitest';
import { windowEnd, windowsText } from './presenter-windows.ts';

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
