import { playsOf } from '#server/domains/analytics/broadcasts.service.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { PlayingDeps } from './now-playing.ts';

/** One play; `track` is the key of an Auto DJ track. */
export type Play = { title: string; artist: string; name: string; track: string | null; started: number | null };

/** The play history of a station: the current play and earlier ones, latest first. */
export type PlayHistory = {
  current(): Play | undefined;
  before(): readonly Play[];
  /** Applies a state of the engine; true if another play is on now. */
  apply(live: StationLive): boolean;
  /** Loads the plays from before this process started, retrying until it succeeds once. */
  load(): Promise<void>;
};

const max = 20;
const retryMs = 30_000;
/** Log entry and engine state of the same play differ by at most this much. */
const sameMs = 3000;

/** The plays of one station: earlier ones from the play log, new ones from the engine's states. */
export const createPlayHistory = (deps: PlayingDeps, station: StationKey): PlayHistory => {
  let current: Play | undefined;
  let before: Play[] = [];
  let isLoaded = false;
  let triedAt = 0;

  const load = async (): Promise<void> => {
    const now = deps.clock.now().getTime();
    if (isLoaded || now - triedAt < retryMs) return;
    triedAt = now;
    const { plays } = await playsOf(deps, station, { offset: 0, limit: max + 1 }).catch(() => ({ plays: undefined }));
    if (!plays) return;
    isLoaded = true;
    // As in the engine's states, a broadcast without a title is none.
    const played = plays.filter(({ skipped, title }) => skipped === '' && title !== '');
    const logged = played.map(({ title, artist, track, at }) => ({
      ...{ title: fullTitle(artist, title), artist, name: title, track },
      started: Date.parse(at),
    }));
    const known = current ? [current, ...before] : before;
    before = [...before, ...logged.filter((play) => !known.some((other) => isSame(other, play)))].slice(0, max);
  };

  return {
    current: () => current,
    before: () => before,
    load,
    apply(live) {
      const next = playOf(live, current, deps.clock.now().getTime());
      if (isOne(current, next)) return false;
      if (current) before = [current, ...before].slice(0, max);
      current = next;
      return true;
    },
  };
};

/** The play in an engine state. Without a start time it started now, unless it is the first state received. */
const playOf = (live: StationLive, before: Play | undefined, now: number): Play | undefined => {
  if (live.status !== 'active' || live.source === 'none' || live.source === 'silence' || live.title === '')
    return undefined;
  const started = live.track_started === null ? (before ? now : null) : Date.parse(live.track_started);
  if (live.track)
    return {
      ...{ title: live.title, artist: live.track.artist, name: live.track.title },
      ...{ track: live.track.key, started },
    };
  return { title: live.title, ...namesIn(live.title), track: null, started };
};

/** Encoders send a single text, by convention "Artist - Title". */
const namesIn = (text: string): { artist: string; name: string } => {
  const [artist = '', ...title] = text.split(' - ');
  return title.length > 0 ? { artist, name: title.join(' - ') } : { artist: '', name: text };
};

const fullTitle = (artist: string, title: string): string => (artist === '' ? title : `${artist} - ${title}`);

/** Whether two states describe the same play. */
const isOne = (one: Play | undefined, other: Play | undefined): boolean => {
  if (!one || !other) return one === other;
  if (one.title !== other.title || one.track !== other.track) return false;
  return one.track === null || one.started === other.started;
};

const isSame = (one: Play, other: Play): boolean =>
  one.name === other.name &&
  (one.started === null || other.started === null || Math.abs(one.started - other.started) < sameMs);
