import type { OnAir } from '#streaming/bus/batch.ts';
import { minuteMs } from '#contract/rules/time.ts';

/** What is known of the time on the air before; `next`: the number of the segment after its last one. */
export type Before = Pick<OnAir, 'since' | 'cuts'> & { next: number };

/** hls.js keeps a list of as many entries as the highest discontinuity number. */
const maxMinutes = 10_000;

/**
 * A time on the air that begins at `at` µs of the station's audio clock, `now` ms since the epoch. Segments are numbered on from the one before.
 * The first one of a process begins with the seconds of the wall clock, so that numbers never decrease over a restart: there are fewer segments than
 * seconds.
 */
export const nextOnAir = (at: number, now: number, before: Before | undefined): OnAir => {
  const since = Math.floor(now);
  if (before) return { at, since: Math.max(since, before.since + 1), segment: before.next, cuts: before.cuts + 1 };
  return { at, since, segment: Math.floor(since / 1000), cuts: 1 + (Math.floor(since / minuteMs) % maxMinutes) };
};
