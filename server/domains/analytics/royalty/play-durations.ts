/** A play as recorded; `at` in ms since the epoch, `lasts` in ms or 0, `track` '' unless the Auto DJ played it. */
export type RecordedPlay = {
  at: number;
  source: string;
  why: string;
  track: string;
  artist: string;
  title: string;
  album: string;
  isrc: string;
  label: string;
  lasts: number;
};
/** A source that disconnected or became silent. */
export type SourceEnd = { at: number; source: string; event: string };
export type TimedPlay = RecordedPlay & { from: number; to: number };

/** The longest duration assumed for a recording of unknown length. */
export const longestMs = 20 * 60_000;

/**
 * The duration of each play: until the next play from any source, until its source is lost, until the track is over,
 * and at most 20 minutes where the length is unknown; the current play lasts until now. A repeated title is one play.
 * Both lists are in order of time.
 */
export const playDurations = (plays: readonly RecordedPlay[], ends: readonly SourceEnd[], now: number): TimedPlay[] => {
  const once = plays.filter((play, i) => !isRepeatedTitle(play, plays[i - 1]));
  let passed = 0;
  return once.map((play, i) => {
    while (passed < ends.length && ends[passed]!.at <= play.at) passed++;
    const next = once[i + 1]?.at ?? now;
    const over = play.at + (play.lasts > 0 ? play.lasts : longestMs);
    const lost = play.source === 'autodj' ? undefined : firstEnd(play.source, ends, passed, next);
    return { ...play, from: play.at, to: Math.max(play.at, Math.min(next, over, lost ?? now, now)) };
  });
};

/** Encoders and streams repeat their title at will; the Auto DJ reports a track once, when it begins. */
const isRepeatedTitle = (play: RecordedPlay, before: RecordedPlay | undefined): boolean =>
  before !== undefined &&
  play.source !== 'autodj' &&
  play.source === before.source &&
  play.artist === before.artist &&
  play.title === before.title;

/**
 * An encoder may disconnect without being reported lost; for relay and fail-over URLs, a disconnect may be of one that
 * isn't on the air.
 */
const firstEnd = (source: string, ends: readonly SourceEnd[], from: number, until: number): number | undefined => {
  for (let i = from; i < ends.length && ends[i]!.at < until; i++) {
    const end = ends[i]!;
    if (end.source === source && (end.event === 'lost' || source === 'live')) return end.at;
  }
  return undefined;
};
