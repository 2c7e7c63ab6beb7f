import type { Recording, RecordingSlot } from '#contract/recording-schedules.ts';
import { clockTime, longDuration, momentIn, readerZone } from '#web/lib/format.ts';
import { wordsOfDays } from '#web/lib/week-days.ts';

/** A slot in words: `Mon–Fri at 7:00 AM, 2 h`. */
export const wordsOfSlot = ({ daysOfWeek, start, duration }: RecordingSlot): string =>
  `${wordsOfDays(daysOfWeek)} at ${clockTime(`T${start}`)}, ${longDuration(duration * 60)}`;

/** `Every week`, `Every 2 weeks`. */
export const wordsOfFrequency = (weeks: number): string => (weeks === 1 ? 'Every week' : `Every ${weeks} weeks`);

/** A zone as it is read: `America/New York`. */
export const wordsOfZone = (zone: string): string => zone.replaceAll('_', ' ');

/** When something begins for who reads it; nothing where their clocks show the same as the zone's. */
export const inReadersZone = (iso: string, zone: string): string | undefined => {
  const own = momentIn(iso, readerZone());
  return own === momentIn(iso, zone) ? undefined : own;
};

/** Why there is no episode of a recording. */
export const wordsOfFailure: Record<NonNullable<Recording['reason']>, string> = {
  offAir: 'The station was off the air the whole time.',
  disk: 'The disk of the streaming server was full.',
  engine: 'The streaming server could not record.',
  refused: 'The recording could not be made into an episode.',
  abandoned: 'The server stopped twice while it made an episode of the recording.',
};
