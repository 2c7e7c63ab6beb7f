import { reservedMounts } from '#contract/api/station-lists.ts';

const longest = 60;
/** A `pretty_url` has at least 6 characters (spec §5), and a new station's mount is the same word. */
const shortest = 6;

/**
 * Mounts to try for a station of this name, best first: its letters and digits without accents, joined by dashes, then
 * the same with suffix -2, -3, … indefinitely. Names in non-Latin scripts give `station`.
 */
export const mountNames = function* (name: string): Generator<string> {
  const word = mountWord(name);
  if (!reservedMounts.has(word)) yield word;
  for (let number = 2; ; number++) yield `${word}-${number}`;
};

const mountWord = (name: string): string => {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9\s._()-]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  if (word === '') return 'station';
  return word.length < shortest ? `${word}-radio` : word;
};
