import type { AdBreak, CueOffset } from '#contract/api/audio-ads.ts';
import type { BreakRules } from '#contract/rules/break-rules.ts';
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

/** What is learnt about the titles that begin and end breaks, in words. */
export const cueOffsetText = ({ ms, spreadMs, cues }: CueOffset): string => {
  if (ms === null || spreadMs === null)
    return cues === 0
      ? 'Nothing is known of its titles yet.'
      : `${count(cues, 'title')} compared with the sound; five are needed.`;
  const seconds = `${(Math.abs(ms) / 1000).toFixed(1)} s`;
  const where = Math.abs(ms) < 50 ? 'at' : ms > 0 ? `${seconds} before` : `${seconds} after`;
  return `Its titles come ${where} the pause in the sound (last ${count(cues, 'title')}, half of them within ${(spreadMs / 1000).toFixed(1)} s).`;
};

/** Those of a break's listeners who heard a spot, 0–1. */
export const fillOf = ({ listeners, withSpot }: Pick<AdBreak, 'listeners' | 'withSpot'>): number =>
  listeners === 0 ? 0 : withSpot / listeners;
