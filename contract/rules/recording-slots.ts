import { dayMs, minuteMs } from './time.ts';
import { momentIn, offsetAt } from './zone-clock.ts';

/** A slot on these days (1 is Monday) at this time of day (`HH:MM`), for `duration` minutes. */
export type RecordingSlot = { duration: number; daysOfWeek: number[]; start: string };
/** A recording plan: slots in every `frequency`-th week, from day `begin` to day `end`, in a time zone. */
export type SlotPlan = {
  begin: string;
  end: string | null;
  timezone: string;
  frequency: number;
  slots: readonly RecordingSlot[];
};
/** One recording, ms since the epoch. */
export type SlotTime = { begin: number; end: number };

const weekMinutes = 7 * 24 * 60;

/** Minutes since midnight of `HH:MM`. */
export const minutesOf = (start: string): number => Number(start.slice(0, 2)) * 60 + Number(start.slice(3, 5));

/**
 * The recordings of a plan that begin in from–to (`to` excluded), in order. A start that a DST change skips moves on by
 * the skipped time; one that it repeats is recorded once, the first time.
 */
export const slotTimes = (plan: SlotPlan, from: number, to: number): SlotTime[] => {
  const found = new Map<number, SlotTime>();
  for (const day of daysOf(plan, from, to)) {
    for (const slot of plan.slots.filter(({ daysOfWeek }) => daysOfWeek.includes(weekdayOf(day)))) {
      const begin = momentIn(plan.timezone, day + minutesOf(slot.start) * minuteMs);
      const end = begin + slot.duration * minuteMs;
      const known = found.get(begin);
      if (begin >= from && begin < to && (!known || known.end < end)) found.set(begin, { begin, end });
    }
  }
  return [...found.values()].toSorted((a, b) => a.begin - b.begin);
};

/** The next `most` recordings of a plan, up to two years ahead. */
export const nextSlotTimes = (plan: SlotPlan, now: number, most: number): SlotTime[] => {
  const found: SlotTime[] = [];
  const first = Math.max(now, dayOf(plan.begin) - 2 * dayMs);
  const last = first + 2 * 366 * dayMs;
  for (let at = first; at < last && found.length < most; at += chunkMs) {
    if (plan.end !== null && at > dayOf(plan.end) + 2 * dayMs) break;
    found.push(...slotTimes(plan, at, Math.min(last, at + chunkMs)));
  }
  return found.slice(0, most);
};
const chunkMs = 28 * dayMs;

/** The index of the first slot that overlaps another one, across weeks too; undefined if none does. */
export const overlappingSlot = (slots: readonly RecordingSlot[], frequency: number): number | undefined => {
  const spans = slots.flatMap((slot, index) =>
    [...new Set(slot.daysOfWeek)].map((day) => {
      const begin = (day - 1) * 24 * 60 + minutesOf(slot.start);
      return { index, begin, end: begin + slot.duration };
    }),
  );
  // The end of a week borders on the next one only if every week is recorded.
  const repeated = frequency === 1 ? spans.map((one) => ({ ...one, begin: one.begin + weekMinutes })) : [];
  const ordered = [...spans, ...repeated].toSorted((a, b) => a.begin - b.begin);
  const overlap = ordered.find((one, i) => ordered.slice(0, i).some(({ end }) => end > one.begin));
  return overlap?.index;
};

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** A plan's recurrence as an RRULE (RFC 5545) of days, without times. */
export const recurrenceRule = ({ frequency, slots, end }: Pick<SlotPlan, 'frequency' | 'slots' | 'end'>): string => {
  const days = [...new Set(slots.flatMap(({ daysOfWeek }) => daysOfWeek))].toSorted((a, b) => a - b);
  return [
    'FREQ=WEEKLY',
    ...(frequency > 1 ? [`INTERVAL=${frequency}`] : []),
    `BYDAY=${days.map((day) => dayNames[day - 1]!).join(',')}`,
    ...(end === null ? [] : [`UNTIL=${end.replaceAll('-', '')}`]),
  ].join(';');
};

/** The calendar days (as midnights in UTC) that may have a recording in from–to, in the weeks that count. */
const daysOf = ({ begin, end, timezone, frequency }: SlotPlan, from: number, to: number): number[] => {
  const first = Math.max(dayOf(begin), midnight(from + offsetAt(timezone, from)) - dayMs);
  const last = Math.min(end === null ? Infinity : dayOf(end), midnight(to + offsetAt(timezone, to)) + dayMs);
  const firstWeek = weekOf(dayOf(begin));
  const days: number[] = [];
  for (let day = first; day <= last; day += dayMs) {
    if ((Math.round((weekOf(day) - firstWeek) / dayMs) / 7) % frequency === 0) days.push(day);
  }
  return days;
};

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const midnight = (at: number): number => Math.floor(at / dayMs) * dayMs;
/** 1, Monday, to 7. */
const weekdayOf = (day: number): number => ((Math.floor(day / dayMs) + 3) % 7) + 1;
/** The Monday of a day's week. */
const weekOf = (day: number): number => day - (weekdayOf(day) - 1) * dayMs;
