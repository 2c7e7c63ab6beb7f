import type { EngineTimeline, LogSegment } from '#contract/engine/engine-log.ts';
import type { LogDay, StationLog } from '#contract/api/logger.ts';
import { isoIn, nextDate, startOfDay } from '#server/kernel/time-zone.ts';

type Span = { from: number; to: number };

/** Start and end of a calendar day in a time zone; it may have 23 or 25 hours. */
export const dayIn = (zone: string, date: string): Span => ({
  from: startOfDay(zone, date),
  to: startOfDay(zone, nextDate(date)),
});

/** The recorded seconds and bytes of each day, newest first; a segment that spans midnight is split between days. */
export const daysOf = (pieces: readonly LogSegment[], zone: string): StationLog['recorded'] => {
  const days = new Map<string, { ms: number; bytes: number }>();
  // Segments are in order, so each day is computed once.
  let day: (Span & { date: string }) | undefined;
  for (const piece of pieces) {
    for (let at = piece.start; at < piece.end;) {
      if (!day || at < day.from || at >= day.to) day = dayAt(zone, at);
      const end = Math.min(piece.end, day.to);
      const sum = days.get(day.date) ?? { ms: 0, bytes: 0 };
      sum.ms += end - at;
      sum.bytes += (piece.bytes * (end - at)) / (piece.end - piece.start);
      days.set(day.date, sum);
      at = end;
    }
  }
  return [...days]
    .map(([date, { ms, bytes }]) => ({ date, seconds: Math.round(ms / 1000), bytes: Math.round(bytes) }))
    .toSorted((a, b) => (a.date < b.date ? 1 : -1));
};

const dayAt = (zone: string, at: number): Span & { date: string } => {
  const date = isoIn(zone, at).slice(0, 10);
  return { date, ...dayIn(zone, date) };
};

/** The recording of a day, clipped to it: sources as intervals, each title once even if several segments contain it. */
export const timelineOf = (log: EngineTimeline, { from, to }: Span): Pick<LogDay, 'pieces' | 'titles' | 'sources'> => {
  const pieces = log.pieces.map((piece) => ({
    ...piece,
    start: Math.max(piece.start, from),
    end: Math.min(piece.end, to),
  }));
  return { pieces, titles: titlesOf(log, { from, to }), sources: sourcesOf(log, pieces) };
};

const titlesOf = ({ titles }: EngineTimeline, { from, to }: Span): LogDay['titles'] => {
  const before = titles.findLast(({ at }) => at <= from);
  const within = titles.filter(({ at }) => at > from && at < to);
  return [...(before ? [{ ...before, at: from }] : []), ...within].filter(
    ({ title }, i, all) => title !== '' && title !== all[i - 1]?.title,
  );
};

const sourcesOf = ({ sources }: EngineTimeline, pieces: readonly LogSegment[]): LogDay['sources'] => {
  const intervals: LogDay['sources'] = [];
  for (const { start, end } of pieces) {
    const changes = sources.filter(({ at }) => at < end);
    const first = changes.findLastIndex(({ at }) => at <= start);
    for (const [i, change] of changes.slice(Math.max(0, first)).entries()) {
      const next = changes[Math.max(0, first) + i + 1];
      append(intervals, { from: Math.max(change.at, start), to: next?.at ?? end, source: change.source });
    }
  }
  return intervals;
};

/** Appends an interval, merged with the last one if it has the same source and no gap. */
const append = (intervals: LogDay['sources'], next: LogDay['sources'][number]): void => {
  const last = intervals.at(-1);
  if (next.to <= next.from) return;
  if (last && last.source === next.source && next.from - last.to <= maxGapMs) last.to = next.to;
  else intervals.push(next);
};
const maxGapMs = 50;
