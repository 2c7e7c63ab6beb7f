import { randomFrom } from './music.ts';
import type { DemoStation } from './cast.ts';

/**
 * A song that presenters play: most come from the automation's library and are recorded as its tracks; of those played
 * live only artist and title are known.
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

/** The songs of a station's presenters: 240 fictitious recordings, always the same. */
export const repertoireOf = (station: DemoStation): Song[] => {
  const random = randomFrom(station.audience * 13 + 5);
  return Array.from({ length: artists * songsOfArtist }, (_, n) => {
    const of = Math.floor(n / songsOfArtist);
    const metadata = {
      artist: `${firsts[of % firsts.length]!} ${lasts[(of * 7 + Math.floor(of / firsts.length)) % lasts.length]!}`,
      title: `${pick(openings, random)} ${pick(endings, random)}`,
      ms: Math.round(150_000 + random() * 130_000),
      // One song in ten drives listeners away.
      appeal: random() < 0.1 ? 0.15 : 0.6 + random() * 0.35,
    };
    if (random() < 0.2) return { ...metadata, source: 'live', track: '', album: '', label: '', isrc: '' };
    return { ...metadata, source: 'automation', ...releaseOf(station, n, random) };
  });
};

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Some have no ISRC, fewer have no label. */
const releaseOf = ({ audience }: DemoStation, n: number, random: () => number) => ({
  track: `t-${Array.from({ length: 22 }, () => letters[Math.floor(random() * letters.length)]!).join('')}`,
  album: `${pick(firsts, random)} ${pick(endings, random)}`,
  label: random() < 0.1 ? '' : pick(labels, random),
  isrc: random() < 0.15 ? '' : `DEZ65${String(20 + (n % 6))}${String(audience * 300 + n).padStart(5, '0')}`,
});

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!;
