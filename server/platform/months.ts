import { isoIn, knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';

/* Months as `2026-11`, in a time zone. */

type ZonedRange = { zone: string; start: number; end: number };

/** A month (`2026-11`) in the time zone. */
export const monthPeriod = (month: string, zone: string): ZonedRange => {
  const known = knownZone(zone);
  return {
    zone: known,
    start: startOfDay(known, `${month}-01`),
    end: startOfDay(known, `${monthAfter(month)}-01`),
  };
};

/** The month of a time. */
export const monthAt = (zone: string, at: number): string => isoIn(knownZone(zone), at).slice(0, 7);

export const monthAfter = (month: string): string => nextDate(`${month}-${lastDayOf(month)}`).slice(0, 7);

/** `2026-11` → `30` */
export const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0');
};
