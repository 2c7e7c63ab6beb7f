import { dayMs } from '#contract/rules/time.ts';
import { randomFrom } from './music.ts';
import { repertoireOf, type Song } from './repertoire.ts';
import type { CreatedStation } from './create-stations.ts';

const minute = 60_000;

/** A recorded play, and the probability that listeners stay to its end. Times in ms since the epoch. */
export type DemoPlay = Omit<Song, 'source'> & { at: number; source: Song['source'] | 'autodj' };

/**
 * What a station played on a day (UTC), until `end`: presenters play each artist once in a few hours and talk on the
 * full hour; the playlist plays for an hour at night.
 */
export const playsOfDay = (at: CreatedStation, day: number, end: number): DemoPlay[] => {
  const random = randomFrom(day / dayMs + at.of.audience * 31);
  const songs = repertoireOf(at.of);
  const plays: DemoPlay[] = [];
  let next = Math.floor(random() * songs.length);
  let nightPlays = 0;
  for (let now = day; now < end;) {
    const play = isNight(at.of.timezone, now) ? playlistPlay(at, nightPlays++) : undefined;
    // With these steps the songs of one artist are more than three hours apart.
    const song = songs[(next = (next + 61) % songs.length)]!;
    const talk = play === undefined && now % (60 * minute) < 4 * minute ? 3 * minute : 0;
    const played = play ?? song;
    plays.push({ ...played, at: now + talk });
    now += talk + played.ms;
  }
  return plays.filter((play) => play.at < end);
};

const playlistPlay = ({ of, tracks }: CreatedStation, n: number): Omit<DemoPlay, 'at'> | undefined => {
  const playlistPiece = of.pieces[n % of.pieces.length];
  const track = playlistPiece && tracks.get(playlistPiece.title);
  if (!playlistPiece || track === undefined) return undefined;
  const { title, artist, album, seconds } = playlistPiece;
  return { source: 'autodj', track, title, artist, album, label: '', isrc: '', ms: seconds * 1000, appeal: 0.8 };
};

const hourFormats = new Map<string, Intl.DateTimeFormat>();
const isNight = (timeZone: string, at: number): boolean => {
  const format =
    hourFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  hourFormats.set(timeZone, format);
  return Number(format.format(at)) === 3;
};
