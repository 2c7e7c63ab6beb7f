import { hourMs, minuteMs } from '#contract/rules/time.ts';
import { daySpans, type DayPartHours } from '#contract/rules/week.ts';
import { offsetAt } from '#contract/rules/zone-clock.ts';

/** A number for each hour of the week (UTC, from Monday 00:00): 168 numbers. */
export type HoursOfWeek = ArrayLike<number>;

export const weekHours = 168;
/** Monday 1970-01-05 00:00 UTC, in hours since the epoch. */
const firstMonday = 4 * 24;

/** The hour of the week at a time. */
export const hourOfWeek = (at: number): number => {
  const hours = Math.floor(at / hourMs) - firstMonday;
  return ((hours % weekHours) + weekHours) % weekHours;
};

/** How often each hour of the week lies between two times, in parts of an hour. */
export const hoursBetween = (start: number, end: number): Float64Array => {
  const counts = new Float64Array(weekHours);
  if (end <= start) return counts;
  const weekMs = weekHours * hourMs;
  const full = Math.floor((end - start) / weekMs);
  counts.fill(full);
  for (let at = start + full * weekMs; at < end;) {
    const next = Math.min(end, (Math.floor(at / hourMs) + 1) * hourMs);
    counts[hourOfWeek(at)]! += (next - at) / hourMs;
    at = next;
  }
  return counts;
};

/** Which part of each hour of the week (UTC) is within hours of a zone, by the zone's offset at `now`. */
export const partsWithin = (hours: readonly DayPartHours[], timezone: string, now: number): Float64Array => {
  const minutes = new Uint8Array(weekHours * 60);
  for (const { day, from, to } of hours.flatMap(daySpans))
    minutes.fill(1, (day - 1) * 1440 + from, (day - 1) * 1440 + to);
  const offset = offsetAt(timezone, now) / minuteMs;
  return Float64Array.from({ length: weekHours }, (_, hour) => {
    let within = 0;
    for (let minute = 0; minute < 60; minute++)
      within += minutes[(hour * 60 + minute + offset + 2 * minutes.length) % minutes.length]!;
    return within / 60;
  });
};
