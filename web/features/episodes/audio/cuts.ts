import type { AudioEdit } from '#contract/episode.ts';

export type Cut = AudioEdit['cuts'][number];

/** What is shorter than this isn't worth a cut, s. */
export const leastCut = 0.05;

/** Cuts in order, within the sound, none touching the next. */
export const tidy = (cuts: readonly Cut[], duration: number): Cut[] => {
  const within = cuts
    .map(({ from, to }) => ({ from: Math.max(0, Math.min(from, to)), to: Math.min(duration, Math.max(from, to)) }))
    .filter(({ from, to }) => to - from >= leastCut)
    .toSorted((one, other) => one.from - other.from);
  const apart: Cut[] = [];
  for (const cut of within) {
    const last = apart.at(-1);
    if (last && cut.from <= last.to + leastCut) last.to = Math.max(last.to, cut.to);
    else apart.push({ from: millis(cut.from), to: millis(cut.to) });
  }
  return apart;
};

/** How long what is left is, s. */
export const lengthOf = (cuts: readonly Cut[], duration: number): number =>
  Math.max(0, duration - cuts.reduce((sum, { from, to }) => sum + to - from, 0));

/** Where a moment of the file is in what is heard; one that is cut out is where the sound goes on. */
export const heardAt = (cuts: readonly Cut[], moment: number): number =>
  millis(moment - cuts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(moment, to) - from), 0));

/** Which moment of the file is heard at a time: the opposite of `heardAt`. */
export const fileAt = (cuts: readonly Cut[], heard: number): number => {
  let moment = heard;
  for (const { from, to } of cuts) if (from <= moment) moment += to - from;
  return millis(moment);
};

/** Where the sound goes on from a moment that is cut out. */
export const goesOnAt = (cuts: readonly Cut[], moment: number): number | undefined =>
  cuts.find(({ from, to }) => moment >= from && moment < to)?.to;

/** Whether two lists cut the same. */
export const isSame = (some: readonly Cut[], others: readonly Cut[]): boolean =>
  some.length === others.length &&
  some.every(
    ({ from, to }, i) =>
      Math.abs(from - (others[i]?.from ?? -1)) < 0.001 && Math.abs(to - (others[i]?.to ?? -1)) < 0.001,
  );

const millis = (seconds: number): number => Math.round(seconds * 1000) / 1000;
