import type { Recording, RecordingSlot } from '#contract/api/recording-schedules.ts';
import { clockTime, longDuration, momentIn, displayTimeZone } from '#web/lib/format.ts';
import { formatWeekDays } from '#web/lib/week-days.ts';

/** Formats a slot: `Mon–Fri at 7:00 AM, 2 h`. */
export const formatSlot = ({ daysOfWeek, start, duration }: RecordingSlot): string =>
  `${formatWeekDays(daysOfWeek)} at ${clockTime(`T${start}`)}, ${longDuration(duration * 60)}`;

/** `Every week`, `Every 2 weeks`. */
export const formatFrequency = (weeks: number): string => (weeks === 1 ? 'Every week' : `Every ${weeks} weeks`);

/** Formats a time zone: `America/New York`. */
export const formatZone = (zone: string): string => zone.replaceAll('_', ' ');

/** A time in the viewer's zone; undefined if it reads the same in the schedule's zone. */
export const inViewerZone = (iso: string, zone: string): string | undefined => {
  const viewerTime = momentIn(iso, displayTimeZone());
  return viewerTime === momentIn(iso, zone) ? undefined : viewerTime;
};

/** Why a recording has no episode. */
export const failureTexts: Record<NonNullable<Recording['reason']>, string> = {
  offAir: 'The station was off the air the whole time.',
  disk: 'The streaming server’s disk was full.',
  engine: 'The streaming server failed to record.',
  refused: 'The recording could not be turned into an episode.',
  abandoned: 'The server stopped twice while creating the episode.',
};
