import { describe, expect, it } from 'vitest';
import { clockIn, timeFieldValue, hourOf, parseTimeField, playableUntil, wallClockAt } from './log-time.ts';

const format = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 } as const;
const piece = (start: number, end: number, changes = {}) => ({ start, end, format: { ...format, ...changes } });
const hour = 3_600_000;

describe('log times', () => {
  it('continue after a gap', () => {
    const pieces = [piece(0, 10_000), piece(60_000, 90_000)];
    expect([wallClockAt(pieces, 4000, 2), wallClockAt(pieces, 4000, 8), wallClockAt(pieces, 20_000, 1)]).toEqual([
      6000, 62_000, 61_000,
    ]);
  });

  it('end a link at the end of the audio, at a format change or at the maximum length', () => {
    const pieces = [piece(0, 10_000), piece(20_000, 90_000), piece(90_000, 100_000, { channels: 1 })];
    expect([playableUntil(pieces, 0), playableUntil(pieces, 95_000), playableUntil(pieces, 100_000)]).toEqual([
      90_000,
      100_000,
      undefined,
    ]);
    expect(playableUntil([piece(0, 20 * hour)], hour)).toBe(7 * hour);
  });

  it('follow the time zone, also on days of 23 and 25 hours', () => {
    const from = Date.parse('2026-10-25T00:00:00+03:00');
    const day = { from, to: from + 25 * hour };
    expect(clockIn('Europe/Athens', from + 15 * hour)).toMatch(/^2:00:00\sPM$/);
    expect(parseTimeField('Europe/Athens', day, '14:00:00')).toBe(from + 15 * hour);
    expect(timeFieldValue('Europe/Athens', from + 24.5 * hour)).toBe('23:30:00');
    expect(parseTimeField('Europe/Athens', day, '23:30')).toBe(from + 24.5 * hour);
    expect(hourOf(day, from + 24.5 * hour)).toEqual({ from: from + 24 * hour, to: from + 25 * hour });
    expect(parseTimeField('Europe/Athens', day, '')).toBeUndefined();
  });
});
