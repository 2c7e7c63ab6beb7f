/** A play as it was recorded; `at` in ms since the epoch, `lasts` in ms or 0, `track` '' unless the Auto DJ played it. */
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
/** Somebody who sent sound is gone or silent. */
export type SourceEnd = { at: number; source: string; event: string };
export type HeardPlay = RecordedPlay & { from: number; to: number };

/** As long as a recording whose length isn't known is heard at most. */
export const longestMs = 20 * 60_000;

/**
 * How long each play of a station lasted: until the next one of whatever source, until who sent it was lost, until the track is
 * over, and 20 minutes at most where its length isn't known; what plays now, until now. A title that is sent again is one play.
 * Both lists in order of time.
 */
export const stretchesOf = (plays: readonly RecordedPlay[], ends: readonly SourceEnd[], now: number): HeardPlay[] => {
  const once = plays.filter((play, i) => !isSaidAgain(play, plays[i - 1]));
  let passed = 0;
  return once.map((play, i) => {
    while (passed < ends.length && ends[passed]!.at <= play.at) passed++;
    const next = once[i + 1]?.at ?? now;
    const over = play.at + (play.lasts > 0 ? play.lasts : longestMs);
    const lost = play.source === 'autodj' ? undefined : firstEnd(play.source, ends, passed, next);
    return { ...play, from: play.at, to: Math.max(play.at, Math.min(next, over, lost ?? now, now)) };
  });
};

/** Encoders and streams say their title as often as they like; the Auto DJ says a track when it begins. */
const isSaidAgain = (play: RecordedPlay, before: RecordedPlay | undefined): boolean =>
  before !== undefined &&
  play.source !== 'autodj' &&
  play.source === before.source &&
  play.artist === before.artist &&
  play.title === before.title;

/** An encoder may leave without having been missed; of what is fetched another one may, which isn't on the air. */
const firstEnd = (source: string, ends: readonly SourceEnd[], from: number, until: number): number | undefined => {
  for (let i = from; i < ends.length && ends[i]!.at < until; i++) {
    const end = ends[i]!;
    if (end.source === source && (end.event === 'lost' || source === 'live')) return end.at;
  }
  return undefined;
};
