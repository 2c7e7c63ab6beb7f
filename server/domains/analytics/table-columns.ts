/*
 * What tables of listening have in common. Deduplication windows stand on the raw tables and on the sums alike: with
 * tokens alone a view would count a batch twice that is sent again.
 */

/** What is summed up, and the column by whose day it is read; the columns that `select` gives, in its order. */
export type Fill = { table: string; by: string; gives: string; select: (from: string) => string };

export type Summed = {
  name: string;
  columns: string;
  order: string;
  settings: string;
  /** What is summed up, and the column by whose day it is filled. */
  from: { table: string; by: string };
  /** The columns that `select` gives, in its order. */
  gives: string;
  select: (from: string) => string;
  /** What comes into it besides, by a view of its own. */
  beside?: Fill;
  /** Where the view of the table is there that it takes the place of: what it is filled from, as that knows more. */
  before?: { view: string; fill: Fill };
};

const window = 'non_replicated_deduplication_window = 10000';
/** A batch is acknowledged once it is here: it must outlive a power cut. */
export const kept = `${window}, fsync_after_insert = 1`;
/** Sketches are large: to read a station's days, those of others beside them are not to be read as well. */
export const fine = `${window}, index_granularity = 256`;
export const coarse = window;

const sum = (name: string): string => `${name} SimpleAggregateFunction(sum, UInt64)`;
export const plainSums = ['ms', 'bytes', 'connected', 'disconnected'].map(sum).join(', ');
/** Sessions that were there when the time began. */
export const carried = sum('carried');
/** Spots that began to be heard, and those heard to three quarters. */
export const spotSums = ['impressions', 'thirdQuartile'].map(sum).join(', ');

/*
 * Listeners are counted by two sketches: `addresses` is exact to 65,536 and large, `estimate` small and quickly merged.
 * A report reads one of them, by how many sessions it is about.
 */

export type Sketches = Record<'addresses' | 'estimate', string>;
/** Standard errors above what they count exactly: 0.4 %, 1.15 % (parts: 1.6 %). */
export const timeSketches: Sketches = { addresses: 'uniq', estimate: 'uniqCombined(13)' };
export const partSketches: Sketches = { addresses: 'uniq', estimate: 'uniqCombined(12)' };

/** `uniqCombined(13)` with a suffix: `uniqCombinedState(13)`. */
export const suffixed = (sketch: string, suffix: string): string =>
  sketch.replace(/^\w+/, (name) => `${name}${suffix}`);
export const sketches = (of: Sketches): string =>
  Object.entries(of)
    .map(([name, sketch]) => `${name} AggregateFunction(${sketch}, UInt64)`)
    .join(', ');
/** The sketches of slices; of another table's (`from`) sums, those merged. */
export const sketchesOf = (of: Sketches, from?: string): string =>
  Object.entries(of)
    .map(([name, sketch]) =>
      from === undefined
        ? `${suffixed(sketch, 'State')}(address) as ${name}`
        : `${suffixed(sketch, 'MergeState')}(${from}.${name}) as ${name}`,
    )
    .join(', ');

/** What slices are added up to, in the order of `plainSums`. */
export const summed = `sum(toUInt64(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since)))) as ms,
  sum(bytes) as bytes, sum(toUInt64(first)) as connected, sum(toUInt64(last)) as disconnected`;
export const added = 'ms, bytes, connected, disconnected';
export const addedUp = ['ms', 'bytes', 'connected', 'disconnected']
  .map((name) => `sum(one.${name}) as ${name}`)
  .join(', ');
/** What spots are added up to. */
export const spotCounts = 'sum(toUInt64(quartile = 0)) as impressions, sum(toUInt64(quartile = 3)) as thirdQuartile';
export const spotsAddedUp = 'sum(one.impressions) as impressions, sum(one.thirdQuartile) as thirdQuartile';

/** The last minute (counted since the epoch) that a slice `since_ms` to `until_ms` touches, the end not being part of it. */
export const lastMinuteOf = (since: string, until: string): string => `intDiv(greatest(${since}, ${until} - 1), 60000)`;
/** The minutes that a slice touches. */
export const minutesTouched = (since: string, until: string): string =>
  `range(toUInt32(intDiv(${since}, 60000)), toUInt32(${lastMinuteOf(since, until)} + 1))`;

/** What a slice is of one of its minutes: sessions heard in it (`listeners`), ms, comings and goings. */
export const summedOfMinute = (since: string, until: string): string =>
  `sum(toUInt64(1)) as listeners,
     sum(toUInt64(greatest(0, least(${until}, (minute + 1) * 60000) - greatest(${since}, minute * 60000)))) as ms,
     sum(toUInt64(first and minute = intDiv(${since}, 60000))) as connected,
     sum(toUInt64(last and minute = ${lastMinuteOf(since, until)})) as disconnected`;
