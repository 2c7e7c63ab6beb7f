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

/** The playlist that it was from, unless the station's own one; dayparts became playlists with the same ID. */
const playlistOf = (why: string): string | undefined => /^(?:playlist|daypart):(.+)$/.exec(why)?.[1];

/** The reason for a play, as text; `names` are those of the playlists, users and listeners' requests that
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
  const playlist = playlistOf(why);
  if (playlist === undefined) return words[why] ?? bySource[source] ?? '';
  const name = names.get(playlist);
  return name === undefined ? 'From a playlist that was since deleted.' : `From the playlist “${name}”.`;
};
