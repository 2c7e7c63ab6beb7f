/*
 * What tables of listening have in common. Deduplication windows stand on the raw tables and on the sums alike: with
 * tokens alone a view would count a batch twice that is sent again.
 */

const window = 'non_replicated_deduplication_window = 10000';
/** A batch is acknowledged once it is here: it must outlive a power cut. */
export const kept = `${window}, fsync_after_insert = 1`;
/** Sketches are large: to read a station's days, those of others beside them are not to be read as well. */
export const fine = `${window}, index_granularity = 256`;

export const sums = `ms SimpleAggregateFunction(sum, UInt64), bytes SimpleAggregateFunction(sum, UInt64),
    connected SimpleAggregateFunction(sum, UInt64), disconnected SimpleAggregateFunction(sum, UInt64),
    addresses AggregateFunction(uniq, UInt64)`;
/** Sessions that were there when the time began. */
export const carried = 'carried SimpleAggregateFunction(sum, UInt64)';
/** Spots that began to be heard, and those heard to three quarters. */
export const spotSums = `impressions SimpleAggregateFunction(sum, UInt64),
    thirdQuartile SimpleAggregateFunction(sum, UInt64)`;

/** What slices are added up to, in the order of `sums`. */
export const summed = `sum(toUInt64(greatest(0, toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since)))) as ms,
     sum(bytes) as bytes, sum(toUInt64(first)) as connected, sum(toUInt64(last)) as disconnected,
     uniqState(address) as addresses`;
export const summedCarried = 'sum(toUInt64(1 - first)) as carried';
/** What spots are added up to. */
export const spotCounts = 'sum(toUInt64(quartile = 0)) as impressions, sum(toUInt64(quartile = 3)) as thirdQuartile';
