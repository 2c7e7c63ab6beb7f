import { bind } from '#server/platform/clickhouse/bind.ts';
import type { Period, TimeRange } from '#server/platform/period.ts';
import { dimensionNames } from '../audience-dimensions.ts';
import type { Size } from '../questions/size.ts';
import type { FindCached } from './cached-buckets.ts';
import { subjectOf } from './subjects.ts';

/**
 * A day or a week (from Monday, in the period's time zone) whose audience is cached; `computedAt` is when its computation
 * began.
 */
export type CachedRange = TimeRange & { days: 1 | 7; computedAt: number };

/** The cached audience of a period in the fewest days and weeks. */
export const cachedRanges = ({ days, end }: Period, find: FindCached): CachedRange[] => {
  const starts = [...days, end];
  const piece = (i: number, length: 1 | 7): CachedRange | undefined => {
    const [from, to] = [starts[i]!, starts[i + length]];
    if (to === undefined) return undefined;
    const row = find(length === 7 ? 'week' : 'day', { start: from, end: to });
    return row && { start: from, end: to, days: length, computedAt: row.computedAt };
  };
  const found: CachedRange[] = [];
  for (let i = 0; i < days.length;) {
    const next = piece(i, 7) ?? piece(i, 1);
    if (next) found.push(next);
    i += next?.days ?? 1;
  }
  return found;
};

/**
 * The statement for the cached audience rows of these days and weeks by dimension and value; `open_at_start` counts
 * sessions that were open when the period began.
 */
export const cachedAudience = (
  stations: readonly string[],
  { zone, start, end }: Period,
  pieces: readonly CachedRange[],
  size: Size,
): string =>
  bind(
    `select toString(dimension) as dimension, value, ms, connected, disconnected,
      ${size === 'large' ? 'part_estimate' : 'addresses'} as who, impressions, thirdQuartile,
      if(at = {start:DateTime}, open_at_start, 0) as open_at_start
    from report_cache
    where step in ('audience_day', 'audience_week') and dimension in {dimensions:Array(String)}
      and subject = {subject:String} and zone = {zone:String} and at >= {start:DateTime} and at < {end:DateTime}
      and (toString(step), toUnixTimestamp(at), toUnixTimestamp64Milli(computed_at))
        in {current:Array(Tuple(String, UInt32, Int64))}`,
    {
      dimensions: [...dimensionNames, 'length'],
      ...{ subject: subjectOf(stations), zone, start, end },
      current: pieces.map((one) => [`audience_${one.days === 7 ? 'week' : 'day'}`, one.start / 1000, one.computedAt]),
    },
  );
