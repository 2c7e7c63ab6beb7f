import type { Chapter } from '#contract/episode.ts';
import type { EngineRecording } from '#contract/engine-recordings.ts';

const chaptersMost = 500;
/** What is told for a moment only is no chapter, ms. */
const shortestMs = 3000;

type Told = Pick<EngineRecording, 'titles'> & { pieces: readonly { start: number; end: number }[] };

/** Chapters of what played, at where it is in the sound: what lies between pieces isn't there. */
export const chaptersOf = ({ pieces, titles }: Told): Chapter[] => {
  const length = pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
  const placed = titles
    .map(({ at, title }) => ({ at: placeOf(pieces, at), title: title.trim().slice(0, 200) }))
    .filter(({ at }) => at < length)
    .toSorted((a, b) => a.at - b.at);
  const changes = placed.filter(({ title }, i) => title !== placed[i - 1]?.title);
  return changes
    .filter(({ at, title }, i) => title !== '' && (changes[i + 1]?.at ?? length) - at >= shortestMs)
    .slice(0, chaptersMost)
    .map(({ at, title }) => ({ start: Math.round(at / 100) / 10, title, url: '' }));
};

/** Where a moment is in the sound of these pieces, ms. */
const placeOf = (pieces: Told['pieces'], at: number): number =>
  pieces.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, at) - start), 0);
