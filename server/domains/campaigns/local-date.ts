import { offsetAt } from '#contract/rules/zone-clock.ts';
import { knownZone } from '#server/kernel/time-zone.ts';

/** The date in a zone at a time: 2026-11-24. */
export const localDate = (timezone: string, at: number): string =>
  new Date(at + offsetAt(knownZone(timezone), at)).toISOString().slice(0, 10);
