import { playsOf } from '#server/domains/analytics/plays.service.ts';
import type { StationKey } from '#contract/keys.ts';
import type { StationLive } from '#contract/session.ts';
import type { PlayingDeps } from './now-playing.ts';

/** Something that was played; `track` is the key of the Auto DJ's. */
export type Play = { title: string; artist: string; name: string; track: string | null; started: number | null };

/** What a station played: what is on and what was before, the latest first. */
export type PlayHistory = {
  current(): Play | undefined;
  before(): readonly Play[];
  /** Takes what the engine tells; whether something else is on now. */
  take(live: StationLive): boolean;
  /** Looks up what was played before this process listened, until that once worked. */
  load(): Promise<void>;
};

const most = 20;
const againMs = 30_000;
/** The engine's log and its state tell of one play at about the same time. */
const sameMs = 3000;

/** The plays of one station: of before from the log, from now on as the engine tells them. */
export const createPlayHistory = (deps: PlayingDeps, station: StationKey): PlayHistory => {
  let current: Play | undefined;
  let before: Play[] = [];
  let isLoaded = false;
  let triedAt = 0;

  const load = async (): Promise<void> => {
    const now = deps.clock.now().getTime();
    if (isLoaded || now - triedAt < againMs) return;
    triedAt = now;
    const { plays } = await playsOf(deps, station, { offset: 0, limit: most + 1 }).catch(() => ({ plays: undefined }));
    if (!plays) return;
    isLoaded = true;
    const logged = plays.map(({ title, artist, track, at }) => ({
      ...{ title: whole(artist, title), artist, name: title, track },
      started: Date.parse(at),
    }));
    const known = current ? [current, ...before] : before;
    before = [...before, ...logged.filter((play) => !known.some((one) => isSame(one, play)))].slice(0, most);
  };

  return {
    current: () => current,
    before: () => before,
    load,
    take(live) {
      const next = playOf(live, current, deps.clock.now().getTime());
      if (isOne(current, next)) return false;
      if (current) before = [current, ...before].slice(0, most);
      current = next;
      return true;
    },
  };
};

/** What is on, as the engine tells it; it began now where the engine doesn't say when, unless it is the first we hear of. */
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

/** Encoders send one text, by custom "Artist - Title". */
const namesIn = (text: string): { artist: string; name: string } => {
  const [artist = '', ...title] = text.split(' - ');
  return title.length > 0 ? { artist, name: title.join(' - ') } : { artist: '', name: text };
};

const whole = (artist: string, title: string): string => (artist === '' ? title : `${artist} - ${title}`);

/** Whether what the engine tells is what is on already. */
const isOne = (one: Play | undefined, other: Play | undefined): boolean => {
  if (!one || !other) return one === other;
  if (one.title !== other.title || one.track !== other.track) return false;
  return one.track === null || one.started === other.started;
};

const isSame = (one: Play, other: Play): boolean =>
  one.name === other.name &&
  (one.started === null || other.started === null || Math.abs(one.started - other.started) < sameMs);
