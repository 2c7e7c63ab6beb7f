import { momentIn, offsetAt } from '#contract/zone-clock.ts';

const minuteMs = 60_000;

/** A moment as the clock of a zone shows it, for a field of date and time: `2026-11-21T20:30`. */
export const clockText = (iso: string, zone: string): string => {
  const at = Date.parse(iso);
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
};

/**
 * The moment at which the clock of a zone shows a date and time. Where clocks are set back it is the first of the two; a
 * time that clocks leap over is as much later. Nothing of what is no date.
 */
export const momentOfClock = (text: string, zone: string): string | undefined => {
  const shown = Date.parse(`${text}Z`);
  if (Number.isNaN(shown)) return undefined;
  return new Date(momentIn(zone, Math.floor(shown / minuteMs) * minuteMs)).toISOString();
};

/** The zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
