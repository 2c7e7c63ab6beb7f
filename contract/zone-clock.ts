/* What the clocks of a time zone show; for the server and the pages alike. */

const formatters = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clocks are ahead of UTC at this moment, in ms; throws for what is no zone. */
export const offsetAt = (zone: string, at: number): number => {
  const day = Math.floor(at / dayMs);
  const days = knownDays(zone);
  let known = days.get(day);
  if (known === undefined) {
    const [begins, ends] = [shownAhead(zone, day * dayMs), shownAhead(zone, (day + 1) * dayMs)];
    known = begins === ends ? begins : changes;
    if (days.size >= mostDays) days.clear();
    days.set(day, known);
  }
  return known === changes ? shownAhead(zone, at) : known;
};

/* To format a moment takes longer than anything that is done with it: a day (UTC) without a change has one offset. */

const changes = 'changes';
const mostDays = 2000;
/** All there are, in one or another spelling. */
const mostZones = 2000;
const offsets = new Map<string, Map<number, number | typeof changes>>();

const knownDays = (zone: string): Map<number, number | typeof changes> => {
  const known = offsets.get(zone);
  if (known) return known;
  zoneFormatter(zone);
  const made = new Map<number, number | typeof changes>();
  if (offsets.size >= mostZones) offsets.clear();
  offsets.set(zone, made);
  return made;
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
 * When the zone's clocks show `local` (what they show, as if it were UTC). A time that the clocks leave out is moved on by
 * what they leave out; of one that they show twice the first counts.
 */
export const momentIn = (zone: string, local: number): number => {
  const [before, after] = [offsetAt(zone, local - dayMs), offsetAt(zone, local + dayMs)];
  const early = local - Math.max(before, after);
  const late = local - Math.min(before, after);
  if (early + offsetAt(zone, early) === local) return early;
  if (late + offsetAt(zone, late) === local) return late;
  // Within the gap: as far after it as it lies within.
  return local - before;
};

const dayMs = 86_400_000;

/** Parts of a moment in a zone, as numbers; throws for what is no zone. */
export const zoneFormatter = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone);
  if (known) return known;
  const numeric = 'numeric';
  const made = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  });
  if (formatters.size >= mostZones) formatters.clear();
  formatters.set(zone, made);
  return made;
};
