import { randomFrom } from './music.ts';
import type { DemoStation } from './cast.ts';

/** A recording that a presenter plays from elsewhere. */
export type Song = { artist: string; title: string; ms: number; appeal: number };

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

/** What a station's presenters play: 240 recordings of nobody real, the same ones every time. */
export const repertoireOf = (station: DemoStation): Song[] => {
  const random = randomFrom(station.audience * 13 + 5);
  return Array.from({ length: artists }, () => `${one(firsts, random)} ${one(lasts, random)}`).flatMap((artist) =>
    Array.from({ length: songsOfArtist }, () => ({
      artist,
      title: `${one(openings, random)} ${one(endings, random)}`,
      ms: Math.round(150_000 + random() * 130_000),
      // Of ten songs one drives people away.
      appeal: random() < 0.1 ? 0.15 : 0.6 + random() * 0.35,
    })),
  );
};

const one = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!;
