import * as z from 'zod/mini';

const firstDay = '1000-01-01';
/** Databases count time from 1970 on; the second day, as 1970 begins a day earlier in some zones. */
const firstMomentDay = '1970-01-02';
const firstListeningDay = '2000-01-01';
const lastDay = '2099-12-31';

/** Whether this is a valid day up to 2099, like 2026-11-21; 2026-02-31 isn't. */
export const isDay = (written: string, first = firstDay): boolean => {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T00:00:00Z` : '');
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(written)) return false;
  return written >= first && written <= lastDay;
};

const looksLikeDay = z.regex(/^\d{4}-\d\d-\d\d$/, 'Please enter a date like 2026-11-21.');

/** A day in a document, e.g. a birthday or a contract date. */
export const Day = z.string().check(
  looksLikeDay,
  z.refine((day) => isDay(day), 'This day does not exist.'),
);

/** A day, or ''. */
export const Birthday = z
  .string()
  .check(z.refine((written) => written === '' || isDay(written), 'Please enter a date like 1988-05-17.'));

/** A day on which a station may have been on the air, 2000 to 2099; statistics and recordings use it. */
export const ListeningDay = z.string().check(
  looksLikeDay,
  z.refine((day) => isDay(day, firstListeningDay), 'This day does not exist.'),
);

const farthestZoneHours = 14;

/** A time in ISO 8601 with its zone, 1970 to 2099. */
export const Moment = z.iso.datetime({ offset: true, error: 'Not an ISO 8601 time with a time zone.' }).check(
  z.refine((written) => {
    const at = new Date(written);
    const zoneHours = Number(/[+-](\d\d):?\d\d$/.exec(written)?.[1] ?? 0);
    return (
      !Number.isNaN(at.getTime()) &&
      zoneHours <= farthestZoneHours &&
      isDay(at.toISOString().slice(0, 10), firstMomentDay)
    );
  }, 'This time does not exist.'),
);

const lastMs = Date.parse(`${lastDay}T23:59:59.999Z`);

/** A time in ms since the epoch, up to 2099. */
export const MomentMs = z.number().check(z.int(), z.gte(0), z.lte(lastMs, 'This time does not exist.'));
/** The same as a URL parameter. */
export const MomentMsText = z.coerce.number().check(z.int(), z.gte(0), z.lte(lastMs, 'This time does not exist.'));
