import type { AudioEdit, Chapter } from '#contract/api/episode.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/* Which parts of a file remain after its cuts, and how times shift with them. Times are seconds. */

type Part = { from: number; to: number };
/** Shorter cuts and shorter remaining parts are ignored. */
const shortest = 0.02;

/** The cuts sorted, clamped to the file, and merged where they touch. */
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

/** The parts that remain, undefined without cuts; refuses with `episode.nothingLeft`. `cuts` have to be clean. */
export const remainingParts = (cuts: AudioEdit['cuts'], duration: number): Part[] | undefined => {
  if (cuts.length === 0) return undefined;
  const edges = [0, ...cuts.flatMap(({ from, to }) => [from, to]), duration];
  const parts: Part[] = [];
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const part = { from: edges[i]!, to: edges[i + 1]! };
    if (part.to - part.from >= shortest) parts.push(part);
  }
  return parts.length > 0 ? parts : refuse('episode.nothingLeft');
};

/** Converts a time in the original file to one in the delivered file; a time that is cut out maps to its cut. */
export const toDeliveredTime = (moment: number, cuts: AudioEdit['cuts']): number =>
  cuts.reduce((at, { from, to }) => at - Math.max(0, Math.min(moment, to) - from), moment);

/** Converts a time in the delivered file to one in the original file; a time at a cut maps to the cut's end. */
export const toOriginalTime = (moment: number, cuts: AudioEdit['cuts']): number =>
  cuts.reduce((at, { from, to }) => (at >= from - 1e-6 ? at + to - from : at), moment);

/**
 * Moves chapters from one set of cuts to another; removes those that are cut out. `duration` is that of the new audio.
 */
export const moveChapters = (
  chapters: Chapter[],
  before: AudioEdit['cuts'],
  after: AudioEdit['cuts'],
  duration: number,
): Chapter[] => {
  const moved = chapters.map((chapter) => ({
    ...chapter,
    // A chapter at 0 stays at 0: behind a cut at the beginning it would otherwise start late once that is undone.
    start: toMs(toDeliveredTime(chapter.start === 0 ? 0 : toOriginalTime(chapter.start, before), after)),
  }));
  return moved.filter(({ start }, i) => start < toMs(duration) - shortest && start !== moved[i + 1]?.start);
};

const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;
