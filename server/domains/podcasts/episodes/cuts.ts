import type { AudioEdit, Chapter } from '#contract/episode.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/* What of a file is heard, and where its moments are then. Times are seconds. */

type Part = { from: number; to: number };
/** Less is no cut, and nothing that can be left. */
const shortest = 0.02;

/** The cuts in order, within the file, those that touch joined. */
export const cleanCuts = (cuts: AudioEdit['cuts'], duration: number): AudioEdit['cuts'] => {
  const clean: Part[] = [];
  for (const { from, to } of cuts.toSorted((one, other) => one.from - other.from)) {
    const cut = { from: Math.max(0, from), to: Math.min(duration, to) };
    const last = clean.at(-1);
    if (cut.to - cut.from < shortest) continue;
    if (last && cut.from <= last.to + shortest) last.to = Math.max(last.to, cut.to);
    else clean.push(cut);
  }
  return clean;
};

/** What is kept, undefined where nothing is cut; refuses with `episode.nothingLeft`. `cuts` are clean. */
export const keptParts = (cuts: AudioEdit['cuts'], duration: number): Part[] | undefined => {
  if (cuts.length === 0) return undefined;
  const edges = [0, ...cuts.flatMap(({ from, to }) => [from, to]), duration];
  const parts: Part[] = [];
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const part = { from: edges[i]!, to: edges[i + 1]! };
    if (part.to - part.from >= shortest) parts.push(part);
  }
  return parts.length > 0 ? parts : refuse('episode.nothingLeft');
};

/** Where a moment of the file stands in what is delivered: one that is cut out, at its cut. */
export const delivered = (moment: number, cuts: AudioEdit['cuts']): number =>
  cuts.reduce((at, { from, to }) => at - Math.max(0, Math.min(moment, to) - from), moment);

/** Where a moment of what is delivered stands in the file: at a cut, behind it. */
export const inFile = (moment: number, cuts: AudioEdit['cuts']): number =>
  cuts.reduce((at, { from, to }) => (at >= from - 1e-6 ? at + to - from : at), moment);

/** Chapters of what was delivered as they stand in what is: those with nothing left of them go. `duration` is the new one's. */
export const moveChapters = (
  chapters: Chapter[],
  before: AudioEdit['cuts'],
  after: AudioEdit['cuts'],
  duration: number,
): Chapter[] => {
  const moved = chapters.map((chapter) => ({
    ...chapter,
    // What begins at a cut that is taken back begins where it did.
    start: toMs(delivered(chapter.start === 0 ? 0 : inFile(chapter.start, before), after)),
  }));
  return moved.filter(({ start }, i) => start < toMs(duration) - shortest && start !== moved[i + 1]?.start);
};

const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;
