import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { RoyaltyCorrection } from '#contract/api/royalty.ts';
import type { Db } from '#server/kernel/kernel.ts';
import {
  correctionsOf,
  namedTracks,
  royaltyStations,
  tracksByName,
  type MatchedTrack,
  type NamedTrack,
} from './royalty.repo.ts';
import type { RecordedPlay } from './play-durations.ts';

/** What was played: a recording, or something else. */
export type PlayKind = 'recording' | 'jingle' | 'speech' | 'untitled';
export type Naming = {
  kind: PlayKind;
  artist: string;
  title: string;
  album: string;
  label: string;
  isrc: string;
  track: { key: NamedTrack['key']; station_key: StationKey } | null;
  raw: string;
  corrected: boolean;
};

type SentTitle = Pick<RecordedPlay, 'artist' | 'title'>;

/** A title as an encoder sent it. */
export const rawOf = ({ artist, title }: SentTitle): string =>
  artist !== '' && title !== '' ? `${artist} - ${title}` : artist + title;
/** The key under which equal raw titles are compared. */
export const rawKey = (raw: string): string =>
  (unusualSpace.test(raw) ? raw.trim().replaceAll(/\s+/g, ' ') : raw).toLowerCase();
/** Few titles have any: without the test, each of a report's thousands would be copied twice. */
const unusualSpace = /^\s|\s\s|[^\S ]|\s$/;

/** An account's corrections, and the stations whose libraries are searched, for titles that came without a track. */
export type TitleSources = { corrections: ReadonlyMap<string, RoyaltyCorrection>; stations: readonly StationKey[] };

export const titleSources = async (db: Db, account: AccountKey): Promise<TitleSources> => {
  const [corrections, stations] = await Promise.all([correctionsOf(db, account), royaltyStations(db, { account })]);
  return { corrections, stations: stations.map(({ key }) => key) };
};

/**
 * Identifies each play, in their order. A track has its current name, or the one it had when it played if it was
 * deleted. A title sent by an encoder is what the account's correction says, otherwise the matching track in one of its
 * libraries, otherwise the title as sent.
 */
export const namePlays = async (db: Db, plays: readonly RecordedPlay[], sources: TitleSources): Promise<Naming[]> => {
  const tracks = await namedTracks(db, [...new Set(plays.flatMap(({ track }) => (track === '' ? [] : [track])))]);
  const keys = plays.map((play) => (play.track === '' && play.title !== '' ? rawKey(rawOf(play)) : ''));
  const sent = new Map<string, RecordedPlay>();
  for (const [i, play] of plays.entries()) if (keys[i] !== '') sent.set(keys[i]!, play);
  const unknown = [...sent].filter(([key]) => !sources.corrections.has(key));
  const names = unknown.map(([key, { artist, title }]) => ({ key, artist, title }));
  const matches = await tracksByName(db, sources.stations, names);
  const known = { matches, sources };
  return plays.map((play, i) =>
    play.track === '' ? ofTitle(play, keys[i]!, known) : ofTrack(play, tracks.get(play.track)),
  );
};

const ofTrack = (play: RecordedPlay, track: NamedTrack | undefined): Naming => {
  const { artist, title, album, label, isrc } = track ?? play;
  const kind = play.why === 'jingle' ? 'jingle' : title === '' ? 'untitled' : 'recording';
  const own = track ? { key: track.key, station_key: track.station_key } : null;
  return { kind, artist, title, album, label, isrc, track: own, raw: '', corrected: false };
};

/** What is known of titles, by their `rawKey`. */
type Known = { matches: ReadonlyMap<string, MatchedTrack>; sources: TitleSources };

const ofTitle = (play: RecordedPlay, key: string, { matches, sources }: Known): Naming => {
  const { artist, title, album } = play;
  const raw = rawOf(play);
  const kind = title === '' ? 'untitled' : 'recording';
  const bare: Naming = { kind, artist, title, album, label: '', isrc: '', track: null, raw, corrected: false };
  if (title === '') return bare;
  const correction = sources.corrections.get(key);
  if (correction) return { ...bare, ...correction, title: correction.title || title, raw, corrected: true };
  const match = matches.get(key);
  if (!match) return bare;
  const { key: track, station_key, isJingle, ...called } = match;
  return {
    kind: isJingle ? 'jingle' : 'recording',
    ...called,
    track: { key: track, station_key },
    raw,
    corrected: false,
  };
};
