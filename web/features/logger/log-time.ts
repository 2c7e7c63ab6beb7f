import { logSpanMostMs, type LogDay } from '#contract/logger.ts';

type Piece = Pick<LogDay['pieces'][number], 'start' | 'end' | 'format'>;
export type Span = { from: number; to: number };

const hourMs = 3_600_000;

/** The hour of the day that a moment lies in, counted from the day's beginning; the last one may be short. */
export const hourOf = (day: Span, at: number): Span => {
  const within = Math.min(Math.max(at, day.from), day.to - 1);
  const from = day.from + Math.floor((within - day.from) / hourMs) * hourMs;
  return { from, to: Math.min(from + hourMs, day.to) };
};

/** When on the wall's clock it was what is heard so many seconds into the sound from `from` on: gaps take no sound. */
export const wallAt = (pieces: readonly Piece[], from: number, seconds: number): number => {
  let left = seconds * 1000;
  let at = from;
  for (const { start, end } of pieces) {
    if (end <= from) continue;
    const begin = Math.max(start, from);
    if (left <= end - begin) return begin + left;
    left -= end - begin;
    at = end;
  }
  return at;
};

/** How far one link goes from a moment on: to the end of the sound, another format, or the longest there is; nothing where no sound follows. */
export const playableTo = (pieces: readonly Piece[], at: number): number | undefined => {
  const ahead = pieces.filter(({ end }) => end > at);
  const [first] = ahead;
  if (!first) return undefined;
  const other = ahead.findIndex(({ format }) => isOther(format, first.format));
  const last = ahead[other < 0 ? ahead.length - 1 : other - 1] ?? first;
  return Math.floor(Math.min(last.end, at + logSpanMostMs));
};

const isOther = (one: Piece['format'], other: Piece['format']): boolean =>
  one.codec !== other.codec || one.sample_rate !== other.sample_rate || one.channels !== other.channels;

/** What was told last before a moment. */
export const titleAt = (titles: LogDay['titles'], at: number): string =>
  titles.findLast((title) => title.at <= at)?.title ?? '';

/** A moment in the station's zone, in 12-hour form: `3:07:05 PM`. */
export const clockIn = (zone: string, at: number, parts: 'hour' | 'minute' | 'second' = 'second'): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    ...(parts !== 'hour' && { minute: '2-digit' }),
    ...(parts === 'second' && { second: '2-digit' }),
  }).format(at);

/** A moment as a time field has it: `15:07:05`. */
export const fieldOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' }).format(at);

/** The moment of a day that a time field names; the first of two where clocks were set back. */
export const momentOf = (zone: string, day: Span, field: string): number | undefined => {
  const wanted = secondsOf(field);
  if (wanted === undefined) return undefined;
  let at = day.from + wanted * 1000;
  // The clocks may have been set since the day began.
  at += (wanted - (secondsOf(fieldOf(zone, at)) ?? wanted)) * 1000;
  return at >= day.from && at < day.to ? at : undefined;
};

const secondsOf = (field: string): number | undefined => {
  const found = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(field);
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0) : undefined;
};
