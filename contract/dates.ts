import * as z from 'zod/mini';

const firstDay = '1000-01-01';
/** Databases count moments from 1970 on; the second day, as it begins a day earlier in some zones. */
const firstMomentDay = '1970-01-02';
const firstListeningDay = '2000-01-01';
const lastDay = '2099-12-31';

/** Whether this is a day up to 2099, as 2026-11-21; 2026-02-31 looks like one and is none. */
export const isDay = (written: string, first = firstDay): boolean => {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T00:00:00Z` : '');
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(written)) return false;
  return written >= first && written <= lastDay;
};

const looksLikeDay = z.regex(/^\d{4}-\d\d-\d\d$/, 'Dates look like 2026-11-21.');

/** A day of something written down. */
export const Day = z.string().check(
  looksLikeDay,
  z.refine((day) => isDay(day), 'There is no such day.'),
);

/** A day, or nothing. */
export const Birthday = z
  .string()
  .check(z.refine((written) => written === '' || isDay(written), 'Dates look like 1988-05-17.'));

/** A day on which a station may have been on the air, 2000 to 2099: what statistics and recordings are read by. */
export const ListeningDay = z.string().check(
  looksLikeDay,
  z.refine((day) => isDay(day, firstListeningDay), 'There is no such day.'),
);

const farthestZoneHours = 14;

/** A moment in ISO 8601 with its zone, 1970 to 2099. */
export const Moment = z.iso.datetime({ offset: true, error: 'Not an ISO 8601 time with its zone.' }).check(
  z.refine((written) => {
    const at = new Date(written);
    const zoneHours = Number(/[+-](\d\d):?\d\d$/.exec(written)?.[1] ?? 0);
    return (
      !Number.isNaN(at.getTime()) &&
      zoneHours <= farthestZoneHours &&
      isDay(at.toISOString().slice(0, 10), firstMomentDay)
    );
  }, 'There is no such moment.'),
);

const lastMs = Date.parse(`${lastDay}T23:59:59.999Z`);

/** A moment in ms since the epoch, up to 2099. */
export const MomentMs = z.number().check(z.int(), z.gte(0), z.lte(lastMs, 'There is no such moment.'));
/** The same in an address. */
export const MomentMsText = z.coerce.number().check(z.int(), z.gte(0), z.lte(lastMs, 'There is no such moment.'));
