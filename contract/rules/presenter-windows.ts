import { dayMs, minuteMs } from './time.ts';
import { clockOf, daySpans, type DayPartHours, type DaySpan } from './week.ts';
import { momentIn, offsetAt } from './zone-clock.ts';

/* The hours of the week in which a presenter may broadcast; for the engine, the server and the pages. */

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/**
 * Until when these hours, on the clocks of the zone, last at this time (ms since the epoch): undefined outside them, Infinity
 * without any hours or if they never end. Hours that a DST change skips are missing; what it repeats ends the first time.
 */
export const windowEnd = (windows: readonly DayPartHours[], zone: string, at: number): number | undefined => {
  if (windows.length === 0) return Infinity;
  const local = at + offsetAt(zone, at);
  const day = Math.floor(local / dayMs);
  const spans = windows.flatMap(daySpans);
  const minutes = reach(spans, weekdayOf(day), (local - day * dayMs) / minuteMs);
  if (minutes === undefined || minutes === Infinity) return minutes;
  const end = day * dayMs + minutes * minuteMs;
  const soon = at + end - local;
  return offsetAt(zone, soon) === offsetAt(zone, at) ? soon : momentIn(zone, end);
};

/**
 * When these hours, on the clocks of the zone, are in from–to (ms since the epoch), in order; those that follow each other are one.
 * Hours that last throughout have no times.
 */
export const windowTimes = (
  windows: readonly DayPartHours[],
  zone: string,
  { from, to }: { from: number; to: number },
): WindowTime[] => {
  const [first, last] = [from, to].map((at) => Math.floor((at + offsetAt(zone, at)) / dayMs)) as [number, number];
  const times: WindowTime[] = [];
  // Hours that cross midnight may have begun the day before.
  for (let day = first - 1; day <= last; day++)
    for (const { from: opens, to: ends } of windows.filter(({ days }) => days.includes(weekdayOf(day)))) {
      const begin = momentIn(zone, day * dayMs + opens * minuteMs);
      const end = momentIn(zone, day * dayMs + (ends > opens ? ends : ends + dayMinutes) * minuteMs);
      if (begin < end) times.push({ begin, end });
    }
  const joined: WindowTime[] = [];
  for (const time of times.toSorted((a, b) => a.begin - b.begin)) {
    const before = joined.at(-1);
    if (before && time.begin <= before.end) before.end = Math.max(before.end, time.end);
    else joined.push(time);
  }
  return joined.filter(({ begin, end }) => end > from && begin < to && !(begin <= from && end >= to));
};
export type WindowTime = { begin: number; end: number };

/** `Mon, Tue 20:00-22:00; Sat 22:00-02:00 (Europe/Berlin)`, or `at any time`; in ASCII, as encoders show it. */
export const windowsText = (windows: readonly DayPartHours[], zone: string): string => {
  if (windows.length === 0) return 'at any time';
  const parts = windows.map(({ days, from, to }) => {
    const names = [...new Set(days)].sort((a, b) => a - b).map((day) => weekdays[day - 1]);
    return `${names.join(', ')} ${clockOf(from)}-${clockOf(to)}`;
  });
  return `${parts.join('; ')} (${zone})`;
};

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** 1 is Monday; day 0 of the epoch was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** Minutes from that midnight to the end of the spans that contain this minute, one after another. */
const reach = (spans: readonly DaySpan[], weekday: number, minute: number): number | undefined => {
  let end: number | undefined;
  let at = minute;
  while (at - minute < weekMinutes) {
    const today = ((weekday - 1 + Math.floor(at / dayMinutes)) % 7) + 1;
    const inDay = at % dayMinutes;
    const ends = spans.filter(({ day, from, to }) => day === today && from <= inDay && inDay < to).map(({ to }) => to);
    if (ends.length === 0) return end;
    at += Math.max(...ends) - inDay;
    end = at;
  }
  return Infinity;
};
