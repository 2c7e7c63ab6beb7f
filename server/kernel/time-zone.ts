import { offsetAt, zoneFormatter } from '#contract/rules/zone-clock.ts';

const minute = 60_000;

/** The zone, or UTC if a stored name is not (or no longer) known. */
export const knownZone = (zone: string): string => {
  try {
    zoneFormatter(zone);
    return zone;
  } catch {
    return 'UTC';
  }
};

/** The first moment of a calendar day (`2026-11-21`) in the zone; not always midnight, as days have 23 to 25 hours. */
export const startOfDay = (zone: string, date: string): number => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  let before = (midnight - 16 * 60 * minute) / minute;
  let within = (midnight + 16 * 60 * minute) / minute;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (middle * minute + offsetAt(zone, middle * minute) >= midnight) within = middle;
    else before = middle;
  }
  return within * minute;
};

/** The next calendar day. */
export const nextDate = (date: string): string => {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
};

/** `2026-11-21T14:00:00+01:00` */
export const isoIn = (zone: string, at: number): string => {
  const offset = offsetAt(zone, at);
  const local = new Date(at + offset).toISOString().slice(0, 19);
  const minutes = Math.abs(offset) / minute;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};
