import { expect, it } from 'vitest';
import { isoIn } from '#server/kernel/time-zone.ts';
import { zoneFormatter } from './zone-formatter.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'];

it.each(zones)('formats times in %s as one by one, in any order', (zone) => {
  const write = zoneFormatter(zone);
  const start = Date.UTC(2025, 11, 31);
  // Over a year of steps that hit every minute and second; some go back.
  const times = Array.from({ length: 20_000 }, (_, i) => start + i * 1_843_501 - (i % 7 === 0 ? 90_000_000 : 0));
  for (const at of times) expect(write(at)).toBe(isoIn(zone, at));
});
