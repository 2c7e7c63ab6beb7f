import type { AdBreak, BreakRules } from '#contract/audio-ads.ts';
import { count } from '#web/lib/format.ts';

export const breakKinds: Readonly<Record<AdBreak['kind'], string>> = {
  autodj: 'Between tracks',
  cue: 'Title of the encoder',
  clock: 'Fixed minute',
  hand: 'Started by hand',
  master: 'From the master',
};

/** How much of an hour the planned breaks take at most, in words. */
export const longestBreaks = ({ autodj, clock }: BreakRules): string => {
  const seconds =
    (autodj.enabled ? autodj.perHour * autodj.maxSeconds : 0) +
    (clock.enabled ? clock.minutes.length * clock.seconds : 0);
  if (seconds === 0) return 'No planned breaks.';
  return seconds < 60
    ? `At most ${count(seconds, 'second')} per hour are planned.`
    : `At most ${count(Math.round(seconds / 60), 'minute')} per hour are planned.`;
};

/** Those of a break's listeners who heard a spot, 0–1. */
export const fillOf = ({ listeners, withSpot }: Pick<AdBreak, 'listeners' | 'withSpot'>): number =>
  listeners === 0 ? 0 : withSpot / listeners;
