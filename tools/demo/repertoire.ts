import { randomFrom } from './music.ts';
import type { DemoStation } from './cast.ts';

/**
 * A recording that presenters play: most of them from the library of the automation software, as whose tracks they were
 * recorded; of what they bring along only the title is known.
 */
export type Song = {
  source: 'automation' | 'live';
  track: string;
  artist: string;
  title: string;
  album: string;
  label: string;
  isrc: string;
  ms: number;
  appeal: number;
};

const firsts = [
  ...['Amber', 'Silver', 'Northern', 'Quiet', 'Electric', 'Paper', 'Golden', 'Hollow', 'Velvet', 'Distant', 'Little'],
  ...['Wooden', 'Crystal', 'Late', 'Marble', 'Tidal', 'Neon', 'Copper', 'Winter', 'Second'],
];
const lasts = [
  ...['Harbours', 'Sparrows', 'Avenue', 'Foxes', 'Orchestra', 'Parade', 'Lanterns', 'Rivers', 'Tigers', 'Theatre'],
  ...['Machines', 'Gardens', 'Satellites', 'Brothers', 'Echoes', 'Pilots', 'Cinema', 'Mountains', 'Letters', 'Union'],
];
const openings = ['Waiting for', 'Leaving', 'Under', 'Dancing with', 'Letters to', 'The Sound of', 'Back to', 'Almost'];
const endings = [
  'Summer',
  'the Rain',
  'Caroline',
  'Nowhere',
  'the City',
  'You',
  'Morning',
  'the Sea',
  'Gold',
  'October',
];

const artists = 60;
const songsOfArtist = 4;

const labels = ['Skylight Recordings', 'Lantern House', 'Second Street Music', 'Paper Boat'];

/** What a station's presenters play: 240 recordings of nobody real, the same ones every time. */
export const repertoireOf = (station: DemoStation): Song[] => {
  const random = randomFrom(station.audience * 13 + 5);
  return Array.from({ length: artists * songsOfArtist }, (_, n) => {
    const of = Math.floor(n / songsOfArtist);
    const known = {
      artist: `${firsts[of % firsts.length]!} ${lasts[(of * 7 + Math.floor(of / firsts.length)) % lasts.length]!}`,
      title: `${one(openings, random)} ${one(endings, random)}`,
      ms: Math.round(150_000 + random() * 130_000),
      // Of ten songs one drives people away.
      appeal: random() < 0.1 ? 0.15 : 0.6 + random() * 0.35,
    };
    if (random() < 0.2) return { ...known, source: 'live', track: '', album: '', label: '', isrc: '' };
    return { ...known, source: 'automation', ...releaseOf(station, n, random) };
  });
};

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Of some no ISRC is known, of fewer no label. */
const releaseOf = ({ audience }: DemoStation, n: number, random: () => number) => ({
  track: `t-${Array.from({ length: 22 }, () => letters[Math.floor(random() * letters.length)]!).join('')}`,
  album: `${one(firsts, random)} ${one(endings, random)}`,
  label: random() < 0.1 ? '' : one(labels, random),
  isrc: random() < 0.15 ? '' : `DEZ65${String(20 + (n % 6))}${String(audience * 300 + n).padStart(5, '0')}`,
});

const one = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!;
