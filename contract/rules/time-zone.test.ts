import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { TimeZone } from './time-zone.ts';

const isAccepted = (zone: string): boolean => z.safeParse(TimeZone, zone).success;

it('accepts zone names, and real offsets as +HH:mm or -HH:mm', () => {
  for (const zone of ['UTC', 'Europe/Athens', '+00:00', '+02:00', '+05:45', '-03:30', '-12:00', '+14:00'])
    expect([zone, isAccepted(zone)]).toEqual([zone, true]);
  for (const zone of ['+2:00', '+0200', '+02', '02:00', '+14:30', '-12:30', '+24:00', '+02:60', 'Europe/Nowhere', ''])
    expect([zone, isAccepted(zone)]).toEqual([zone, false]);
});
