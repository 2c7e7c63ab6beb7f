import type { ComplementWarning } from '#contract/royalty.ts';
import { complement } from '#contract/royalty-rules.ts';

/** A recording that was played, in order of time; `at` in ms since the epoch. */
export type Selection = { at: number; artist: string; title: string; album: string };
export type Excess = Pick<ComplementWarning, 'rule' | 'name' | 'count' | 'most'> & { plays: Selection[] };

const windowMs = complement.hours * 3600_000;
/** Titles of many albums, which are the same album only by the same artist. */
const commonAlbums =
  /^(the )?(very )?(best of|greatest hits|hits|singles?|live|unplugged|demos?|untitled|unknown( album)?)\b/;

/**
 * Where a station's programme had more of one album or one artist than the sound recording performance complement has
 * (17 U.S.C. 114(j)(13)): different selections that begin within three hours, and selections one after the other, what is no
 * recording left out. Plays of one excess that go on without three hours between them are told once. An unknown album or artist
 * is nobody's; sets of several records can't be told.
 */
export const excessesOf = (selections: readonly Selection[]): Excess[] => [
  ...within(selections, 'album'),
  ...inARow(selections, 'album'),
  ...within(selections, 'artist'),
  ...inARow(selections, 'artist'),
];

type Of = 'album' | 'artist';

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');

const nameOf = (selection: Selection, of: Of): string => {
  const name = plain(selection[of]);
  return of === 'album' && commonAlbums.test(name) ? `${name}\n${plain(selection.artist)}` : name;
};
const songOf = ({ artist, title }: Selection): string => `${plain(artist)}\n${plain(title)}`;

const within = (selections: readonly Selection[], of: Of): Excess[] => {
  const found: Excess[] = [];
  for (const own of grouped(selections, of).values()) {
    let open: { excess: Excess; last: number } | undefined;
    let oldest = 0;
    for (const [i, selection] of own.entries()) {
      while (own[oldest]!.at <= selection.at - windowMs) oldest++;
      const lately = own.slice(oldest, i + 1);
      const count = new Set(lately.map(songOf)).size;
      if (count <= complement[of].most) continue;
      if (open && selection.at - open.last < windowMs) {
        open.excess.plays.push(...lately.filter(({ at }) => at > open!.last));
        open.excess.count = Math.max(open.excess.count, count);
        open.last = selection.at;
      } else {
        const excess = { rule: of, name: selection[of], count, most: complement[of].most, plays: [...lately] };
        found.push(excess);
        open = { excess, last: selection.at };
      }
    }
  }
  return found;
};

const grouped = (selections: readonly Selection[], of: Of): Map<string, Selection[]> => {
  const groups = new Map<string, Selection[]>();
  for (const selection of selections) {
    if (selection[of].trim() === '') continue;
    const name = nameOf(selection, of);
    const own = groups.get(name);
    if (own) own.push(selection);
    else groups.set(name, [selection]);
  }
  return groups;
};

const inARow = (selections: readonly Selection[], of: Of): Excess[] => {
  const found: Excess[] = [];
  const { inARow: most } = complement[of];
  let row: Selection[] = [];
  const end = (): void => {
    const count = new Set(row.map(songOf)).size;
    if (count > most) found.push({ rule: `${of}InARow`, name: row[0]![of], count, most, plays: row });
    row = [];
  };
  for (const selection of selections) {
    const last = row.at(-1);
    const goesOn = last && nameOf(last, of) === nameOf(selection, of) && selection.at - last.at < windowMs;
    if (!goesOn) end();
    if (selection[of].trim() !== '') row.push(selection);
  }
  end();
  return found;
};
