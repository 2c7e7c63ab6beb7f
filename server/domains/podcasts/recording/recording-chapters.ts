import type { Chapter } from '#contract/api/episode.ts';
import type { EngineRecording } from '#contract/engine/engine-recordings.ts';

const maxChapters = 500;
/** Titles shown for less than this are no chapters, ms. */
const shortestMs = 3000;

type RecordedTitles = Pick<EngineRecording, 'titles'> & { pieces: readonly { start: number; end: number }[] };

/** Chapters from the titles that played, at their time in the recorded audio, which skips the gaps between pieces. */
export const chaptersOf = ({ pieces, titles }: RecordedTitles): Chapter[] => {
  const length = pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
  const positioned = titles
    .map(({ at, title }) => ({ at: positionOf(pieces, at), title: title.trim().slice(0, 200) }))
    .filter(({ at }) => at < length)
    .toSorted((a, b) => a.at - b.at);
  const changes = positioned.filter(({ title }, i) => title !== positioned[i - 1]?.title);
  return changes
    .filter(({ at, title }, i) => title !== '' && (changes[i + 1]?.at ?? length) - at >= shortestMs)
    .slice(0, maxChapters)
    .map(({ at, title }) => ({ start: Math.round(at / 100) / 10, title, url: '' }));
};

/** Position of a time in the audio of these pieces, ms. */
const positionOf = (pieces: RecordedTitles['pieces'], at: number): number =>
  pieces.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, at) - start), 0);
