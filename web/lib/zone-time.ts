import { momentIn, offsetAt } from '#contract/rules/zone-clock.ts';
import { minuteMs } from '#contract/rules/time.ts';

/** The local time in a time zone for a datetime-local input: `2026-11-21T20:30`. */
export const clockText = (iso: string, zone: string): string => {
  const at = Date.parse(iso);
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
};

/**
 * The time at which a time zone has this local date and time. When clocks are set back it is the first of the two; a
 * skipped time is shifted later. Undefined for invalid input.
 */
export const parseLocalTime = (text: string, zone: string): string | undefined => {
  const shown = Date.parse(`${text}Z`);
  if (Number.isNaN(shown)) return undefined;
  return new Date(momentIn(zone, Math.floor(shown / minuteMs) * minuteMs)).toISOString();
};

/** The time zone of this browser. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
