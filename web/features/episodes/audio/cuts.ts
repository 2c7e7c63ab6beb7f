import type { AudioEdit } from '#contract/api/episode.ts';

export type Cut = AudioEdit['cuts'][number];

/** Minimum length of a cut, s. */
export const minCutLength = 0.05;

/** Cuts sorted, clamped to the file, with adjacent ones merged. */
export const normalizeCuts = (cuts: readonly Cut[], duration: number): Cut[] => {
  const clamped = cuts
    .map(({ from, to }) => ({ from: Math.max(0, Math.min(from, to)), to: Math.min(duration, Math.max(from, to)) }))
    .filter(({ from, to }) => to - from >= minCutLength)
    .toSorted((one, other) => one.from - other.from);
  const merged: Cut[] = [];
  for (const cut of clamped) {
    const last = merged.at(-1);
    if (last && cut.from <= last.to + minCutLength) last.to = Math.max(last.to, cut.to);
    else merged.push({ from: millis(cut.from), to: millis(cut.to) });
  }
  return merged;
};

/** Length of the audio after the cuts, s. */
export const lengthOf = (cuts: readonly Cut[], duration: number): number =>
  Math.max(0, duration - cuts.reduce((sum, { from, to }) => sum + to - from, 0));

/** Maps a position in the file to the edited audio; a position within a cut maps to its end. */
export const toEditedTime = (cuts: readonly Cut[], position: number): number =>
  millis(position - cuts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(position, to) - from), 0));

/** Maps a position in the edited audio to the file: the inverse of `heardAt`. */
export const toFileTime = (cuts: readonly Cut[], editedAt: number): number => {
  let position = editedAt;
  for (const { from, to } of cuts) if (from <= position) position += to - from;
  return millis(position);
};

/** Where playback continues from a position within a cut; undefined outside of cuts. */
export const cutEndAt = (cuts: readonly Cut[], position: number): number | undefined =>
  cuts.find(({ from, to }) => position >= from && position < to)?.to;

/** Whether two lists of cuts are equal to the millisecond. */
export const areSameCuts = (some: readonly Cut[], others: readonly Cut[]): boolean =>
  some.length === others.length &&
  some.every(
    ({ from, to }, i) =>
      Math.abs(from - (others[i]?.from ?? -1)) < 0.001 && Math.abs(to - (others[i]?.to ?? -1)) < 0.001,
  );

const millis = (seconds: number): number => Math.round(seconds * 1000) / 1000;
