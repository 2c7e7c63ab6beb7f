import type { DayPartHours } from '#contract/rules/week.ts';

type Hours = Readonly<DayPartHours>;

const dayMinutes = 24 * 60;
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The first daypart active at `at` (ms), by the wall clock of the time zone: an hour skipped in spring does not occur,
 * one repeated in autumn counts twice. A daypart that ends when it begins lasts a day.
 */
export const dayPartAt = <Part extends Hours>(
  parts: readonly Part[],
  timezone: string,
  at: number,
): Part | undefined => {
  if (parts.length === 0) return undefined;
  const now = wallClock(timezone, at);
  return parts.find((part) => isActive(part, now.day, now.minute));
};

const isActive = ({ days, from, to }: Hours, day: number, minute: number): boolean => {
  const end = to > from ? to : to + dayMinutes;
  const before = day === 1 ? 7 : day - 1;
  const isToday = days.includes(day) && minute >= from && minute < end;
  return isToday || (days.includes(before) && minute + dayMinutes < end);
};

/** `day`: 1 is Monday; `minute` since midnight. */
const wallClock = (timezone: string, at: number): { day: number; minute: number } => {
  const parts = clockOf(timezone).formatToParts(at);
  const read = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { day: weekdays.indexOf(read('weekday')) + 1, minute: Number(read('hour')) * 60 + Number(read('minute')) };
};

/** A time zone unknown to this machine counts as UTC. */
const clockOf = (timezone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timezone);
  if (known) return known;
  const show = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const open = (timeZone: string): Intl.DateTimeFormat => new Intl.DateTimeFormat('en-US', { ...show, timeZone });
  let clock: Intl.DateTimeFormat;
  try {
    clock = open(timezone);
  } catch {
    clock = open('UTC');
  }
  clocks.set(timezone, clock);
  return clock;
};
