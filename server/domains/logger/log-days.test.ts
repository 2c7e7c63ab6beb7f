import { describe, expect, it } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { dayIn, daysOf, timelineOf } from './log-days.ts';

const hour = 3_600_000;
const format: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
const piece = (start: number, end: number) => ({ start, end, bytes: (end - start) * 16, format });

describe('days of the log', () => {
  it('follow the time zone: 23 and 25 hours when clocks change', () => {
    const hours = (date: string): number => {
      const { from, to } = dayIn('Europe/Athens', date);
      return (to - from) / hour;
    };
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-21')]).toEqual([23, 25, 24]);
  });

  it('split a segment that spans midnight', () => {
    const midnight = Date.parse('2026-11-21T00:00:00+02:00');
    expect(daysOf([piece(midnight - hour, midnight + hour / 2)], 'Europe/Athens')).toEqual([
      { date: '2026-11-21', seconds: 1800, bytes: 1800 * 16_000 },
      { date: '2026-11-20', seconds: 3600, bytes: 3600 * 16_000 },
    ]);
  });

  it('include the title on at their start, merge sources into intervals, and list each title once', () => {
    const from = Date.parse('2026-11-21T00:00:00Z');
    const timeline = {
      pieces: [piece(from - hour, from + hour), piece(from + hour, from + 2 * hour)],
      titles: [
        { at: from - hour, title: 'Before' },
        { at: from - 1, title: 'Over midnight' },
        { at: from + hour, title: 'Over midnight' },
        { at: from + hour + 5, title: 'Later' },
      ],
      sources: [
        { at: from - hour, source: 'autodj' },
        { at: from + hour / 2, source: 'live' },
        { at: from + hour, source: 'live' },
      ],
    };
    const { pieces, titles, sources } = timelineOf(timeline, { from, to: from + 24 * hour });
    expect(pieces.map(({ start, end }) => [start - from, end - from])).toEqual([
      [0, hour],
      [hour, 2 * hour],
    ]);
    expect(titles).toEqual([
      { at: from, title: 'Over midnight' },
      { at: from + hour + 5, title: 'Later' },
    ]);
    expect(sources).toEqual([
      { from, to: from + hour / 2, source: 'autodj' },
      { from: from + hour / 2, to: from + 2 * hour, source: 'live' },
    ]);
  });
});
