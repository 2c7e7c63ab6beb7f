import * as z from 'zod/mini';
import { text } from './listing.ts';

/** A zone of the IANA database, e.g. `Europe/Athens`, or an offset from UTC, e.g. `+05:30` (spec §5 "Zone offset"). */
export const TimeZone = text(60).check(z.refine((zone) => isTimeZone(zone), 'Please choose a time zone.'));

/**
 * Whether this is a real offset from UTC: `+HH:mm` or `-HH:mm`, from -12:00 to +14:00, without daylight saving time.
 */
export const isZoneOffset = (zone: string): boolean =>
  /^(-(0\d|1[01]):[0-5]\d|-12:00|\+(0\d|1[0-3]):[0-5]\d|\+14:00)$/.test(zone);

const isTimeZone = (zone: string): boolean => {
  if (/^[+-]/.test(zone)) return isZoneOffset(zone);
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
