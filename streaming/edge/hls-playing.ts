import type { Segment } from '#streaming/hls/segments.ts';

/** What a player has played of the segments of a lane, as its requests tell; times are ms since the epoch. */
export type Playing = {
  /** It requests a segment. */
  request(segment: Segment, at: number): void;
  /** It requests a segment of another lane or the programme's. */
  leave(sequence: number): void;
  /** It is still here. */
  stays(at: number): void;
};

/** A segment has been played after this many times its length. */
const playedAfter = 1.5;
/** Programs that only look whether there is a stream are gone by then. */
const staysMs = 3000;

/**
 * Within a stream: a player requests a segment when it has played another, so one has been played once the next one is
 * requested, or after a while.
 */
export const playsOn = (played: (segment: Segment) => void): Playing => {
  let asked: { segment: Segment; at: number } | undefined;
  const finish = (): void => {
    const last = asked;
    asked = undefined;
    if (last) played(last.segment);
  };
  return {
    request(segment, at) {
      if (asked && segment.sequence <= asked.segment.sequence) return;
      finish();
      asked = { segment, at };
    },
    leave(sequence) {
      if (asked && sequence > asked.segment.sequence) finish();
    },
    stays(at) {
      if (asked && at - asked.at >= asked.segment.duration * 1000 * playedAfter) finish();
    },
  };
};

/** At the beginning of a stream: a player requests several segments at once, and plays one after the other from then on. */
export const playsFirst = (played: (segment: Segment) => void): Playing => {
  const waiting: { segment: Segment; until: number }[] = [];
  let began: number | undefined;
  let latest = -1;
  let until = 0;
  return {
    request(segment, at) {
      if (segment.sequence <= latest) return;
      latest = segment.sequence;
      began ??= at;
      until = Math.max(until, at) + segment.duration * 1000;
      waiting.push({ segment, until: Math.max(until, began + staysMs) });
    },
    leave() {},
    stays(at) {
      while (waiting[0] && waiting[0].until <= at) played(waiting.shift()!.segment);
    },
  };
};
