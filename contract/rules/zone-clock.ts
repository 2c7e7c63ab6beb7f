import { dayMs } from './time.ts';

/* Local times of a time zone; for the server and the pages. */

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The zone's offset from UTC at this time, in ms; throws for unknown zones. */
export const offsetAt = (zone: string, at: number): number => {
  const day = Math.floor(at / dayMs);
  const days = knownDays(zone);
  let cached = days.get(day);
  if (cached === undefined) {
    const [begins, ends] = [shownAhead(zone, day * dayMs), shownAhead(zone, (day + 1) * dayMs)];
    cached = begins === ends ? begins : changes;
    if (days.size >= mostDays) days.clear();
    days.set(day, cached);
  }
  return cached === changes ? shownAhead(zone, at) : cached;
};

/* Formatting is slow, so offsets are cached: a day (UTC) without an offset change has one offset. */

const changes = 'changes';
const mostDays = 2000;
/** More than all zones in all spellings. */
const mostZones = 2000;
const offsets = new Map<string, Map<number, number | typeof changes>>();

const knownDays = (zone: string): Map<number, number | typeof changes> => {
  const cached = offsets.get(zone);
  if (cached) return cached;
  zoneFormatter(zone);
  const created = new Map<number, number | typeof changes>();
  if (offsets.size >= mostZones) offsets.clear();
  offsets.set(zone, created);
  return created;
};

const shownAhead = (zone: string, at: number): number => {
  const part = Object.fromEntries(
    zoneFormatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(at / 1000) * 1000;
};

/**
 * The time at which the zone's clocks show `local` (given as if it were UTC). A local time that a DST change skips
 * moves on by the skipped time; of one that it repeats, the first counts.
 */
export const momentIn = (zone: string, local: number): number => {
  const [before, after] = [offsetAt(zone, local - dayMs), offsetAt(zone, local + dayMs)];
  const early = local - Math.max(before, after);
  const late = local - Math.min(before, after);
  if (early + offsetAt(zone, early) === local) return early;
  if (late + offsetAt(zone, late) === local) return late;
  // Within the gap: as far after it as it is inside.
  return local - before;
};

/** Formats a time in a zone as numeric parts; throws for unknown zones. */
export const zoneFormatter = (zone: string): Intl.DateTimeFormat => {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const numeric = 'numeric';
  const created = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  });
  if (formatters.size >= mostZones) formatters.clear();
  formatters.set(zone, created);
  return created;
};
