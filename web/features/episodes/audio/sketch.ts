import type { Episode } from '#contract/api/episode.ts';
import { toFileTime, toEditedTime, areSameCuts, type Cut } from './cuts.ts';

/** A chapter with its start in the uploaded file, s. */
export type Mark = { id: string; start: number; title: string; url: string };

/** The unsaved edit of an episode's audio: cuts, loudness and chapters. */
export type Sketch = { cuts: Cut[]; level: boolean; marks: Mark[] };

/** The current edit of an episode. */
export const sketchOf = ({ edit, chapters }: Pick<Episode, 'edit' | 'chapters'>): Sketch => ({
  cuts: edit.cuts,
  level: edit.level,
  marks: chapters.map(({ start, title, url }) => ({
    id: crypto.randomUUID(),
    start: start === 0 ? 0 : toFileTime(edit.cuts, start),
    title,
    url,
  })),
});

/** The chapters of a sketch at their positions after these cuts, sorted, without duplicate starts. */
export const chaptersOf = ({ marks }: Sketch, cuts: readonly Cut[]): Episode['chapters'] => {
  const inOrder = marks
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, title, url }) => ({ start: toEditedTime(cuts, start), title: title.trim(), url }));
  return inOrder.filter(({ start }, i) => start !== inOrder[i + 1]?.start);
};

/** Whether the edit needs new audio. */
export const needsNewAudio = (before: Sketch, now: Sketch): boolean =>
  before.level !== now.level || !areSameCuts(before.cuts, now.cuts);

/** Whether two lists of chapters are equal. */
export const areSameChapters = (some: Episode['chapters'], others: Episode['chapters']): boolean =>
  some.length === others.length &&
  some.every(({ start, title, url }, i) => {
    const other = others[i];
    return other && Math.abs(start - other.start) < 0.05 && title === other.title && url === other.url;
  });

/** Whether two sketches differ. */
export const isChanged = (before: Sketch, now: Sketch): boolean =>
  needsNewAudio(before, now) || !areSameChapters(chaptersOf(before, []), chaptersOf(now, []));

export type History = { past: readonly Sketch[]; now: Sketch; future: readonly Sketch[]; last: string };

const maxSteps = 100;

/** Adds an undoable step; consecutive steps with the same name (typing) are merged. */
export const step = ({ past, now, last }: History, to: Sketch, name: string): History => ({
  past: name !== '' && name === last ? past : [...past, now].slice(-maxSteps),
  now: to,
  future: [],
  last: name,
});

export const undo = ({ past, now, future, ...rest }: History): History => {
  const before = past.at(-1);
  return before
    ? { past: past.slice(0, -1), now: before, future: [now, ...future], last: '' }
    : { past, now, future, ...rest };
};

export const redo = ({ past, now, future, ...rest }: History): History => {
  const [after, ...later] = future;
  return after ? { past: [...past, now], now: after, future: later, last: '' } : { past, now, future, ...rest };
};
