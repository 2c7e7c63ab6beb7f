import type { LoggedPlay } from './playout-rules.ts';

const words: Readonly<Record<string, string>> = {
  first: 'First track after a restart.',
  order: 'Next in playlist.',
  shuffle: 'Chosen by shuffle.',
  separation: 'Moved ahead of tracks whose artist or title played too recently.',
  jingle: 'Jingle was due.',
};
const bySource: Readonly<Record<string, string>> = {
  automation: 'Played by the automation software.',
  live: 'Sent by a live encoder.',
  relay: 'Part of the relayed stream.',
  failover: 'Part of a fail-over stream.',
  autodj: 'From the playlist.',
};

/** The reason for a play, as text; `dayParts` are the names of the dayparts that still exist. */
export const playReason = (
  { why, source, skipped }: Pick<LoggedPlay, 'why' | 'source' | 'skipped'>,
  dayParts: ReadonlyMap<string, string>,
): string => {
  if (skipped !== '') return `Skipped: ${skipped}`;
  if (!why.startsWith('daypart:')) return words[why] ?? bySource[source] ?? '';
  const name = dayParts.get(why.slice('daypart:'.length));
  return name === undefined ? 'From a daypart that was since deleted.' : `From the daypart “${name}”.`;
};
