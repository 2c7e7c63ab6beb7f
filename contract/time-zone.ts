import * as z from 'zod/mini';
import { text } from './listing.ts';

/** A zone of the IANA database, as `Europe/Athens`. */
export const TimeZone = text(60).check(z.refine((zone) => isTimeZone(zone), 'Please choose a time zone.'));

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(zone);
  } catch {
    return false;
  }
};
