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

/** The listener's request that was played, by its ID. */
export const requestOf = (why: string): string | undefined => /^queued:request:(.+)$/.exec(why)?.[1];

/** The user who queued or skipped a track; undefined for everything that the Auto DJ decides. */
export const personOf = (why: string): string | undefined => /^(?:queued|skipped):(?!request:)(.+)$/.exec(why)?.[1];

/** The reason for a play, as text; `names` are those of the dayparts, users and listeners' requests that
 * still exist, by their IDs. */
export const playReason = (
  { why, source, skipped }: Pick<LoggedPlay, 'why' | 'source' | 'skipped'>,
  names: ReadonlyMap<string, string>,
): string => {
  const request = requestOf(why);
  if (request !== undefined) return `Requested by ${names.get(request) || 'a listener'}.`;
  const person = personOf(why);
  if (person !== undefined) {
    const name = names.get(person) ?? 'a former user';
    return why.startsWith('queued:') ? `Queued by ${name}.` : `Skipped by ${name}.`;
  }
  if (skipped !== '') return `Skipped: ${skipped}`;
  if (!why.startsWith('daypart:')) return words[why] ?? bySource[source] ?? '';
  const name = names.get(why.slice('daypart:'.length));
  return name === undefined ? 'From a daypart that was since deleted.' : `From the daypart “${name}”.`;
};
