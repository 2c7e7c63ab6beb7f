import { openTable, withOpen, type OpenSlice } from '../open-slices.ts';
import type { sketchOf } from './size.ts';

/** What open sessions add to the buckets of a range, each to the quarter hour in which its slice began. */
export const openBuckets = (open: readonly OpenSlice[], sketch: ReturnType<typeof sketchOf>): string =>
  withOpen(
    open,
    `union all
      select station, toDateTime(intDiv(since_ms, 900000) * 900, 'UTC') as at, sum(toUInt64(until_ms - since_ms)) as ms,
        sum(toUInt64(n = 0)) as connected, toUInt64(0) as disconnected, toUInt64(0) as impressions,
        toUInt64(0) as thirdQuartile, sum(toUInt64(n > 0)) as open_at_start, ${sketch.drawn('address')} as who
      from ${openTable}
      group by station, at having at >= {start:DateTime} and at < {end:DateTime}`,
  );
