import { offsetAt } from '#contract/rules/zone-clock.ts';
import { isoIn } from '#server/kernel/time-zone.ts';
import { dayMs } from '#contract/rules/time.ts';

const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** Formats times in a zone as `isoIn` does; for times in order, the date is formatted once a day. */
export const zoneFormatter = (zone: string): ((at: number) => string) => {
  let date = { day: Number.NaN, text: '' };
  let ahead = { offset: Number.NaN, text: '' };
  return (at) => {
    const offset = offsetAt(zone, at);
    const day = Math.floor((at + offset) / dayMs);
    if (day !== date.day) date = { day, text: new Date(day * dayMs).toISOString().slice(0, 11) };
    if (offset !== ahead.offset) ahead = { offset, text: isoIn(zone, at).slice(19) };
    const second = Math.floor((at + offset - day * dayMs) / 1000);
    const minute = Math.floor(second / 60);
    return `${date.text}${two[Math.floor(minute / 60)]}:${two[minute % 60]}:${two[second % 60]}${ahead.text}`;
  };
};
