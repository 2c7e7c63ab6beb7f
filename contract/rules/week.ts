import * as z from 'zod/mini';

const dayMinutes = 24 * 60;

/**
 * Hours on some days of the week. Days count from 1, Monday; minutes from midnight, 1440 is the end of the day. Hours
 * that end before they begin cross midnight.
 */
export const DayPartHours = z.object({
  days: z
    .array(z.number().check(z.int(), z.gte(1), z.lte(7)))
    .check(z.minLength(1, 'Please choose a day.'), z.maxLength(7)),
  from: z.number('Please enter a time.').check(z.int(), z.gte(0), z.lt(dayMinutes)),
  to: z.number('Please enter a time.').check(z.int(), z.gte(1), z.lte(dayMinutes)),
});
export type DayPartHours = z.infer<typeof DayPartHours>;

/** A part of one day, minutes since midnight. */
export type DaySpan = { day: number; from: number; to: number };

/** Hours split into the days of the week; those that cross midnight become two parts. */
export const daySpans = ({ days, from, to }: DayPartHours): DaySpan[] =>
  [...new Set(days)].flatMap((day) =>
    from < to
      ? [{ day, from, to }]
      : [
          { day, from, to: dayMinutes },
          { day: (day % 7) + 1, from: 0, to },
        ],
  );

/** Whether two dayparts would play at the same time. */
export const overlapping = (one: DayPartHours, other: DayPartHours): boolean =>
  daySpans(one).some((a) => daySpans(other).some((b) => a.day === b.day && a.from < b.to && b.from < a.to));

/** `08:30`; the end of a day is `24:00`. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
