import type { LoggedPlay } from './playout-rules.ts';

const words: Readonly<Record<string, string>> = {
  first: 'The playlist began from its first track.',
  order: 'It was next in the playlist.',
  shuffle: 'The shuffle chose it.',
  separation: 'It was taken before others, whose artist or title had played too short a time ago.',
  jingle: 'A jingle was due.',
};
const bySource: Readonly<Record<string, string>> = {
  automation: 'The automation software played it.',
  live: 'A live encoder sent it.',
  relay: 'It came with the relayed stream.',
  failover: 'It came with a fail-over stream.',
  autodj: 'It was on the playlist.',
};

/** Why something was played, in words; `dayParts` are the names of those that are still there. */
export const wordsOf = (
  { why, source, skipped }: Pick<LoggedPlay, 'why' | 'source' | 'skipped'>,
  dayParts: ReadonlyMap<string, string>,
): string => {
  if (skipped !== '') return `It was left out: ${skipped}`;
  if (!why.startsWith('daypart:')) return words[why] ?? bySource[source] ?? '';
  const name = dayParts.get(why.slice('daypart:'.length));
  return name === undefined ? 'A day-part played that is gone since.' : `The day-part “${name}” was playing.`;
};
