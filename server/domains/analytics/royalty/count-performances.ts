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
export type Bucket = {
  at: number;
  /** First slices count from their start; a continued slice and an end count up to and including their time. */
  firsts: number;
  continued: number;
  start_ms: number;
  ends: number;
  end_ms: number;
};

export type Stretch = { from: number; to: number };
export type Met = { performances: number; ms: number };

/** Every time at which one of these begins or ends, ms since the epoch, in order. */
export const momentsOf = (stretches: readonly Stretch[]): number[] =>
  [...new Set(stretches.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other);

/** The last of the times that is not after `at`; `before` where there is none. */
export const momentAt = (moments: readonly number[], at: number, before: number): number => {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? before : moments[low - 1]!;
};

/** A slice of a session, ms since the epoch. */
export type Slice = { since: number; until: number; isFirst: boolean };

/** The buckets of slices that aren't in ClickHouse; empty slices count nowhere. */
export const bucketsOf = (slices: Iterable<Slice>, moments: readonly number[], before: number): Bucket[] => {
  const buckets = new Map<number, Bucket>();
  const at = (moment: number): Bucket => {
    const found = buckets.get(moment) ?? { at: moment, firsts: 0, continued: 0, start_ms: 0, ends: 0, end_ms: 0 };
    buckets.set(moment, found);
    return found;
  };
  for (const { since, until, isFirst } of slices) {
    if (until <= since) continue;
    const start = at(momentAt(moments, isFirst ? since : since - 1, before));
    if (isFirst) start.firsts++;
    else start.continued++;
    start.start_ms += since - start.at;
    const end = at(momentAt(moments, until - 1, before));
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
  moments: readonly number[],
  buckets: readonly Bucket[],
): ((stretch: Stretch) => Met) => {
  const sums = sumsUpTo(moments, buckets);
  return ({ from, to }) => {
    const [before, after] = [sums.get(from), sums.get(to)];
    if (!before || !after || to <= from) return { performances: 0, ms: 0 };
    return { performances: after.firsts + before.continued - before.ends, ms: after.ms - before.ms };
  };
};

const sumsUpTo = (moments: readonly number[], buckets: readonly Bucket[]): Map<number, Sums> => {
  const ordered = [...buckets].sort((one, other) => one.at - other.at);
  const sums = new Map<number, Sums>();
  const so = { firsts: 0, continued: 0, ends: 0, ms: 0 };
  let [next, last] = [0, ordered[0]?.at ?? 0];
  const advance = (to: number, from: number, bucket?: Bucket): void => {
    so.ms += (so.firsts + so.continued - so.ends) * (to - from);
    if (!bucket) return;
    const length = to - from;
    so.ms += (bucket.firsts + bucket.continued) * length - bucket.start_ms - (bucket.ends * length - bucket.end_ms);
    so.firsts += bucket.firsts;
    so.continued += bucket.continued;
    so.ends += bucket.ends;
  };
  for (const moment of moments) {
    while (next < ordered.length && ordered[next]!.at < moment) {
      const bucket = ordered[next]!;
      if (bucket.at > last) advance(bucket.at, last);
      const until = Math.min(moment, ordered[next + 1]?.at ?? moment);
      advance(until, bucket.at, bucket);
      last = until;
      next++;
    }
    if (moment > last) advance(moment, last);
    last = Math.max(last, moment);
    sums.set(moment, { ...so });
  }
  return sums;
};
