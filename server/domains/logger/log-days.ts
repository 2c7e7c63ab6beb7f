import type { EngineTimeline, LogPiece } from '#contract/engine-log.ts';
import type { LogDay, StationLog } from '#contract/logger.ts';
import { isoIn, nextDate, startOfDay } from '#server/kernel/time-zone.ts';

type Span = { from: number; to: number };

/** When a calendar day of a zone begins and ends; it may have 23 or 25 hours. */
export const dayIn = (zone: string, date: string): Span => ({
  from: startOfDay(zone, date),
  to: startOfDay(zone, nextDate(date)),
});

/** How much sound each day of a zone has, newest first; a piece over midnight counts for both days by its share. */
export const daysOf = (pieces: readonly LogPiece[], zone: string): StationLog['recorded'] => {
  const days = new Map<string, { ms: number; bytes: number }>();
  // Pieces come in order, so that a day is looked up once.
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

/** What went out on a day, cut to it: sources as stretches of time, titles once where several pieces tell them. */
export const timelineOf = (told: EngineTimeline, { from, to }: Span): Pick<LogDay, 'pieces' | 'titles' | 'sources'> => {
  const pieces = told.pieces.map((piece) => ({
    ...piece,
    start: Math.max(piece.start, from),
    end: Math.min(piece.end, to),
  }));
  return { pieces, titles: titlesOf(told, { from, to }), sources: sourcesOf(told, pieces) };
};

const titlesOf = ({ titles }: EngineTimeline, { from, to }: Span): LogDay['titles'] => {
  const before = titles.findLast(({ at }) => at <= from);
  const within = titles.filter(({ at }) => at > from && at < to);
  return [...(before ? [{ ...before, at: from }] : []), ...within].filter(
    ({ title }, i, all) => title !== '' && title !== all[i - 1]?.title,
  );
};

const sourcesOf = ({ sources }: EngineTimeline, pieces: readonly LogPiece[]): LogDay['sources'] => {
  const found: LogDay['sources'] = [];
  for (const { start, end } of pieces) {
    const changes = sources.filter(({ at }) => at < end);
    const first = changes.findLastIndex(({ at }) => at <= start);
    for (const [i, change] of changes.slice(Math.max(0, first)).entries()) {
      const next = changes[Math.max(0, first) + i + 1];
      enter(found, { from: Math.max(change.at, start), to: next?.at ?? end, source: change.source });
    }
  }
  return found;
};

/** Stretches of one source that touch are one. */
const enter = (found: LogDay['sources'], one: LogDay['sources'][number]): void => {
  const last = found.at(-1);
  if (one.to <= one.from) return;
  if (last && last.source === one.source && one.from - last.to <= joinedMs) last.to = one.to;
  else found.push(one);
};
const joinedMs = 50;
