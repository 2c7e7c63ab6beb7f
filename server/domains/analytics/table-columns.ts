/*
 * Shared settings and columns of the listening tables. The raw tables and the rollups both need deduplication windows:
 * with tokens alone, a view would count a repeated batch twice.
 */

/**
 * What a rollup is filled from: the table, the column whose days it is read by, and the columns that `select` returns,
 * in order.
 */
export type Fill = { table: string; timeColumn: string; outputColumns: string; select: (from: string) => string };

export type Rollup = {
  name: string;
  columns: string;
  order: string;
  settings: string;
  /** The source table, and the column whose days it is filled by. */
  from: { table: string; timeColumn: string };
  /** The columns that `select` returns, in order. */
  outputColumns: string;
  select: (from: string) => string;
  /** A second source with its own view. */
  secondSource?: Fill;
  /** Tables of the version before, which hold the same rows: where they exist, the rollup is filled from them. */
  former?: readonly Fill[];
  /**
   * The rows of stations from which all others follow (`addSteps`), with their columns; a backup holds only these. In
   * older ones they are called `formerly`.
   */
  shortest?: {
    minutes: number;
    steps: string;
    keys: readonly string[];
    columns: readonly string[];
    formerly: string;
  };
};

const window = 'non_replicated_deduplication_window = 10000';
/** Batches are acknowledged once they are stored here, so they must survive a power cut. */
export const rawTableSettings = `${window}, fsync_after_insert = 1`;
/** Sketches are large: with small granules, reading one station's days does not read its neighbours' too. */
export const fineGranularity = `${window}, index_granularity = 256`;
/** Reports read short ranges of these, each from every part of the table: with granules of the usual 8,192 rows mostly rows of others. */
export const mediumGranularity = `${window}, index_granularity = 1024`;
export const defaultGranularity = window;

export const sumColumn = (name: string): string => `${name} SimpleAggregateFunction(sum, UInt64)`;
export const plainSums = ['ms', 'bytes', 'connected', 'disconnected'].map(sumColumn).join(', ');
/** Sessions that were open when the bucket began. */
export const openAtStartColumn = sumColumn('open_at_start');
/** Spots that started playing, and spots played to three quarters. */
export const spotSums = ['impressions', 'thirdQuartile'].map(sumColumn).join(', ');

/*
 * Two sketches count listeners: `addresses` is exact up to 65,536 and large, `estimate` is small and merges quickly. A
 * report reads one of them, depending on how many sessions it covers.
 */

export type Sketches = Record<'addresses' | 'estimate', string>;
/** Standard errors above the exact range: 0.4 %, 1.15 % (audience dimensions: 1.6 %). */
export const timeSketches: Sketches = { addresses: 'uniq', estimate: 'uniqCombined(13)' };
export const partSketches: Sketches = { addresses: 'uniq', estimate: 'uniqCombined(12)' };

/** `uniqCombined(13)` with a suffix: `uniqCombinedState(13)`. */
export const suffixed = (sketch: string, suffix: string): string =>
  sketch.replace(/^\w+/, (name) => `${name}${suffix}`);
export const sketches = (of: Sketches): string =>
  Object.entries(of)
    .map(([name, sketch]) => `${name} AggregateFunction(${sketch}, UInt64)`)
    .join(', ');
/** The sketches built from slices. */
export const sketchesOf = (of: Sketches): string =>
  Object.entries(of)
    .map(([name, sketch]) => `${suffixed(sketch, 'State')}(address) as ${name}`)
    .join(', ');

/** How many sessions a report covers decides which sketch counts its listeners: the exact one or the fast one. */
export type Size = 'small' | 'large';

/** The sketch for a report of this size: its rollup column, and SQL to build it from rows, merge it and count it. */
export const sketchOf = (of: Sketches, size: Size) => {
  const column = size === 'large' ? 'estimate' : 'addresses';
  const call = (suffix: string) => (argument: string) => `${suffixed(of[column], suffix)}(${argument})`;
  return {
    column,
    drawn: call('State'),
    drawnIf: (argument: string, condition: string) => call('StateIf')(`${argument}, ${condition}`),
    count: (argument: string) => `toFloat64(${call('Merge')(argument)})`,
  };
};

/** The sums of slices, in the order of `plainSums`. */
export const sliceSums = `sum(toUInt64(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since)))) as ms,
  sum(bytes) as bytes, sum(toUInt64(first)) as connected, sum(toUInt64(last)) as disconnected`;
/** The sums of spots. */
export const spotCounts = 'sum(toUInt64(quartile = 0)) as impressions, sum(toUInt64(quartile = 3)) as thirdQuartile';

/**
 * The last minute (counted from the epoch) that a slice from `since_ms` to `until_ms` touches; the end is exclusive.
 */
export const lastMinuteOf = (since: string, until: string): string => `intDiv(greatest(${since}, ${until} - 1), 60000)`;
/** The minutes that a slice touches. */
export const minutesTouched = (since: string, until: string): string =>
  `range(toUInt32(intDiv(${since}, 60000)), toUInt32(${lastMinuteOf(since, until)} + 1))`;

/** What a slice adds to one of its minutes: open sessions (`listeners`), ms, connects and disconnects. */
export const minuteSums = (since: string, until: string): string =>
  `sum(toUInt64(1)) as listeners,
     sum(toUInt64(greatest(0, least(${until}, (minute + 1) * 60000) - greatest(${since}, minute * 60000)))) as ms,
     sum(toUInt64(first and minute = intDiv(${since}, 60000))) as connected,
     sum(toUInt64(last and minute = ${lastMinuteOf(since, until)})) as disconnected`;
