import type { LoggedPlay } from './playout-rules.ts';

const words: Readonly<Record<string, string>> = {
  first: 'The playlist began from its first track.',
  order: 'It was next in the playlist.',
  shuffle: 'The shuffle chose it.',
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
  { why, source }: Pick<LoggedPlay, 'why' | 'source'>,
  dayParts: ReadonlyMap<string, string>,
): string => {
  if (!why.startsWith('daypart:')) return words[why] ?? bySource[source] ?? '';
  const name = dayParts.get(why.slice('daypart:'.length));
  return name === undefined ? 'A day-part played that is gone since.' : `The day-part “${name}” was playing.`;
};
