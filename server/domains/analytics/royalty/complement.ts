import type { ComplementWarning } from '#contract/api/royalty.ts';
import { complement } from '#contract/rules/royalty-rules.ts';

/** A recording that was played; `at` in ms since the epoch. */
export type Selection = { at: number; artist: string; title: string; album: string };
export type ComplementExcess = Pick<ComplementWarning, 'rule' | 'name' | 'count' | 'most'> & { plays: Selection[] };

const windowMs = complement.hours * 3600_000;
/** Titles that many albums share; they are the same album only if the artist is the same. */
const commonAlbums =
  /^(the )?(very )?(best of|greatest hits|hits|singles?|live|unplugged|demos?|untitled|unknown( album)?)\b/;

/**
 * Where a station played more of one album or artist than the sound recording performance complement allows (17 U.S.C.
 * 114(j)(13)): different selections that begin within three hours, and consecutive selections. Only recordings count.
 * Plays less than three hours apart belong to one excess. Unknown albums and artists are ignored; sets of several
 * records can't be recognized.
 */
export const excessesOf = (selections: readonly Selection[]): ComplementExcess[] => {
  const known = selections.map(namesOf);
  return [...within(known, 'album'), ...inARow(known, 'album'), ...within(known, 'artist'), ...inARow(known, 'artist')];
};

type Of = 'album' | 'artist';
/** A selection with keys to compare by; '' matches nothing. */
type Known = { selection: Selection; song: string; album: string; artist: string };

const namesOf = (selection: Selection): Known => {
  const [artist, album] = [plain(selection.artist), plain(selection.album)];
  const group = commonAlbums.test(album) ? `${album}\n${artist}` : album;
  return { selection, song: `${artist}\n${plain(selection.title)}`, album: group, artist };
};

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');

const within = (known: readonly Known[], of: Of): ComplementExcess[] => {
  const groups = Map.groupBy(
    known.filter((one) => one[of] !== ''),
    (one) => one[of],
  );
  return [...groups.values()].flatMap((group) => (group.length > complement[of].most ? withinGroup(group, of) : []));
};

const withinGroup = (group: readonly Known[], of: Of): ComplementExcess[] => {
  const { most } = complement[of];
  const found: ComplementExcess[] = [];
  const songs = new Map<string, number>();
  let [oldest, reportedTo, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const [i, { selection, song }] of group.entries()) {
    songs.set(song, (songs.get(song) ?? 0) + 1);
    for (; group[oldest]!.selection.at <= selection.at - windowMs; oldest++) leave(songs, group[oldest]!.song);
    if (songs.size <= most) continue;
    const continues = selection.at - last < windowMs;
    const plays = group.slice(continues ? reportedTo : oldest, i + 1).map((one) => one.selection);
    const open = continues ? found.at(-1) : undefined;
    if (open) {
      open.plays.push(...plays);
      open.count = Math.max(open.count, songs.size);
    } else found.push({ rule: of, name: selection[of], count: songs.size, most, plays });
    [reportedTo, last] = [i + 1, selection.at];
  }
  return found;
};

const leave = (songs: Map<string, number>, song: string): void => {
  const left = (songs.get(song) ?? 1) - 1;
  if (left === 0) songs.delete(song);
  else songs.set(song, left);
};

const inARow = (known: readonly Known[], of: Of): ComplementExcess[] => {
  const found: ComplementExcess[] = [];
  const { inARow: most } = complement[of];
  let row: Known[] = [];
  const end = (): void => {
    const count = row.length > most ? new Set(row.map(({ song }) => song)).size : 0;
    const plays = row.map(({ selection }) => selection);
    if (count > most) found.push({ rule: `${of}InARow`, name: plays[0]![of], count, most, plays });
    row = [];
  };
  for (const one of known) {
    const last = row.at(-1);
    const continues = last && last[of] === one[of] && one.selection.at - last.selection.at < windowMs;
    if (!continues) end();
    if (one[of] !== '') row.push(one);
  }
  end();
  return found;
};
