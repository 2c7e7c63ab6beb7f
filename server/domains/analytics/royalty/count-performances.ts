/*
 * A performance is any portion of a play that one listener hears. Sessions and plays are not joined: all times at which
 * a play begins or ends are sorted, slices are counted between each two of them, and running sums give how many
 * sessions overlap a play. That takes one pass over the slices, however many plays there are.
 *
 * A session overlaps the play [a, b) by its slices: those that begin before b and end after a, minus those that
 * continue the previous slice within the play, so that a session counts once. For adjacent slices that is (first, since
 * < b) + (continued, since ≤ a) − (until ≤ a).
 */

/**
 * The slices whose `since`, and those whose `until`, lie between this time and the next; the ms sums count from this
 * time.
 */
export type EdgeCounts = {
  at: number;
  /** First slices count from their start; a continued slice and an end count up to and including their time. */
  firsts: number;
  continued: number;
  start_ms: number;
  ends: number;
  end_ms: number;
};

export type PlayRange = { from: number; to: number };
export type PerformanceCounts = { performances: number; ms: number };

/** Every time at which one of these begins or ends, ms since the epoch, in order. */
export const edgeTimes = (ranges: readonly PlayRange[]): number[] =>
  [...new Set(ranges.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other);

/** The last of the times that is not after `at`; `before` where there is none. */
export const edgeAt = (times: readonly number[], at: number, before: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? before : times[low - 1]!;
};

/** A slice of a session, ms since the epoch. */
export type Slice = { since: number; until: number; isFirst: boolean };

/** The buckets of slices that aren't in ClickHouse; empty slices count nowhere. */
export const edgeCountsOf = (slices: Iterable<Slice>, times: readonly number[], before: number): EdgeCounts[] => {
  const buckets = new Map<number, EdgeCounts>();
  const at = (time: number): EdgeCounts => {
    const found = buckets.get(time) ?? { at: time, firsts: 0, continued: 0, start_ms: 0, ends: 0, end_ms: 0 };
    buckets.set(time, found);
    return found;
  };
  for (const { since, until, isFirst } of slices) {
    if (until <= since) continue;
    const start = at(edgeAt(times, isFirst ? since : since - 1, before));
    if (isFirst) start.firsts++;
    else start.continued++;
    start.start_ms += since - start.at;
    const end = at(edgeAt(times, until - 1, before));
    end.ends++;
    end.end_ms += until - end.at;
  }
  return [...buckets.values()];
};

type Sums = { firsts: number; continued: number; ends: number; ms: number };

/**
 * Returns a function that gives, for a range between two of these times, how many sessions heard it, and for how long
 * in total. Anything before the first time is in buckets before it.
 */
export const performancesBetween = (
  times: readonly number[],
  buckets: readonly EdgeCounts[],
): ((range: PlayRange) => PerformanceCounts) => {
  const sums = sumsUpTo(times, buckets);
  return ({ from, to }) => {
    const [before, after] = [sums.get(from), sums.get(to)];
    if (!before || !after || to <= from) return { performances: 0, ms: 0 };
    return { performances: after.firsts + before.continued - before.ends, ms: after.ms - before.ms };
  };
};

const sumsUpTo = (times: readonly number[], buckets: readonly EdgeCounts[]): Map<number, Sums> => {
  const ordered = [...buckets].sort((one, other) => one.at - other.at);
  const sums = new Map<number, Sums>();
  const running = { firsts: 0, continued: 0, ends: 0, ms: 0 };
  let [next, last] = [0, ordered[0]?.at ?? 0];
  const advance = (to: number, from: number, bucket?: EdgeCounts): void => {
    running.ms += (running.firsts + running.continued - running.ends) * (to - from);
    if (!bucket) return;
    const length = to - from;
    running.ms +=
      (bucket.firsts + bucket.continued) * length - bucket.start_ms - (bucket.ends * length - bucket.end_ms);
    running.firsts += bucket.firsts;
    running.continued += bucket.continued;
    running.ends += bucket.ends;
  };
  for (const time of times) {
    while (next < ordered.length && ordered[next]!.at < time) {
      const bucket = ordered[next]!;
      if (bucket.at > last) advance(bucket.at, last);
      const until = Math.min(time, ordered[next + 1]?.at ?? time);
      advance(until, bucket.at, bucket);
      last = until;
      next++;
    }
    if (time > last) advance(time, last);
    last = Math.max(last, time);
    sums.set(time, { ...running });
  }
  return sums;
};
