import { maxLogSpanMs, type LogDay } from '#contract/api/logger.ts';
import { hourMs } from '#contract/rules/time.ts';

type Segment = Pick<LogDay['pieces'][number], 'start' | 'end' | 'format'>;
export type Span = { from: number; to: number };

/** The hour of the day that contains a moment, counted from the day's start; the last one may be short. */
export const hourOf = (day: Span, at: number): Span => {
  const within = Math.min(Math.max(at, day.from), day.to - 1);
  const from = day.from + Math.floor((within - day.from) / hourMs) * hourMs;
  return { from, to: Math.min(from + hourMs, day.to) };
};

/** The wall-clock time after `seconds` of playback from `from`, skipping gaps in the recording. */
export const wallClockAt = (pieces: readonly Segment[], from: number, seconds: number): number => {
  let remainingMs = seconds * 1000;
  let at = from;
  for (const { start, end } of pieces) {
    if (end <= from) continue;
    const begin = Math.max(start, from);
    if (remainingMs <= end - begin) return begin + remainingMs;
    remainingMs -= end - begin;
    at = end;
  }
  return at;
};

/**
 * The end of one link from a moment: the end of the audio, a format change or the maximum length; undefined without
 * audio.
 */
export const playableUntil = (pieces: readonly Segment[], at: number): number | undefined => {
  const upcoming = pieces.filter(({ end }) => end > at);
  const [first] = upcoming;
  if (!first) return undefined;
  const other = upcoming.findIndex(({ format }) => hasOtherFormat(format, first.format));
  const last = upcoming[other < 0 ? upcoming.length - 1 : other - 1] ?? first;
  return Math.floor(Math.min(last.end, at + maxLogSpanMs));
};

const hasOtherFormat = (one: Segment['format'], other: Segment['format']): boolean =>
  one.codec !== other.codec || one.sample_rate !== other.sample_rate || one.channels !== other.channels;

/** The title that was playing at a moment. */
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

/** A moment as the value of a time field: `15:07:05`. */
export const timeFieldValue = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' }).format(at);

/** The moment of a day for a time field's value; the first of two when clocks were set back. */
export const parseTimeField = (zone: string, day: Span, field: string): number | undefined => {
  const seconds = secondsOf(field);
  if (seconds === undefined) return undefined;
  let at = day.from + seconds * 1000;
  // Correct for a clock change since the start of the day.
  at += (seconds - (secondsOf(timeFieldValue(zone, at)) ?? seconds)) * 1000;
  return at >= day.from && at < day.to ? at : undefined;
};

const secondsOf = (field: string): number | undefined => {
  const match = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(field);
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0) : undefined;
};
