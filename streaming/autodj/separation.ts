import type { AutoDjItem, AutoDjRules } from '#contract/engine/engine.ts';
import { minuteMs } from '#contract/rules/time.ts';
import type { Barred } from './pick.ts';

/** A play that still counts for separation; the oldest first. */
export type Play = { key: string; artist: string; title: string; at: number };

type Minutes = Pick<AutoDjRules, 'artist_minutes' | 'title_minutes'>;

/** Older plays are dropped: about a day of songs. */
const maxPlays = 500;
/** Characters of a key that identify it among those of a station. */
const tailLength = 8;

/**
 * Which tracks are barred at `at` (ms) because their artist or title played too recently. Undefined when the rules
 * separate nothing.
 */
export const separation = (rules: Minutes, plays: readonly Play[], at: number): Barred | undefined => {
  if (rules.artist_minutes <= 0 && rules.title_minutes <= 0) return undefined;
  const artists = lastOf(plays, ({ artist }) => artist, at - rules.artist_minutes * minuteMs);
  const titles = lastOf(plays, ({ title }) => title, at - rules.title_minutes * minuteMs);
  return (item) => {
    const byArtist = artists.get(normalised(item.artist));
    const byTitle = titles.get(normalised(item.title));
    return byArtist === undefined ? byTitle : Math.max(byArtist, byTitle ?? byArtist);
  };
};

/** Adds a play and drops those that no longer count. */
export const addPlay = (plays: readonly Play[], item: AutoDjItem, at: number, rules: Minutes): readonly Play[] => {
  const longest = Math.max(rules.artist_minutes, rules.title_minutes);
  if (longest <= 0) return plays.length > 0 ? [] : plays;
  const play = { key: item.key, artist: normalised(item.artist), title: normalised(item.title), at };
  return [...plays.slice(1 - maxPlays).filter((one) => one.at > at - longest * minuteMs), play];
};

/** Encodes the plays as text for the snapshot, in minutes and by the tails of their keys. */
export const writePlays = (plays: readonly Play[]): string =>
  plays.map(({ key, at }) => `${key.slice(-tailLength)}${Math.round(at / minuteMs).toString(36)}`).join(' ');

/** Decodes the text of `writePlays`; plays of deleted tracks are dropped. */
export const readPlays = (text: string, items: Iterable<AutoDjItem>): readonly Play[] => {
  if (text === '') return [];
  const byTail = new Map(Array.from(items, (item) => [item.key.slice(-tailLength), item]));
  return text.split(' ').flatMap((word) => {
    const item = byTail.get(word.slice(0, tailLength));
    const at = Number.parseInt(word.slice(tailLength), 36) * minuteMs;
    return item ? [{ key: item.key, artist: normalised(item.artist), title: normalised(item.title), at }] : [];
  });
};

const lastOf = (plays: readonly Play[], nameOf: (play: Play) => string, since: number): Map<string, number> => {
  const recent = plays.filter((play) => play.at > since && nameOf(play) !== '');
  return new Map(recent.map((play) => [nameOf(play), play.at]));
};

/** Normalises spelling: ignores case, Unicode form and surrounding spaces. */
const normalised = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
