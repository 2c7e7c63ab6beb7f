import type { AutoDjItem, AutoDjRules } from '#contract/engine.ts';
import type { Barred } from './pick.ts';

/** What was heard, as far as it keeps others from being heard; the oldest first. */
export type Play = { key: string; artist: string; title: string; at: number };

type Minutes = Pick<AutoDjRules, 'artist_minutes' | 'title_minutes'>;

/** More plays are not kept: a day of songs. */
const mostPlays = 500;
const minuteMs = 60_000;
/** Letters of a key that tell it from the others of a station. */
const tailLength = 8;

/** Which tracks must not come at `at` (ms), as their artist or title was heard too recently. Undefined where the rules ask for nothing. */
export function separation(rules: Minutes, plays: readonly Play[], at: number): Barred | undefined {
  if (rules.artist_minutes <= 0 && rules.title_minutes <= 0) return undefined;
  const artists = lastOf(plays, ({ artist }) => artist, at - rules.artist_minutes * minuteMs);
  const titles = lastOf(plays, ({ title }) => title, at - rules.title_minutes * minuteMs);
  return (item) => {
    const byArtist = artists.get(plain(item.artist));
    const byTitle = titles.get(plain(item.title));
    return byArtist === undefined ? byTitle : Math.max(byArtist, byTitle ?? byArtist);
  };
}

/** The plays with one more, without those that count no longer. */
export function remember(plays: readonly Play[], item: AutoDjItem, at: number, rules: Minutes): readonly Play[] {
  const longest = Math.max(rules.artist_minutes, rules.title_minutes);
  if (longest <= 0) return plays.length > 0 ? [] : plays;
  const play = { key: item.key, artist: plain(item.artist), title: plain(item.title), at };
  return [...plays.slice(1 - mostPlays).filter((one) => one.at > at - longest * minuteMs), play];
}

/** The plays as text for the snapshot, in minutes and by the tails of their keys. */
export function writePlays(plays: readonly Play[]): string {
  return plays.map(({ key, at }) => `${key.slice(-tailLength)}${Math.round(at / minuteMs).toString(36)}`).join(' ');
}

/** What `writePlays` wrote; plays of tracks that are gone are left out. */
export function readPlays(text: string, items: Iterable<AutoDjItem>): readonly Play[] {
  if (text === '') return [];
  const byTail = new Map(Array.from(items, (item) => [item.key.slice(-tailLength), item]));
  return text.split(' ').flatMap((word) => {
    const item = byTail.get(word.slice(0, tailLength));
    const at = Number.parseInt(word.slice(tailLength), 36) * minuteMs;
    return item ? [{ key: item.key, artist: plain(item.artist), title: plain(item.title), at }] : [];
  });
}

function lastOf(plays: readonly Play[], nameOf: (play: Play) => string, since: number): Map<string, number> {
  const recent = plays.filter((play) => play.at > since && nameOf(play) !== '');
  return new Map(recent.map((play) => [nameOf(play), play.at]));
}

/** However it is spelt: upper case, accents' forms and spaces around tell nothing. */
function plain(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
